"""Weights between pairs of nodes as three arrays over one numbering: a map of half a million pairs is handled without a loop over them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    # numpy takes a tenth of a second to import, which a question about one node need not wait for.
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.int64]
else:
    Numbers = object

Pair = tuple[str, str]
NOWHERE = -1
"""Stands for no group where each node has the number of one."""


@dataclass(frozen=True, slots=True, eq=False)
class PairWeights:
    """Directed pairs with whole weights over zero, sorted by source and target, each once.

    `names` are all nodes, sorted; `sources` and `targets` are places in it.
    """

    names: Sequence[str]
    sources: Numbers
    targets: Numbers
    values: Numbers

    def __len__(self) -> int:
        return len(self.values)

    def by_pair(self) -> Mapping[Pair, int]:
        """The weights by the names of their ends."""
        ends = zip(self.sources.tolist(), self.targets.tolist(), self.values.tolist(), strict=True)
        return {(self.names[source], self.names[target]): value for source, target, value in ends}

    def grouped(self, names: Sequence[str], group_of: Numbers, *, is_directed: bool = True) -> PairWeights:
        """The weights between groups: `group_of` has a place in `names`, or NOWHERE, for each node. What is inside a group is left out."""
        import numpy as np

        sources, targets = group_of[self.sources], group_of[self.targets]
        if not is_directed:
            sources, targets = np.minimum(sources, targets), np.maximum(sources, targets)
        between = (sources != targets) & (sources > NOWHERE) & (targets > NOWHERE)
        codes = sources[between] * len(names) + targets[between]
        found, values = sums(codes, self.values[between])
        return PairWeights(names, found // max(len(names), 1), found % max(len(names), 1), values)

    def undirected(self) -> PairWeights:
        """The weights of both directions together, each from the smaller to the larger number."""
        import numpy as np

        return self.grouped(self.names, np.arange(len(self.names)), is_directed=False)

    def inside(self, group_of: Numbers) -> PairWeights:
        """The pairs of which both ends are in the same group."""
        groups = group_of[self.sources]
        return self._some((groups == group_of[self.targets]) & (groups > NOWHERE))

    def near(self, nodes: Iterable[str]) -> PairWeights:
        """The pairs with an end among some nodes."""
        import numpy as np

        wanted = np.zeros(len(self.names), dtype=bool)
        wanted[[place for node in nodes if (place := self.place(node)) is not None]] = True
        return self._some(wanted[self.sources] | wanted[self.targets]) if wanted.any() else self._some(slice(0))

    def place(self, name: str) -> int | None:
        """The number of a node."""
        found = bisect_left(self.names, name)
        return found if found < len(self.names) and self.names[found] == name else None

    def _some(self, which: NDArray[np.bool_] | slice) -> PairWeights:
        return PairWeights(self.names, self.sources[which], self.targets[which], self.values[which])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PairWeights) and self.by_pair() == other.by_pair()


def pair_weights(names: Sequence[str], weights: Mapping[Pair, int]) -> PairWeights:
    """Weights by pair of names as arrays; those that are not over zero are left out."""
    import numpy as np

    number = {name: place for place, name in enumerate(names)}
    found = sorted(
        (number[source], number[target], weight) for (source, target), weight in weights.items() if weight > 0
    )
    columns = np.array(found, dtype=np.int64).reshape(-1, 3).T.copy()
    return PairWeights(names, *columns)


def places(names: Iterable[str | None], number: Mapping[str, int]) -> Numbers:
    """The number of each name, NOWHERE for one that has none."""
    import numpy as np

    get: Callable[[str | None, int], int] = number.get  # type: ignore[assignment]
    return np.fromiter(map(get, names, repeat(NOWHERE)), dtype=np.int64)


def sums(keys: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
    """Each key once, sorted, and what its values come to."""
    import numpy as np

    if not len(keys):
        return keys, values
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    return ordered[first], np.add.reduceat(values[order], first)


def strongest(owners: Numbers, choices: Numbers, weights: Numbers, count: int) -> Numbers:
    """For each of `count` owners the choice of most weight, of equal ones the smallest; NOWHERE for who has none."""
    import numpy as np

    found = np.full(count, NOWHERE, dtype=np.int64)
    if len(owners):
        width = int(choices.max()) + 1
        codes, totals = sums(owners * width + choices, weights)
        best = codes[np.lexsort((codes, -totals, codes // width))]
        found_owners, first = np.unique(best // width, return_index=True)
        found[found_owners] = best[first] % width
    return found


def by_first(groups: Numbers) -> Numbers:
    """The same groups, numbered in the order in which they first appear."""
    import numpy as np

    _, first, inverse = np.unique(groups, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]
