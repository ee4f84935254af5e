"""Results as JSON: dataclasses and named tuples become objects, nothing that a terminal would obey stays raw."""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

_RISKY = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def print_json(value: object) -> None:
    """Writes a value to standard output as indented JSON."""
    sys.stdout.write(json_text(value) + "\n")


def json_text(value: object) -> str:
    """A value as indented JSON, keys in the order of fields."""
    text = json.dumps(plain(value), ensure_ascii=False, indent=2)
    # These stand only inside strings, where JSON allows to escape them.
    return _RISKY.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def plain(value: object) -> object:
    """A value made of mappings, lists and scalars only."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    raise TypeError(f"no JSON for {type(value).__name__}")
