"""Annotations in PHP's documentation comments: `@Route("/orders/{id}", methods={"GET"})`, as Doctrine's reader takes them.

https://www.doctrine-project.org/projects/doctrine-annotations/en/stable/index.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile, TypeSyntax

MAX_COMMENT = 4_000
"""How many bytes before a declaration are searched for its comment."""
MAX_VALUES = 40

_ANNOTATION = re.compile(r"(?m)^[ \t/*]*@(?:\w+\\){0,6}(\w+)[ \t]*(\()?")
_VALUE = re.compile(r"""\s*(?:([\w-]+|"[^"\n]*")\s*[=:]\s*)?("(?:[^"]|"")*"|'[^']*'|[\w.:\\-]+|[{}(),@])""")


class DocAnnotation(NamedTuple):
    """`values` maps argument names to the strings given, "" for what has no name."""

    name: str
    values: dict[str, list[str]]
    line: int

    def first(self, *names: str) -> str:
        """The first value of the first of these arguments that is given, "" where none is."""
        return next((self.values[name][0] for name in names if self.values.get(name)), "")


def doc_annotations(declared: FunctionSyntax | TypeSyntax, file: SourceFile, *names: str) -> Iterator[DocAnnotation]:
    """The annotations of these names in the comment right before a declaration."""
    node = declared.node
    if node is None:
        return
    before = file.source[max(0, node.start_byte - MAX_COMMENT) : node.start_byte].rstrip()
    start = before.rfind(b"/**")
    if start < 0 or not before.endswith(b"*/"):
        return
    comment = before[start:].decode("utf-8", "replace")
    last_line = node.start_point[0] + 1 - file.source[: node.start_byte][len(before) - node.start_byte :].count(b"\n")
    first_line = _line_of(file, node.start_byte, before, start)
    for match in _ANNOTATION.finditer(comment):
        if match.group(1) in names:
            line = min(first_line + comment.count("\n", 0, match.start()), last_line)
            values = _values(re.sub(r"\n\s*\*", "\n", comment[match.end() :])) if match.group(2) else {}
            yield DocAnnotation(match.group(1), values, line)


def _line_of(file: SourceFile, place: int, before: bytes, start: int) -> int:
    """The line that a comment starts on: counted back from the declaration."""
    offset = max(0, place - MAX_COMMENT)
    return file.source.count(b"\n", 0, offset + start) + 1


def _values(text: str) -> dict[str, list[str]]:
    """What stands up to the closing bracket."""
    found: dict[str, list[str]] = {}
    depth, key, position = 1, "", 0
    while depth and position < len(text) and sum(map(len, found.values())) < MAX_VALUES:
        match = _VALUE.match(text, position)
        if match is None:
            position += 1
            continue
        position = match.end()
        name, value = match.groups()
        if name and depth == 1:
            key = name.strip('"')
        if value in "({":
            depth += 1
        elif value in ")}":
            depth -= 1
        elif value == "," and depth == 1:
            key = ""
        elif value not in "{}(),@":
            written = value[1:-1].replace('""', '"') if value[:1] in "\"'" else value
            found.setdefault(key, []).append(written)
    return found
