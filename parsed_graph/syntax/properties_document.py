"""Java properties files: keys, values and lines, with continuation lines, escapes and Spring's `#---` documents.

Format: java.util.Properties.load, and "Multi-document Files" of the Spring Boot reference.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_ENTRY = re.compile(r"((?:\\.|[^\\=:\s])*)[ \t\f]*[=:]?[ \t\f]*(.*)", re.S)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.S)
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


class PropertiesEntry(NamedTuple):
    """One key; `document` counts the parts that `#---` or `!---` separates, from 0."""

    key: str
    value: str
    line: int
    document: int


def properties_entries(text: str) -> Iterator[PropertiesEntry]:
    """Every entry in file order; there is no syntax that could be wrong."""
    document = 0
    for number, line in _logical_lines(text):
        if line.rstrip() in ("#---", "!---"):
            document += 1
        elif line[:1] not in ("#", "!", ""):
            match = _ENTRY.match(line)
            if match and match.group(1):
                yield PropertiesEntry(_unescape(match.group(1)), _unescape(match.group(2)).strip(), number, document)


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    pending: list[str] = []
    first = 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.lstrip(" \t\f")
        if not pending:
            first = number
            if line.startswith(("#", "!")):
                yield number, line
                continue
        if (len(line) - len(line.rstrip("\\"))) % 2 == 1:
            pending.append(line[:-1])
            continue
        yield first, "".join([*pending, line])
        pending = []
    if pending:
        yield first, "".join(pending)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_unescape_one, text) if "\\" in text else text


def _unescape_one(match: re.Match[str]) -> str:
    code = match.group(1)
    return chr(int(code[1:], 16)) if len(code) == 5 else _CONTROL.get(code, code)
