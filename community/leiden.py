"""Leiden over the projected map: one partition that keeps to the previous one, and a hierarchy above and below it.

Everything is seeded and sorted, so node order, hash seeds and machines do not matter. Directed and weighted by
leidenalg; from LARGE edges by igraph's own Leiden, some sixteen times faster, on the undirected map.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from community.projection import Projection

SEED = 1
LARGE = 50_000
"""Weighted pairs from which igraph's own Leiden is used."""
MAX_SIZE = 24
"""A community of more members is divided further."""
MIN_GROUPED = 9
"""From this many communities a level above groups them."""
Membership = dict[str, int]
"""Node id -> number of its community, counted from 0 in the order of the communities' first members."""


@dataclass(frozen=True, slots=True)
class Group:
    """A community as found, before it has an id. `level` 0 is the top; `parent` is the index of the group above, -1 at the top."""

    level: int
    members: tuple[str, ...]
    parent: int


def partition(projection: Projection, previous: Mapping[str, int] | None, seed: int = SEED) -> Membership:
    """Which community each connected node is in; nodes without any weighted edge are left out.

    `previous` starts the search: communities that are still good stay, and nodes unknown to it start beside their
    strongest neighbour.
    """
    nodes = _connected(projection)
    if not nodes:
        return {}
    index = {node: number for number, node in enumerate(nodes)}
    pairs = [(index[s], index[t]) for s, t in projection.weights if projection.weights[s, t] > 0]
    weights = [weight for weight in projection.weights.values() if weight > 0]
    initial = _initial(nodes, projection, previous) if previous else None
    membership = (
        _igraph(nodes, pairs, weights, initial, seed)
        if len(pairs) >= LARGE
        else _leidenalg(nodes, pairs, weights, initial, seed)
    )
    return renumbered(dict(zip(nodes, membership, strict=True)))


def hierarchy(projection: Projection, membership: Membership, seed: int = SEED) -> list[Group]:
    """Two to four levels around a partition: what groups its communities where they are many, and what divides the large ones."""
    middle = _members(membership)
    above = _grouped(projection, membership, seed) if len(middle) >= MIN_GROUPED else {}
    groups: list[Group] = []
    top = {number: position for position, number in enumerate(sorted(set(above.values())))}
    for number in sorted(top):
        members = sorted(node for node, community in membership.items() if above[community] == number)
        groups.append(Group(0, tuple(members), -1))
    level = 1 if top else 0
    for number, members in enumerate(middle):
        groups.append(Group(level, tuple(members), top[above[number]] if top else -1))
        parent = len(groups) - 1
        groups += [Group(level + 1, part, parent) for part in _divided(projection, members, seed)]
    return groups


def renumbered(membership: Mapping[str, int]) -> Membership:
    """The same communities, numbered by their first members: equal partitions become equal mappings."""
    order: dict[int, int] = {}
    return {node: order.setdefault(membership[node], len(order)) for node in sorted(membership)}


def _connected(projection: Projection) -> list[str]:
    touched = {node for pair, weight in projection.weights.items() if weight > 0 for node in pair}
    return [node for node in projection.nodes if node in touched]


def _initial(nodes: list[str], projection: Projection, previous: Mapping[str, int]) -> list[int]:
    neighbours: defaultdict[str, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
    for (source, target), weight in projection.weights.items():
        for node, other in ((source, target), (target, source)):
            if other in previous:
                neighbours[node][previous[other]] += weight
    fresh = max(previous.values(), default=-1) + 1
    initial = []
    for node in nodes:
        near = neighbours[node]
        strongest = min(near, key=lambda community: (-near[community], community)) if near else None
        if node in previous:
            initial.append(previous[node])
        elif strongest is not None:
            initial.append(strongest)
        else:
            initial.append(fresh)
            fresh += 1
    dense: dict[int, int] = {}
    return [dense.setdefault(community, len(dense)) for community in initial]


def _leidenalg(
    nodes: list[str], pairs: list[tuple[int, int]], weights: list[float], initial: list[int] | None, seed: int
) -> list[int]:
    import igraph  # Both take a tenth of a second to import, and only runs that partition need them.
    import leidenalg

    graph = igraph.Graph(n=len(nodes), edges=pairs, directed=True)
    found = leidenalg.find_partition(
        graph, leidenalg.ModularityVertexPartition, initial, weights=weights, n_iterations=-1, seed=seed
    )
    return list(found.membership)


def _igraph(
    nodes: list[str], pairs: list[tuple[int, int]], weights: list[float], initial: list[int] | None, seed: int
) -> list[int]:
    import random

    import igraph

    graph = igraph.Graph(n=len(nodes), edges=pairs)
    graph.es["weight"] = weights
    graph.simplify(combine_edges={"weight": "sum"})
    igraph.set_random_number_generator(random.Random(seed))
    found = graph.community_leiden(
        objective_function="modularity", weights="weight", initial_membership=initial, n_iterations=2
    )
    return list(found.membership)


def _members(membership: Membership) -> list[list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for node in sorted(membership):
        found[membership[node]].append(node)
    return [found[number] for number in sorted(found)]


def _grouped(projection: Projection, membership: Membership, seed: int) -> dict[int, int]:
    """Communities of communities, by the weight between them; community -> group."""
    between: defaultdict[tuple[str, str], float] = defaultdict(float)
    for (source, target), weight in projection.weights.items():
        if source in membership and target in membership:
            ends = sorted((membership[source], membership[target]))
            between[f"{ends[0]:08}", f"{ends[1]:08}"] += weight
    found = _native(between, None, seed)
    groups: dict[int, int] = {}
    for community in sorted(set(membership.values())):
        groups[community] = found.get(f"{community:08}", community + len(found))
    dense: dict[int, int] = {}
    return {community: dense.setdefault(group, len(dense)) for community, group in sorted(groups.items())}


def _divided(projection: Projection, members: Iterable[str], seed: int) -> list[tuple[str, ...]]:
    """The parts of a community that is too large to be told in one paragraph; none where it does not fall apart."""
    inside = set(members)
    if len(inside) <= MAX_SIZE:
        return []
    between = {pair: weight for pair, weight in projection.weights.items() if weight > 0 and inside.issuperset(pair)}
    parts: defaultdict[int, list[str]] = defaultdict(list)
    for node, part in sorted(_native(between, MAX_SIZE, seed).items()):
        parts[part].append(node)
    alone = sorted(inside - {node for part in parts.values() for node in part})
    divided = sorted(tuple(part) for part in parts.values())
    if alone and divided:
        divided[0] = tuple(sorted((*divided[0], *alone)))
    return divided if len(divided) > 1 else []


def _native(weights: Mapping[tuple[str, str], float], max_size: int | None, seed: int) -> dict[str, int]:
    import graspologic_native

    edges = [(source, target, weight) for (source, target), weight in sorted(weights.items()) if weight > 0]
    if not edges:
        return {}
    if max_size is None:
        _, found = graspologic_native.leiden(edges=edges, seed=seed)
        return dict(found)
    clusters = graspologic_native.hierarchical_leiden(edges=edges, max_cluster_size=max_size, seed=seed)
    return {cluster.node: cluster.cluster for cluster in clusters if cluster.is_final_cluster}
