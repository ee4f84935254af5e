"""OpenAPI 2 and 3: each operation is an ApiDecl with the shapes of what it takes and returns; EventBridge schemas are events."""

from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import ApiDecl, ApiReference, EventDecl, Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.openapi_document import Contract, Detour, Operation, contracts, operations
from parsed_graph.syntax.openapi_operation import request_text, response_text
from parsed_graph.syntax.schema_shape import SchemaShapes
from parsed_graph.syntax.yaml_document import YamlMapping


def parse(artefact: Artefact) -> Iterator[Fact]:
    """What stands in another file of the repository is an ApiReference; its parts are read by `openapi_fragment`."""
    for contract in contracts(artefact):
        shapes = SchemaShapes(contract.root)
        for found in operations(contract):
            if isinstance(found, Operation):
                yield _declaration(artefact, contract, found, shapes)
            else:
                yield _elsewhere(artefact, contract, found)
        yield from _event_bridge(artefact, contract, shapes)


def _declaration(artefact: Artefact, contract: Contract, found: Operation, shapes: SchemaShapes) -> ApiDecl:
    return ApiDecl(
        "http",
        contract.title,
        found.method,
        found.path,
        SourceSpan(artefact.path, found.line),
        operation_id=found.node.text("operationId").strip(),
        version=contract.version,
        request=request_text(contract.root, found, shapes),
        response=response_text(contract.root, found, shapes),
        servers=found.servers,
    )


def _elsewhere(artefact: Artefact, contract: Contract, found: Detour) -> Fact:
    span = SourceSpan(artefact.path, found.line)
    what = f"{found.method} {found.path}".strip() or "paths"
    if not found.target:
        return Incomplete("malformed-contract", f"{what} is no mapping", span)
    file, _, pointer = found.target.partition("#")
    path = None if "://" in file else join_path(artefact.directory, file) if file else artefact.path
    if path is None:
        return Incomplete("ref-elsewhere", f"{what}: {found.target}", span)
    target = f"{path}#{pointer}"
    return ApiReference(contract.title, found.method, found.path, target, span, contract.version, found.servers)


def _event_bridge(artefact: Artefact, contract: Contract, shapes: SchemaShapes) -> Iterator[Fact]:
    """EventBridge's schema registry exports OpenAPI in which a schema names its detail type."""
    schemas = contract.root.mapping("components", "schemas")
    for name, value in schemas.items():
        event = value.text("x-amazon-events-detail-type") if isinstance(value, YamlMapping) else ""
        if event and isinstance(value, YamlMapping):
            fields = shapes.fields(value.mapping("properties").get("detail"))
            span = SourceSpan(artefact.path, schemas.line_of(name) + contract.offset)
            yield EventDecl(event, span, contract.version, f"{artefact.path}#/components/schemas/{name}", fields=fields)


PARSER = Parser("openapi", patterns=("*.yaml", "*.yml", "*.json"), parse=parse)
