"""Short names that other languages accept as identifiers, no two alike."""

import re
from collections.abc import Iterable

_OTHER = re.compile(r"[^A-Za-z0-9]+")


def short_names(texts: Iterable[tuple[str, str]], joint: str, longest: int = 63) -> dict[str, str]:
    """Key -> name made of the letters and digits of its text, `joint` between; alike ones are numbered in the order given."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for key, text in texts:
        plain = name = (_OTHER.sub(joint, text).strip(joint) or "unnamed")[:longest].strip(joint)
        number = 1
        while name.lower() in taken:
            number += 1
            suffix = f"{joint}{number}"
            name = plain[: longest - len(suffix)] + suffix
        taken.add(name.lower())
        names[key] = name
    return names
