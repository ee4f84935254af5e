"""Cuts a SQL script into statements without knowing its dialect: quotes, comments, dollar quotes, GO and DELIMITER are seen.

A parser of full SQL is not used: what a statement does to which table stands in its first words, and on real
migrations of mixed dialects a tenth of the statements would not parse.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_SPECIAL = re.compile(
    r"--|/\*|['\"`;]|\$(?:[A-Za-z_]\w{0,30})?\$|^[ \t]*#(?!\w)|^[ \t]*GO[ \t]*$|^[ \t]*DELIMITER[ \t]+(\S+)[ \t]*$",
    re.M | re.I,
)
_DOWN = re.compile(r"^--\s*(?:\+goose\s+|\+migrate\s+|migrate:)(up|down)\b.*$", re.M | re.I)
MAX_HEAD = 2_000
"""How many characters of a statement are kept: its first words say what it is."""


class Statement(NamedTuple):
    """The beginning of a statement without its comments, and the line of its first word."""

    head: str
    line: int


def read_statements(text: str) -> Iterator[Statement]:
    """The statements of a script in order; what a migration tool runs only to undo is left out."""
    cutter = _Cutter(_without_undo(text))
    yield from cutter.statements()


def _without_undo(text: str) -> str:
    """Blanks the parts after `-- +goose Down` and its like, keeping line numbers."""
    marks = [(match.start(), match.group(1).lower()) for match in _DOWN.finditer(text)]
    if not any(direction == "down" for _, direction in marks):
        return text
    pieces, position, direction = [], 0, "up"
    for start, following in [*marks, (len(text), "")]:
        piece = text[position:start]
        pieces.append("\n" * piece.count("\n") if direction == "down" else piece)
        position, direction = start, following
    return "".join(pieces)


class _Cutter:
    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[str] = []
        self.kept = 0
        self.line = 0
        self.counted, self.lines = 0, 1
        self.delimiter = ";"

    def statements(self) -> Iterator[Statement]:
        text, position = self.text, 0
        while match := _SPECIAL.search(text, position):
            sign = match.group().strip()
            self._keep(position, match.start())
            position = match.end()
            if sign in ("--", "#"):
                position = _after(text, "\n", position) - 1
            elif sign == "/*":
                position = _after(text, "*/", position)
            elif sign == "'":
                position = _after_text(text, position)
                self._keep(match.start(), position)
            elif sign in ('"', "`"):
                position = _after(text, sign, position)
                self._keep(match.start(), position)
            elif match.group(1):
                self.delimiter = match.group(1)
            elif sign == ";" and self.delimiter != ";":
                self._keep(match.start(), position)
            elif sign == ";" or sign.upper() == "GO" or sign == self.delimiter:
                yield from self._finish()
            elif sign.startswith("$"):
                position = _after(text, sign, position)
            position = max(position, match.end())
        self._keep(position, len(text))
        yield from self._finish()

    def _keep(self, start: int, end: int) -> None:
        piece = self.text[start : min(end, start + MAX_HEAD)]
        if self.kept >= MAX_HEAD or (not self.parts and not piece.strip()):
            return
        if not self.parts:
            first = start + len(piece) - len(piece.lstrip())
            self.lines += self.text.count("\n", self.counted, first)
            self.counted, self.line = first, self.lines
        self.parts.append(piece)
        self.kept += len(piece)

    def _finish(self) -> Iterator[Statement]:
        if self.parts:
            yield Statement("".join(self.parts).strip(), self.line)
        self.parts, self.kept = [], 0


def _after(text: str, sign: str, position: int) -> int:
    """The place after the next `sign`; an unclosed stretch runs to the end."""
    found = text.find(sign, position)
    return found + len(sign) if found >= 0 else len(text) + 1


def _after_text(text: str, position: int) -> int:
    """The place after a single-quoted text, in which a doubled quote is one, and one after a backslash too unless the text plainly ends there."""
    while (found := text.find("'", position)) >= 0:
        following = text[found + 1 : found + 2]
        escaped = text[found - 1] == "\\" and text[found - 2] != "\\"
        if following == "'":
            position = found + 2
        elif escaped and following not in (",", ")", ";", ""):
            position = found + 1
        else:
            return found + 1
    return len(text) + 1
