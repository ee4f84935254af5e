"""JSON of unknown shape: each reader takes what has the right type and passes over the rest."""

from collections.abc import Iterator, Mapping
from typing import cast


def mapping_of(value: object) -> Mapping[str, object]:
    """The value if it is an object, else an empty one."""
    return cast(Mapping[str, object], value) if isinstance(value, dict) else {}


def mappings_of(value: object) -> Iterator[Mapping[str, object]]:
    """The objects among a list's items."""
    return (mapping_of(item) for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())


def text_of(value: object) -> str:
    """Text of a scalar as attributes write it; "" for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else ""


def integer_of(value: object) -> int:
    """A number, or digits in a string, as 64-bit integers are written; 0 for anything else."""
    text = text_of(value)
    return (
        int(text[:20])
        if text.isascii() and text.isdecimal()
        else int(value)
        if isinstance(value, float) and value < 1e19
        else 0
    )
