"""Leiden over weighted pairs, seeded and sorted, so that node order, hash seeds and machines do not matter.

Directed and weighted by leidenalg; from LARGE pairs by igraph's own Leiden, some sixteen times faster, on the undirected
map. References: Traag, Waltman and van Eck, From Louvain to Leiden, 2019; Leicht and Newman, 2008, for directed modularity.
"""

from collections.abc import Mapping, Sequence
from typing import Any

SEED = 1
LARGE = 50_000
"""Weighted pairs from which igraph's own Leiden is used."""
SMALL = 5_000
"""Up to this many pairs the best of several starts is taken: they cost next to nothing."""
STARTS = 10
ROUNDS = 2
"""Of igraph's Leiden: later ones take long and change little."""
_NOTHING = 1e-9
Membership = dict[str, int]
"""Node id -> number of its community, counted from 0 in the order of the communities' first members."""


def partition(
    nodes: Sequence[str], weights: Mapping[tuple[str, str], int], previous: Mapping[str, int] | None, seed: int = SEED
) -> Membership:
    """Which community each node is in. Weights are positive and join `nodes`, which are sorted.

    `previous` starts the search, so that communities which are still good stay; nodes unknown to it start beside their
    strongest neighbour.
    """
    if not nodes:
        return {}
    index = {node: number for number, node in enumerate(nodes)}
    ordered = sorted(weights)
    pairs = [(index[source], index[target]) for source, target in ordered]
    values = [weights[pair] for pair in ordered]
    initial = start_from(nodes, weights, previous) if previous else None
    found = (_large if len(pairs) >= LARGE else _directed)(len(nodes), pairs, values, initial, seed)
    return renumbered(dict(zip(nodes, found, strict=True)))


def renumbered(membership: Mapping[str, int]) -> Membership:
    """The same communities, numbered by their first members: equal partitions become equal mappings."""
    order: dict[int, int] = {}
    return {node: order.setdefault(membership[node], len(order)) for node in sorted(membership)}


def start_from(nodes: Sequence[str], weights: Mapping[tuple[str, str], int], previous: Mapping[str, int]) -> list[int]:
    """A community to start in for each node: its last one, else its strongest neighbour's, else one of its own."""
    near: dict[str, dict[int, int]] = {node: {} for node in nodes if node not in previous}
    for (source, target), weight in weights.items():
        for node, other in ((source, target), (target, source)):
            if node in near and other in previous:
                votes = near[node]
                votes[previous[other]] = votes.get(previous[other], 0) + weight
    fresh = max(previous.values(), default=-1) + 1
    chosen: list[int] = []
    for node in nodes:
        if node in previous:
            chosen.append(previous[node])
        elif near[node]:
            votes = near[node]
            chosen.append(min(votes, key=lambda community: (-votes[community], community)))
        else:
            chosen.append(fresh)
            fresh += 1
    dense: dict[int, int] = {}
    return [dense.setdefault(community, len(dense)) for community in chosen]


def _directed(
    count: int, pairs: list[tuple[int, int]], values: list[int], initial: list[int] | None, seed: int
) -> list[int]:
    import igraph  # Both take a tenth of a second to import, and only runs that partition need them.
    import leidenalg

    graph = igraph.Graph(n=count, edges=pairs, directed=True)

    def find(number: int) -> Any:
        return leidenalg.find_partition(
            graph, leidenalg.ModularityVertexPartition, initial, weights=values, n_iterations=-1, seed=number
        )

    starts = STARTS if initial is None and len(pairs) <= SMALL else 1
    best = find(seed)
    for number in range(seed + 1, seed + starts):
        other = find(number)
        if other.quality() > best.quality() + _NOTHING:
            best = other
    # Where no division is better than none (two or three services), what hangs together is one.
    return list(best.membership) if best.quality() > _NOTHING else list(graph.connected_components("weak").membership)


def _large(
    count: int, pairs: list[tuple[int, int]], values: list[int], initial: list[int] | None, seed: int
) -> list[int]:
    import random

    import igraph

    graph = igraph.Graph(n=count, edges=pairs)
    graph.es["weight"] = values
    igraph.set_random_number_generator(random.Random(seed))
    found = graph.community_leiden(
        objective_function="modularity", weights="weight", initial_membership=initial, n_iterations=ROUNDS
    )
    return list(found.membership)
