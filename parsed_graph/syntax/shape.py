"""Reads the one-line shape of a message back; `shape_text.py` says how it is written."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

_TOKEN = re.compile(r'\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<name>[\w.$#/@+-]+)|(?P<sign>[{}<>()|,:;*?=…]))')
_MAX_DEPTH = 40
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a shape."""

    name: str
    shape: "Shape"
    required: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape read back. `kind`: object, array, map, oneof, enum, operation, or a type's name; `is_cut` says fields were left out."""

    kind: str
    name: str = ""
    fields: tuple[Field, ...] = ()
    parts: tuple["Shape", ...] = ()
    values: tuple[str, ...] = ()
    is_nullable: bool = False
    is_cut: bool = False


def read_shape(text: str) -> Shape:
    """The shape that a text writes. Raises ValueError for what is no shape."""
    reader = _Reader(text)
    found = reader.operation()
    if reader.peek:
        raise ValueError(f"not a shape at {reader.peek!r}: {text[:80]}")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise ValueError(f"not a shape at {text[at : at + 10]!r}: {text[:80]}")
            kind = match.lastgroup or ""
            self.tokens.append((kind, json.loads(match[kind]) if kind == "quoted" else match[kind]))
            at = match.end()
        self.at = 0

    @property
    def peek(self) -> str:
        """The next sign, "name" for a name, "" at the end."""
        if self.at >= len(self.tokens):
            return ""
        kind, text = self.tokens[self.at]
        return text if kind == "sign" else "name"

    def take(self, wanted: str) -> str:
        if self.peek != wanted:
            raise ValueError(f"expected {wanted!r}, found {self.peek!r}")
        self.at += 1
        return self.tokens[self.at - 1][1]

    def takes(self, sign: str) -> bool:
        if self.peek != sign:
            return False
        self.at += 1
        return True

    def operation(self) -> Shape:
        if not self.takes("("):
            return self.shape(0)
        fields, is_cut = self.fields(")", 0)
        body = (self.shape(0),) if self.peek else ()
        return Shape("operation", fields=fields, parts=body, is_cut=is_cut)

    def shape(self, depth: int) -> Shape:
        if depth > _MAX_DEPTH:
            raise ValueError("a shape nested too deeply")
        found = self.bare_shape(depth)
        return replace(found, is_nullable=True) if self.takes("?") else found

    def bare_shape(self, depth: int) -> Shape:
        name = self.take("name") if self.peek == "name" else ""
        if self.takes("{"):
            fields, is_cut = self.fields("}", depth)
            return Shape("object", name, fields, is_cut=is_cut)
        if not name:
            raise ValueError(f"expected a shape, found {self.peek!r}")
        if self.takes("("):
            return Shape(name, values=tuple(self.separated(";", ")", self.limit)))
        if not self.takes("<"):
            return Shape(name)
        if name == "enum":
            values = self.separated("|", ">", lambda: None if self.takes("…") else self.take("name"))
            return Shape(name, values=tuple(v for v in values if v is not None), is_cut=None in values)
        parts = self.separated("|", ">", lambda: None if self.takes("…") else self.shape(depth + 1))
        return Shape(name, parts=tuple(part for part in parts if part is not None), is_cut=None in parts)

    def fields(self, end: str, depth: int) -> tuple[tuple[Field, ...], bool]:
        found = self.separated(",", end, lambda: self.field(depth))
        return tuple(field for field in found if field is not None), None in found

    def field(self, depth: int) -> Field | None:
        if self.takes("…"):
            return None
        name = self.take("name")
        required = self.takes("*")
        self.take(":")
        return Field(name, self.shape(depth + 1), required)

    def limit(self) -> str:
        name = self.take("name")
        return f"{name}={self.take('name')}" if self.takes("=") else name

    def separated(self, separator: str, end: str, read: Callable[[], _T]) -> list[_T]:
        found: list[_T] = []
        while not self.takes(end):
            if found and not self.takes(separator):
                raise ValueError(f"expected {separator!r} or {end!r}, found {self.peek!r}")
            found.append(read())
        return found
