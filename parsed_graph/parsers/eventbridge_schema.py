"""CloudFormation's AWS::EventSchemas::Schema: its detail type is an EventDecl. (Schema documents of their own are OpenAPI.)

https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-eventschemas-schema.html
"""

from collections.abc import Iterator

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import EventDecl, Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.message_version import version_in, without_version
from parsed_graph.syntax.yaml_document import YamlMapping, load_documents, yaml_documents

_RESOURCE = "AWS::EventSchemas::Schema"
_DETAIL_TYPE = "x-amazon-events-detail-type"


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Facts of one template; a document without such a resource says nothing here."""
    if _RESOURCE.encode() not in artefact.content:
        return
    for document in yaml_documents(artefact):
        resources = document.mapping("Resources") if isinstance(document, YamlMapping) else {}
        for name in resources:
            resource = resources[name]
            if isinstance(resource, YamlMapping) and resource.text("Type") == _RESOURCE:
                yield from _events(resource.mapping("Properties"), artefact.path)


def _events(properties: YamlMapping, path: str) -> Iterator[Fact]:
    """The events of the document that `Content` holds as JSON text, else the one that `SchemaName` names: `source@DetailType`."""
    line = properties.line
    content, named = properties.text("Content"), properties.text("SchemaName").rpartition("@")[2]
    found: list[Fact] = []
    if content.lstrip().startswith("{"):
        try:
            found = [event for document in load_documents(path, content) for event in _described(document, path, line)]
        except ArtefactError as error:
            yield Incomplete("unparseable", f"schema content: {error.problem}", SourceSpan(path, line))
    if not found and named:
        found = [EventDecl(without_version(named), SourceSpan(path, line), version_in(named))]
    yield from found


def _described(document: object, path: str, line: int) -> Iterator[Fact]:
    if not isinstance(document, YamlMapping):
        return
    schemas = document.mapping("components", "schemas")
    for name in schemas:
        schema = schemas.mapping(name)
        detail_type = schema.text(_DETAIL_TYPE)
        if detail_type:
            detail = schema.mapping("properties", "detail")
            fields = schemas.mapping(detail.text("$ref").rpartition("/")[2] or "").mapping("properties")
            version = version_in(detail_type) or document.mapping("info").text("version")
            yield EventDecl(without_version(detail_type), SourceSpan(path, line), version, fields=tuple(fields))


PARSER = Parser("eventbridge_schema", ("*.json", "*.yml", "*.yaml", "*.template"), parse)
