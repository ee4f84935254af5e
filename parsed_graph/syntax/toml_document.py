"""TOML with line numbers, as the mappings and lists that the YAML reader gives."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache

from parsed_graph.errors import ArtefactError
from parsed_graph.parser import Artefact
from parsed_graph.syntax.yaml_document import MAX_DEPTH, MAX_NODES, YamlList, YamlMapping, YamlValue

_TABLE = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""\s*((?:"[^"\n]*"|'[^'\n]*'|[\w-]+)(?:\s*\.\s*(?:"[^"\n]*"|'[^'\n]*'|[\w-]+))*)\s*=""")
_PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*\.?""")
_KEY_LIKE = re.compile(r"""[\w.\- \t"']+""")
MAX_KEY_PARTS = 100
"""tomllib's time grows with the square of a dotted key's length."""
_ERROR_LINE = re.compile(r"at line (\d+)")


@lru_cache(maxsize=4)
def toml_document(artefact: Artefact) -> YamlMapping:
    """The document, scalars as text. Lines are those of keys and table headers; raises ArtefactError for bad syntax."""
    if any(match[0].count(".") > MAX_KEY_PARTS for match in _KEY_LIKE.finditer(artefact.text)):
        raise ArtefactError(artefact.path, 1, "a dotted key is nested too deeply", reason="too-deep")
    try:
        loaded = tomllib.loads(artefact.text)
        mapping = _Conversion(artefact.path, _lines(artefact.text)).convert(loaded, ("",), 1, 0)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        found = _ERROR_LINE.search(str(error))
        raise ArtefactError(artefact.path, int(found[1]) if found else 1, f"not valid TOML: {error}") from error
    return mapping if isinstance(mapping, YamlMapping) else YamlMapping()


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """Where each dotted key stands first: `("tool", "poetry", "name")` -> 3."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        header = _TABLE.match(line)
        match = None if header else _KEY.match(line)
        if header:
            table = _parts(header[1])
        key = table if header else (*table, *_parts(match[1])) if match else ()
        for length in range(1, len(key) + 1):
            found.setdefault(key[:length], number)
    return found


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(a or b or c for a, b, c in _PART.findall(dotted))


class _Conversion:
    def __init__(self, path: str, lines: Mapping[tuple[str, ...], int]) -> None:
        self.path, self.lines, self.left = path, lines, MAX_NODES

    def convert(self, value: object, key: tuple[str, ...], line: int, depth: int) -> YamlValue:
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            raise ArtefactError(self.path, line, "TOML is too large or nested too deeply", reason="too-large")
        if isinstance(value, dict):
            mapping = YamlMapping()
            mapping.line, mapping.lines = line, {}
            for name, item in value.items():
                own = (*key, name)
                mapping.lines[name] = self.lines.get(own[1:], line)
                mapping[name] = self.convert(item, own, mapping.lines[name], depth + 1)
            return mapping
        if isinstance(value, list):
            items = YamlList(self.convert(item, key, line, depth + 1) for item in value)
            items.line, items.lines = line, [line] * len(items)
            return items
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value)
