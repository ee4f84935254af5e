"""JSON Schema: one that says it describes an event, by its folder, name or content, is an EventDecl."""

import re
from collections.abc import Iterator

from parsed_graph.facts import EventDecl, Fact, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.message_version import version_in, without_version
from parsed_graph.syntax.schema_shape import SchemaShapes
from parsed_graph.syntax.structured_document import structured_documents
from parsed_graph.syntax.yaml_document import YamlMapping

_MARK = re.compile(rb"\$schema[\"']?\s*:\s*[\"']?https?://json-schema\.org/")
_FOLDER = re.compile(r"(^|[-_.])(events?|messages?|topics?)([-_.]|$)", re.I)
_NAME = re.compile(r"(^|[-_.]|(?<=[a-z]))events?$", re.I)
_SHARED = re.compile(r"(schemas?|index|payload|data|body|versions?|versioned|v?\d+([._]\d+)*)?", re.I)
_ENVELOPE = frozenset({"specversion", "type", "source"})
_TOPICS = ("x-topic", "x-kafka-topic", "x-event-topic")


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Most JSON Schemas describe configuration or requests: those are left alone."""
    if b"json-schema.org" not in artefact.content or not _MARK.search(artefact.content):
        return
    for document in structured_documents(artefact):
        if isinstance(document, YamlMapping) and "json-schema.org" in document.text("$schema"):
            yield from _event(artefact, document)


def _event(artefact: Artefact, schema: YamlMapping) -> Iterator[EventDecl]:
    stem = re.sub(r"([._-]schema)?\.(json|ya?ml)$", "", artefact.name)
    title = schema.text("title").strip()
    name = title if re.fullmatch(r"[\w.:/-]+", title) else _file_name(artefact, stem)
    if not _is_event(artefact, schema, name, stem):
        return
    stated = schema.text("version") or schema.text("x-version")
    identity = schema.text("$id") or schema.text("id")
    yield EventDecl(
        name,
        SourceSpan(artefact.path, schema.line),
        version=stated or version_in(f"-{stem}", identity.rstrip("#"), name, f"/{artefact.directory}/"),
        schema_uri=identity or artefact.path,
        topic=next((schema.text(key) for key in _TOPICS if schema.text(key)), ""),
        fields=SchemaShapes(schema).fields(schema),
    )


def _file_name(artefact: Artefact, stem: str) -> str:
    """What the file is called, or the folder where every file is called alike: `order-created/v2/schema.json`."""
    folders = [folder for folder in artefact.directory.split("/") if not _SHARED.fullmatch(folder)]
    return without_version(folders[-1] if _SHARED.fullmatch(stem) and folders else stem)


def _is_event(artefact: Artefact, schema: YamlMapping, name: str, stem: str) -> bool:
    properties = schema.mapping("properties")
    if not properties and not {"allOf", "oneOf", "$ref"} & schema.keys():
        return False
    return (
        any(key.startswith("x-event") or key in _TOPICS for key in schema)
        or properties.keys() >= _ENVELOPE  # https://github.com/cloudevents/spec: what every CloudEvent has.
        or any(_NAME.search(without_version(text)) for text in (name, stem))
        or any(_FOLDER.search(folder) for folder in artefact.directory.split("/"))
    )


PARSER = Parser("json_schema", patterns=("*.json", "*.yaml", "*.yml"), parse=parse)
