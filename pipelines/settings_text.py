"""The settings file with every setting at its default and its description: what `init` writes and the project ships."""

import json
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

from pipelines.settings_values import is_struct, without_annotations

_WIDTH = 110
_OPENING = """\
# Settings of estategraph. Every setting is here with its default; what is left out keeps it.
# Secrets do not belong in this file: they are read from the environment.
"""


def settings_text(model: type[msgspec.Struct]) -> str:
    """The file as YAML; reading it back gives the defaults."""
    return _OPENING + "".join(f"\n{line}" if line[:1] not in (" ", "") else line for line in _section(model, 0))


def _section(model: type[msgspec.Struct], depth: int) -> Iterator[str]:
    indent = "  " * depth
    values = msgspec.to_builtins(model())
    for field in msgspec.structs.fields(model):
        name = field.encode_name
        below, said = without_annotations(field.type)
        if is_struct(below):
            yield f"{indent}{name}:{_remark(below)}\n"
            yield from _section(below, depth + 1)
            continue
        for description in (meta.description for meta in said if isinstance(meta, msgspec.Meta) and meta.description):
            yield from (f"{indent}# {line}\n" for line in textwrap.wrap(_sentence(description), _WIDTH - depth * 2))
        value = values[name]
        if isinstance(value, dict) and value:
            yield f"{indent}{name}:\n"
            yield from (f"{indent}  {_value(key)}: {_value(item)}\n" for key, item in value.items())
        else:
            yield f"{indent}{name}: {_value(value)}\n"


def _remark(model: type[Any]) -> str:
    first = (model.__doc__ or "").strip().partition("\n")[0]
    return f"  # {first}" if first else ""


def _sentence(description: str) -> str:
    return f"{description.rstrip('.')}."


def _value(value: object) -> str:
    """A value as YAML: JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)
