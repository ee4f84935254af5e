"""Leiden over weighted pairs, seeded and sorted, so that node order, hash seeds and machines do not matter.

Directed and weighted by leidenalg; from LARGE pairs by igraph's own Leiden, some sixteen times faster, on the undirected
map. References: Traag, Waltman and van Eck, From Louvain to Leiden, 2019; Leicht and Newman, 2008, for directed modularity.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from community.pair_weights import NOWHERE, Numbers, PairWeights, by_first, strongest

SEED = 1
LARGE = 50_000
"""Weighted pairs from which igraph's own Leiden is used."""
SMALL = 5_000
"""Up to this many pairs the best of several starts is taken: they cost next to nothing."""
STARTS = 10
ROUNDS = 2
"""Of igraph's Leiden: later ones take long and change little."""
_NOTHING = 1e-9


def partition(weights: PairWeights, previous: Numbers | None, seed: int = SEED) -> Numbers:
    """Which community each node is in, numbered in the order of their first members; NOWHERE for what nothing joins.

    `previous` starts the search, so that communities which are still good stay; nodes that are NOWHERE in it start
    beside their strongest neighbour.
    """
    joined, linked = _without_gaps(weights)
    found = np.full(len(weights.names), NOWHERE, dtype=np.int64)
    if len(joined):
        initial = start_from(linked, previous[joined]) if previous is not None and (previous > NOWHERE).any() else None
        if len(linked) >= LARGE:
            found[joined] = by_first(_igraph(linked, linked.values.tolist(), initial, seed))
        else:
            found[joined] = by_first(_directed(linked, initial, seed))
    return found


def start_from(weights: PairWeights, previous: Numbers) -> Numbers:
    """A community to start in for each node: its last one, else its strongest neighbour's, else one of its own."""
    owners = np.concatenate([weights.sources, weights.targets])
    others = np.concatenate([weights.targets, weights.sources])
    useful = (previous[owners] == NOWHERE) & (previous[others] > NOWHERE)
    values = np.concatenate([weights.values, weights.values])[useful]
    near = strongest(owners[useful], previous[others[useful]], values, len(previous))
    own = int(previous.max(initial=0)) + 1 + np.arange(len(previous))
    return by_first(np.where(previous > NOWHERE, previous, np.where(near > NOWHERE, near, own)))


def divide(inside: PairWeights, group_of: Numbers, previous: Numbers, seed: int = SEED) -> Numbers:
    """The parts of many large groups in one call; NOWHERE for what nothing joins to its group. `inside` holds no pair across groups.

    Each group's weights are scaled to the same sum, and the number of groups is the resolution: so the modularity of the
    whole is that of each group by itself. `previous` starts the search, as for a partition.
    """
    joined, linked = _without_gaps(inside)
    groups = by_first(group_of[joined])
    sums = np.bincount(groups[linked.sources], weights=linked.values)
    shares = linked.values / sums[groups[linked.sources]]
    initial = None
    if (previous > NOWHERE).any():
        start = start_from(linked, previous[joined])
        initial = by_first(groups * len(joined) + start)
    found = np.full(len(inside.names), NOWHERE, dtype=np.int64)
    found[joined] = _igraph(linked, shares.tolist(), initial, seed, resolution=len(sums))
    return found


def _without_gaps(weights: PairWeights) -> tuple[Numbers, PairWeights]:
    """The nodes that weights join, and the weights numbered over these alone."""
    joined = np.unique(np.concatenate([weights.sources, weights.targets]))
    number = np.full(len(weights.names), NOWHERE, dtype=np.int64)
    number[joined] = np.arange(len(joined))
    names = [weights.names[place] for place in joined.tolist()]
    return joined, PairWeights(names, number[weights.sources], number[weights.targets], weights.values)


def _directed(weights: PairWeights, initial: Numbers | None, seed: int) -> Numbers:
    import igraph  # Both take a tenth of a second to import, and only runs that partition need them.
    import leidenalg

    graph = igraph.Graph(n=len(weights.names), edges=_ends(weights), directed=True)
    values, start = weights.values.tolist(), None if initial is None else initial.tolist()

    def find(number: int) -> Any:
        return leidenalg.find_partition(
            graph, leidenalg.ModularityVertexPartition, start, weights=values, n_iterations=-1, seed=number
        )

    starts = STARTS if initial is None and len(weights) <= SMALL else 1
    best = find(seed)
    for number in range(seed + 1, seed + starts):
        other = find(number)
        if other.quality() > best.quality() + _NOTHING:
            best = other
    # Where no division is better than none (two or three services), what hangs together is one.
    found = best if best.quality() > _NOTHING else graph.connected_components("weak")
    return np.array(found.membership, dtype=np.int64)


def _igraph(
    weights: PairWeights, values: list[float], initial: Numbers | None, seed: int, resolution: float = 1.0
) -> Numbers:
    import random

    import igraph

    graph = igraph.Graph(n=len(weights.names), edges=_ends(weights))
    igraph.set_random_number_generator(random.Random(seed))
    found = graph.community_leiden(
        objective_function="modularity",
        weights=values,
        resolution=resolution,
        initial_membership=None if initial is None else initial.tolist(),
        n_iterations=ROUNDS,
    )
    return np.array(found.membership, dtype=np.int64)


def _ends(weights: PairWeights) -> Iterator[tuple[int, int]]:
    return zip(weights.sources.tolist(), weights.targets.tolist(), strict=True)
