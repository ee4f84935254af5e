"""The settings file with every setting at its default and its description: what `init` writes and the project ships."""

import json
import textwrap
from collections.abc import Iterator
from enum import Enum
from pathlib import PurePath

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_WIDTH = 110
_OPENING = """\
# Settings of estategraph. Every setting is here with its default; what is left out keeps it.
# Secrets do not belong in this file: they are read from the environment.
"""


def settings_text(model: type[BaseModel]) -> str:
    """The file as YAML; reading it back gives the defaults."""
    return _OPENING + "".join(f"\n{line}" if line[:1] not in (" ", "") else line for line in _section(model, 0))


def _section(model: type[BaseModel], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for name, field in model.model_fields.items():
        below = field.annotation
        if isinstance(below, type) and issubclass(below, BaseModel):
            yield f"{indent}{name}:{_remark(below)}\n"
            yield from _section(below, depth + 1)
        else:
            yield from (f"{indent}# {line}\n" for line in textwrap.wrap(_description(field), _WIDTH - len(indent)))
            yield f"{indent}{name}: {_value(field.get_default(call_default_factory=True))}\n"


def _remark(model: type[BaseModel]) -> str:
    first = (model.__doc__ or "").strip().partition("\n")[0]
    return f"  # {first}" if first else ""


def _description(field: FieldInfo) -> str:
    return f"{(field.description or '').rstrip('.')}."


def _value(value: object) -> str:
    """A default as YAML; JSON is YAML, but for text that reads better bare."""
    if isinstance(value, BaseModel):
        return json.dumps(value.model_dump(mode="json"))
    if isinstance(value, (Enum, PurePath)):
        value = str(value.value if isinstance(value, Enum) else value)
    if isinstance(value, (tuple, frozenset, set)):
        value = sorted(value) if not isinstance(value, tuple) else list(value)
    return json.dumps(value, ensure_ascii=False, default=str)
