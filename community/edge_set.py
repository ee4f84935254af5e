"""Sets of service-level edges as sorted 64-bit keys: compared, stored and counted without the text of the edges."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
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


def edge_number(edge: EdgeKey) -> int:
    """The 64-bit key of an edge, the same in every run."""
    text = "\0".join(edge).encode("utf-8", "backslashreplace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def edge_set(edges: Iterable[EdgeKey]) -> EdgeSet:
    """The set of some edges."""
    import numpy as np

    return np.unique(np.fromiter(map(edge_number, edges), dtype=np.uint64))


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
    """The edges of one map, so that those inside or at the border of many communities are found in one pass."""

    def __init__(self, edges: Iterable[EdgeKey]) -> None:
        import numpy as np

        self.edges: tuple[EdgeKey, ...] = tuple(edges)
        self.keys: EdgeSet = np.fromiter(map(edge_number, self.edges), dtype=np.uint64, count=len(self.edges))
        number: dict[str, int] = {}
        self._sources = self._numbers((source for source, _, _ in self.edges), number)
        self._targets = self._numbers((target for _, _, target in self.edges), number)
        self._number = number

    @property
    def all(self) -> EdgeSet:
        """Every edge."""
        import numpy as np

        return np.unique(self.keys)

    def touching(self, groups: Sequence[Sequence[str]]) -> list[EdgeSet]:
        """For each group of node ids the edges with an end in it. No node may be in two of the groups."""
        import numpy as np

        group_of = np.full(len(self._number) + 1, -1, dtype=np.int64)
        for place, members in enumerate(groups):
            known = [self._number[member] for member in members if member in self._number]
            group_of[np.array(known, dtype=np.int64)] = place
        sources, targets = group_of[self._sources], group_of[self._targets]
        crossing = targets != sources
        owners = np.concatenate([sources, targets[crossing]])
        keys = np.concatenate([self.keys, self.keys[crossing]])
        kept = owners >= 0
        owners, keys = owners[kept], keys[kept]
        order = np.lexsort((keys, owners))
        owners, keys = owners[order], keys[order]
        bounds = np.searchsorted(owners, np.arange(len(groups) + 1))
        return [keys[bounds[place] : bounds[place + 1]] for place in range(len(groups))]

    def named(self) -> Mapping[int, EdgeKey]:
        """Each edge by its key."""
        return dict(zip(self.keys.tolist(), self.edges, strict=True))

    @staticmethod
    def _numbers(ids: Iterable[str], number: dict[str, int]) -> NDArray[np.int64]:
        import numpy as np

        return np.fromiter((number.setdefault(node, len(number)) for node in ids), dtype=np.int64)
