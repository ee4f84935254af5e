"""What can be reached from some things over what each of them leads to."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


def reachable(starts: Iterable[T], onward: Mapping[T, set[T]]) -> set[T]:
    """The starts and all that they lead to, directly or through others."""
    seen: set[T] = set()
    pending = list(starts)
    while pending:
        each = pending.pop()
        if each not in seen:
            seen.add(each)
            pending += onward.get(each, ())
    return seen
