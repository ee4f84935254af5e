"""A part of an OpenAPI contract in a file of its own: its operations, for `split_contracts.py` to put in their place."""

import re
from collections.abc import Iterator

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import ApiDecl, Fact, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.openapi_document import METHODS, Operation, contracts, path_operations
from parsed_graph.syntax.openapi_operation import request_text, response_text
from parsed_graph.syntax.schema_shape import SchemaShapes
from parsed_graph.syntax.structured_document import structured_documents
from parsed_graph.syntax.yaml_document import YamlMapping

MAX_PLACES = 1000
_HEAD = "|".join((*METHODS, "operationId")).encode()
_MARK = re.compile(rb"""^[ \t]*["']?(?:%s)["']?[ \t]*:|["'](?:%s)["']\s*:""" % (_HEAD, _HEAD), re.M)
_STATUS = re.compile(r"[1-5](\d\d|XX)|default", re.I)
_WORDS = frozenset({"operationId", "summary", "description", "parameters", "tags", "requestBody", "security"})


def parse(artefact: Artefact) -> Iterator[Fact]:
    """ApiDecl of protocol `http-fragment`, whose path is `#` and the JSON pointer of the path item or operation.

    Path items and operations are looked for at the top, one level below it (a file of several paths) and under `paths`.
    """
    if b"responses" not in artefact.content or not _MARK.search(artefact.content):
        return
    try:
        documents = [] if any(contracts(artefact)) else structured_documents(artefact)
    except ArtefactError:
        return  # Broken JSON: if it is a contract, `openapi` says so.
    for document in documents:
        if isinstance(document, YamlMapping):
            shapes = SchemaShapes(document)
            for pointer, node, line in _places(document):
                yield from _declarations(artefact, document, f"#{pointer}", node, line, shapes)


def _places(document: YamlMapping) -> Iterator[tuple[str, YamlMapping, int]]:
    yield "", document, document.line
    for parent, mapping in (("", document), ("/paths", document.mapping("paths"))):
        for name, value in list(mapping.items())[:MAX_PLACES]:
            if isinstance(value, YamlMapping) and name not in METHODS:
                yield f"{parent}/{name.replace('~', '~0').replace('/', '~1')}", value, mapping.line_of(name)


def _declarations(
    artefact: Artefact, root: YamlMapping, place: str, node: YamlMapping, line: int, shapes: SchemaShapes
) -> Iterator[ApiDecl]:
    whole = [Operation("", "", line, node, node, ())] if _is_operation(node) else ()
    for found in whole or path_operations(root, "", node, line, ()):
        if isinstance(found, Operation) and _is_operation(found.node):
            yield ApiDecl(
                "http-fragment",
                "",
                found.method,
                place,
                SourceSpan(artefact.path, found.line),
                operation_id=found.node.text("operationId").strip(),
                request=request_text(root, found, shapes),
                response=response_text(root, found, shapes),
            )


def _is_operation(node: YamlMapping) -> bool:
    has_status = any(_STATUS.fullmatch(status) for status in node.mapping("responses"))
    return has_status and not _WORDS.isdisjoint(node)


PARSER = Parser("openapi_fragment", patterns=("*.yaml", "*.yml", "*.json"), parse=parse)
