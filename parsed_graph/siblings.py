"""The names beside a file, which remember whether a parser asked: only then do its facts depend on them."""

from collections.abc import Iterator, Set


class Siblings(Set[str]):
    """A set of names. `asked` says that something looked.

    Equal to itself alone: what is remembered by an artefact must not be taken for another one, whose names nobody asked.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self.asked = False

    def __contains__(self, name: object) -> bool:
        self.asked = True
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        self.asked = True
        return iter(self._names)

    def __len__(self) -> int:
        self.asked = True
        return len(self._names)
