"""JSON as configuration files have it: with comments and trailing commas, byte-order marks and tabs."""

import re

from parsed_graph.errors import ArtefactError
from parsed_graph.parser import Artefact
from parsed_graph.syntax.structured_document import structured_documents
from parsed_graph.syntax.yaml_document import YamlMapping

_COMMENT_OR_COMMA = re.compile(r'("(?:\\.|[^"\\\n])*"?)|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*[}\]])', re.S)


def json_mapping(artefact: Artefact) -> YamlMapping:
    """The document where it is an object, else an empty mapping. Raises ArtefactError for broken JSON."""
    text = artefact.text
    if "//" in text or "/*" in text or re.search(r",\s*[}\]]", text):
        plain = Artefact(artefact.path, _COMMENT_OR_COMMA.sub(_blank, text).encode())
    else:
        plain = artefact
    try:
        document = next(iter(structured_documents(plain)), None)
    except RecursionError as error:
        raise ArtefactError(artefact.path, 1, "JSON is nested too deeply", reason="too-deep") from error
    if isinstance(document, YamlMapping):
        return document
    empty = YamlMapping()
    empty.line, empty.lines = 1, {}
    return empty


def _blank(match: re.Match[str]) -> str:
    return match[1] or "\n" * match[0].count("\n")
