"""What a text opens and never closes, a bracket, a quote or a comment: readers of half-written files take it silently.

A format is a `Layout`: for each mode that its text can be in, a pattern of what counts there. Its groups say what happens:
`open` is a bracket, in which the mode `code` goes on; `close` ends the bracket or mode; `broken` proves that it cannot
be closed any more; any other name enters the mode of that name; what is in no group only hides what it covers. A mode
whose pattern matches nothing lasts to the end of the file.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from parsed_graph.facts import Incomplete, SourceSpan

Layout = Mapping[str, re.Pattern[str]]
CODE = "code"
ENDLESS = r"(?!)"
TEMPLATED = re.compile(r"\{%|\{\{|\{#|<%")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_MAX_SHOWN = 80


class _Open(NamedTuple):
    pattern: re.Pattern[str]
    sign: int
    """Where its last character stands."""


def layout(**modes: str) -> Layout:
    """Compiles the patterns of the modes: verbose, `^` at each line, and `.` for any character."""
    return {name: re.compile(pattern, re.M | re.S | re.X) for name, pattern in modes.items()}


def unclosed(path: str, text: str, of: Layout) -> Iterator[Incomplete]:
    """The fact that a file is cut short, if it is."""
    sign = find_unclosed(text, of)
    if sign is not None:
        yield unclosed_at(path, text, sign)


def unclosed_at(path: str, text: str, sign: int) -> Incomplete:
    """What stands on the line before the sign that opens, with it; nothing after it: a string may be a secret."""
    line = text[text.rfind("\n", 0, sign) + 1 : sign + 1]
    start = max(line.rfind(mark, 0, -1) for mark in ";,{}") + 1
    return unclosed_fact(path, text.count("\n", 0, sign) + 1, line[start:])


def unclosed_fact(path: str, line: int, opening: str) -> Incomplete:
    """The fact, of an opening that begins on this line."""
    return Incomplete("unclosed", f"never closed: {opening.strip()[-_MAX_SHOWN:]}", SourceSpan(path, line))


def find_unclosed(text: str, of: Layout) -> int | None:
    """Where the innermost sign stands that is open at the end of the file, or where brackets first contradict one another; linear time."""
    code = pattern = of[CODE]
    opened: list[_Open] = []
    position = 0
    while match := pattern.search(text, position):
        kind, position = match.lastgroup, match.end()
        if kind == "close" and opened:
            if pattern is code and _CLOSING[text[opened[-1].sign]] != match["close"]:
                break
            opened.pop()
        elif kind == "broken" and opened:
            break
        elif kind not in (None, "close", "broken"):
            opened.append(_Open(code if kind == "open" else of[kind], match.end(kind) - 1))
        pattern = opened[-1].pattern if opened else code
    return opened[-1].sign if opened else None
