"""Options of Protocol Buffers: `option (google.api.http) = { get: "/v1/orders" };` as a name and a value."""

from typing import TypeAlias

from parsed_graph.syntax.proto_tokens import ProtoCursor

MAX_DEPTH = 40

OptionValue: TypeAlias = "str | list[tuple[str, OptionValue]]"
"""A scalar as written (strings without quotes), or the fields of an aggregate in order; a list is a field repeated."""
Option: TypeAlias = "tuple[str, OptionValue]"
"""The name is as written, an extension's in parentheses: `(google.api.http)`, `(google.api.http).get`."""


def read_option(cursor: ProtoCursor) -> Option:
    """The option after the word `option`, with its semicolon."""
    name = ""
    while not cursor.is_at_end and cursor.peek() not in ("=", ";", "{", "}"):
        name += cursor.next()
    value = _value(cursor, 0) if cursor.takes("=") else ""
    cursor.takes(";")
    return name, value


def _value(cursor: ProtoCursor, depth: int) -> OptionValue:
    if cursor.peek() == "{":
        if depth > MAX_DEPTH:
            cursor.skip_block()
            return ""
        cursor.next()
        return _aggregate(cursor, depth)
    word = cursor.next()
    if word[:1] not in ('"', "'"):
        return word
    text = word[1:].removesuffix(word[0])
    while cursor.peek()[:1] in ('"', "'") and cursor.peek():
        more = cursor.next()
        text += more[1:].removesuffix(more[0])
    return text


def _aggregate(cursor: ProtoCursor, depth: int) -> OptionValue:
    """Text format up to its closing brace: https://protobuf.dev/reference/protobuf/textformat-spec/."""
    found: list[Option] = []
    while not cursor.is_at_end and not cursor.takes("}"):
        name = cursor.next()
        if name in (",", ";"):
            continue
        if name == "[":  # An extension's name: `[shop.options.topic]: "orders"`.
            name = cursor.next()
            while not cursor.is_at_end and cursor.next() != "]":
                pass
        cursor.takes(":")
        if not cursor.takes("["):
            found.append((name, _value(cursor, depth + 1)))
            continue
        while not cursor.is_at_end and not cursor.takes("]") and cursor.peek() != "}":
            if not cursor.takes(","):
                found.append((name, _value(cursor, depth + 1)))
    return found
