"""YAML or JSON, by file name: contracts, schemas and catalogues are written in either."""

import json
import re
from functools import lru_cache

from parsed_graph.errors import ArtefactError
from parsed_graph.parser import Artefact
from parsed_graph.syntax.yaml_document import (
    MAX_DEPTH,
    MAX_NODES,
    YamlList,
    YamlMapping,
    YamlValue,
    load_documents,
    yaml_documents,
)

_JSON_SUFFIXES = (".json", ".avsc", ".jsonc")
_SURROGATES = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_LEADING_TABS = re.compile(r"^[ \t]*\t[ \t]*", re.M)


def structured_documents(artefact: Artefact) -> list[YamlValue]:
    """The documents of a YAML or JSON artefact, parsed once however many parsers ask; not to be changed by them.

    Broken YAML gives what is sound of it (see `yaml_documents`). Raises ArtefactError with the line for broken JSON.
    """
    return [_read_json(artefact)] if artefact.name.endswith(_JSON_SUFFIXES) else yaml_documents(artefact)


@lru_cache(maxsize=4)
def _read_json(artefact: Artefact) -> YamlValue:
    """JSON through the YAML composer, which gives lines; what YAML refuses and JSON allows is read without them."""
    text = _LEADING_TABS.sub(lambda match: " " * len(match[0]), artefact.text)
    text = _SURROGATES.sub(_join_surrogates, text)
    try:
        documents = load_documents(artefact.path, text)
    except ArtefactError as error:
        if error.reason != "unparseable":
            raise
        try:
            loaded = json.loads(artefact.text)
        except ValueError:
            problem = error.problem.replace("not valid YAML", "not valid JSON")
            raise ArtefactError(artefact.path, error.line, problem) from error
        return _Conversion(artefact.path).convert(loaded, 0)
    return documents[0] if documents else None


def _join_surrogates(match: re.Match[str]) -> str:
    units = bytes.fromhex(match[0].replace("\\u", ""))
    return units.decode("utf-16-be", "replace")


class _Conversion:
    def __init__(self, path: str) -> None:
        self.path, self.left = path, MAX_NODES

    def convert(self, value: object, depth: int) -> YamlValue:
        """JSON as the YAML reader would give it: scalars as text, everything on line 1."""
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            raise ArtefactError(self.path, 1, "JSON is too large or nested too deeply", reason="too-large")
        if isinstance(value, dict):
            mapping = YamlMapping((key, self.convert(item, depth + 1)) for key, item in value.items())
            mapping.line, mapping.lines = 1, dict.fromkeys(mapping, 1)
            return mapping
        if isinstance(value, list):
            items = YamlList(self.convert(item, depth + 1) for item in value)
            items.line, items.lines = 1, [1] * len(items)
            return items
        if isinstance(value, bool):
            return "true" if value else "false"
        return None if value is None else str(value)
