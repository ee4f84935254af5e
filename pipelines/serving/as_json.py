"""Results as JSON: structs, dataclasses and named tuples become objects, nothing that a terminal would obey stays raw."""

import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

import msgspec

_RISKY = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_AS_IT_IS = frozenset({str, int, float, bool, type(None)})
_ways: dict[type, Callable[[object], object]] = {}


def print_json(value: object) -> None:
    """Writes a value to standard output as indented JSON."""
    sys.stdout.write(json_text(value) + "\n")


def json_text(value: object, *, indent: int = 2) -> str:
    """A value as JSON, keys in the order of fields; indent 0 puts it on one line."""
    made = plain(value)
    try:
        encoded = msgspec.json.encode(made)
        text = (msgspec.json.format(encoded, indent=indent) if indent else encoded).decode()
    except UnicodeEncodeError:  # half of a surrogate pair, which the standard library lets through for us to escape
        text = json.dumps(made, ensure_ascii=False, indent=indent or None)
    if text.isascii() and "\x7f" not in text:
        return text
    # These stand only inside strings, where JSON allows to escape them.
    return _RISKY.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def plain(value: object) -> object:
    """A value made of mappings, lists and scalars only."""
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind not in _ways:
        _ways[kind] = _way(kind)
    return _ways[kind](value)


def _way(kind: type) -> Callable[[object], object]:
    """How values of a type become plain; found once for each, as an answer holds thousands."""
    if issubclass(kind, Enum):
        return lambda value: value.value  # type: ignore[attr-defined]
    if issubclass(kind, (str, int, float)):
        return lambda value: value
    if issubclass(kind, msgspec.Struct):
        return _named(kind.__struct_fields__)
    if is_dataclass(kind):
        return _named(tuple(field.name for field in fields(kind)))
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _named(kind._fields)
    if issubclass(kind, Mapping):
        return lambda value: {str(name): plain(item) for name, item in value.items()}  # type: ignore[attr-defined]
    if issubclass(kind, (list, tuple, set, frozenset)):
        return lambda value: [plain(item) for item in value]  # type: ignore[attr-defined]
    raise TypeError(f"no JSON for {kind.__name__}")


def _named(names: tuple[str, ...]) -> Callable[[object], object]:
    return lambda value: {name: plain(getattr(value, name)) for name in names}
