"""Sets of service-level edges as sorted 64-bit keys: compared, stored and counted without the text of the edges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    # numpy takes a tenth of a second to import, which a question about one node need not wait for.
    import numpy as np
    from numpy.typing import NDArray

    EdgeSet: TypeAlias = NDArray[np.uint64]
    """Keys of edges, sorted, each once."""
else:
    EdgeSet = object

EdgeKey = tuple[str, str, str]
"""Source, what kind of link, target: the service-level edges that change is counted in."""
_MASK = 2**64 - 1
_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
"""Odd, so that an edge and its reverse get different keys."""


def edge_number(edge: EdgeKey) -> int:
    """The 64-bit key of an edge, the same in every run: made of the keys of its parts, each of which is hashed once."""
    return sum(factor * _name_number(part) for factor, part in zip(_FACTORS, edge, strict=True)) & _MASK


def edge_set(edges: Iterable[EdgeKey]) -> EdgeSet:
    """The set of some edges."""
    return EdgeIndex(set(edges)).all


@lru_cache(1_000_000)
def _name_number(name: str) -> int:
    text = name.encode("utf-8", "backslashreplace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def no_edges() -> EdgeSet:
    """The empty set."""
    import numpy as np

    return np.empty(0, dtype=np.uint64)


def common(one: EdgeSet, other: EdgeSet) -> int:
    """How many edges two sets share."""
    import numpy as np

    return len(np.intersect1d(one, other, assume_unique=True))


def pack(edges: EdgeSet) -> bytes:
    """A set as bytes to store: eight for each edge, on any machine in the same order."""
    return edges.astype("<u8").tobytes()


def unpack(content: bytes) -> EdgeSet:
    """A stored set."""
    import numpy as np

    return np.frombuffer(content, dtype="<u8").astype(np.uint64)


class EdgeIndex:
    """The edges of one map, each once, so that those inside or at the border of many communities are found in one pass."""

    def __init__(self, edges: Iterable[EdgeKey]) -> None:
        import numpy as np

        self.edges: tuple[EdgeKey, ...] = tuple(edges)
        sources, kinds, targets = zip(*self.edges, strict=True) if self.edges else ((), (), ())
        self._number = {node: place for place, node in enumerate(dict.fromkeys(chain(sources, targets)))}
        self._sources = _places(sources, self._number)
        self._targets = _places(targets, self._number)
        number = {kind: place for place, kind in enumerate(dict.fromkeys(kinds))}
        by_source, by_kind, by_target = map(np.uint64, _FACTORS)
        names, links = _name_numbers(self._number), _name_numbers(number)
        self.keys: EdgeSet = (
            by_source * names[self._sources]
            + by_kind * links[_places(kinds, number)]
            + by_target * names[self._targets]
        )
        self._order = np.argsort(self.keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EdgeIndex) and self.edges == other.edges

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self.edges)

    @property
    def all(self) -> EdgeSet:
        """Every edge."""
        return self.keys[self._order]

    def touching(self, groups: Sequence[Sequence[str]]) -> list[EdgeSet]:
        """For each group of node ids the edges with an end in it. No node may be in two of the groups."""
        import numpy as np

        group_of = np.full(len(self._number) + 1, -1, dtype=np.int64)
        sizes = [len(members) for members in groups]
        # What has no edge is written to the slot behind the last node.
        places = map(self._number.get, chain.from_iterable(groups), repeat(len(self._number)))
        group_of[np.fromiter(places, dtype=np.int64, count=sum(sizes))] = np.repeat(np.arange(len(groups)), sizes)
        sources, targets = group_of[self._sources[self._order]], group_of[self._targets[self._order]]
        crossing = np.flatnonzero((targets != sources) & (targets >= 0))
        inside = np.flatnonzero(sources >= 0)
        # One number holds the group and the edge's rank among the keys: sorting it sorts by both.
        count = max(len(self.edges), 1)
        owned = np.sort(np.concatenate([sources[inside] * count + inside, targets[crossing] * count + crossing]))
        keys = self.keys[self._order[owned % count]]
        bounds = np.searchsorted(owned, np.arange(len(groups) + 1) * count)
        return [keys[bounds[place] : bounds[place + 1]] for place in range(len(groups))]

    def degrees(self) -> Mapping[str, int]:
        """How many edges each node has."""
        import numpy as np

        counts = np.bincount(self._sources, minlength=len(self._number))
        counts += np.bincount(self._targets, minlength=len(self._number))
        return dict(zip(self._number, counts.tolist(), strict=True))

    def named(self) -> Mapping[int, EdgeKey]:
        """Each edge by its key."""
        return dict(zip(self.keys.tolist(), self.edges, strict=True))


def _places(names: Sequence[str], number: Mapping[str, int]) -> NDArray[np.int64]:
    import numpy as np

    return np.fromiter(map(number.__getitem__, names), dtype=np.int64, count=len(names))


def _name_numbers(names: Iterable[str]) -> NDArray[np.uint64]:
    import numpy as np

    return np.fromiter(map(_name_number, names), dtype=np.uint64)
