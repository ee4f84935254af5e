"""Turns of phrase that answers share."""

from collections.abc import Sequence

_LISTED = 12


def plural(count: int, noun: str) -> str:
    """`1 service`, `2 services`, `no services`."""
    if count == 1:
        return f"1 {noun}"
    ending = noun[:-1] + "ies" if noun.endswith("y") and not noun.endswith(("ay", "ey", "oy")) else f"{noun}s"
    return f"{count or 'no'} {ending}"


def listed(names: Sequence[str], most: int = _LISTED) -> str:
    """`a, b and c`; past `most`, how many more there are."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def sentence(text: str) -> str:
    """With a capital first."""
    return text[:1].upper() + text[1:]
