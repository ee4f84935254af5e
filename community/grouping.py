"""The communities of a map: Leiden, with declared systems pinned, and a place for everything that Leiden cannot place.

Infrastructure that serves three communities and more belongs to none of them and is grouped by itself; so is what has
no link at all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from community.group_kind import GroupKind
from community.leiden import SEED, partition
from community.projection import Pair, Projection
from community.settle import neighbours, settle

SYSTEM = "system:"
"""How the key of a group opens that is a declared system."""
_SPREAD = 3
_MAJORITY = 0.5


SHARED, UNLINKED = "shared:", "unlinked:"


@dataclass(frozen=True, slots=True)
class Known:
    """The last partition: community id by node, and the kind of each community."""

    membership: Mapping[str, str]
    kinds: Mapping[str, GroupKind]


def group_nodes(projection: Projection, known: Known | None, *, pinned: bool, seed: int = SEED) -> dict[str, str]:
    """A group key for each node without a home: `system:orders`, `shared:`, `unlinked:`, or a number.

    `known` is where the search starts. The same map and the same `known` give the same groups.
    """
    anchors = [node for node in projection.nodes if node not in projection.homes]
    pins = {node: f"{SYSTEM}{projection.systems[node]}" for node in anchors if pinned and node in projection.systems}
    points = {node: pins.get(node, node) for node in anchors}
    weights = _between(projection.weights, points)
    joined = sorted({point for pair in weights for point in pair})
    found = partition(joined, weights, _start(points, known) if known else None, seed)
    groups = {point: f"{number:06}" for point, number in found.items()}
    groups |= _own_groups(groups, set(pins.values()), weights)
    placed = {node: groups[point] for node, point in points.items() if point in groups}
    return place_rest(projection, anchors, placed, fixed=pins.keys())


def place_rest(
    projection: Projection, anchors: Iterable[str], placed: Mapping[str, str], *, fixed: Iterable[str]
) -> dict[str, str]:
    """All of `anchors` with their groups: those not `placed` join whom they are tied to, what serves many becomes shared."""
    everything = dict(placed)
    loose = [node for node in anchors if node not in everything]
    everything |= settle(loose, everything, neighbours(loose, projection.weights))
    tied = [node for node in loose if node not in everything]
    everything |= settle(tied, everything, neighbours(tied, projection.ties))
    alone = [node for node in loose if node not in everything]
    everything |= _islands(alone, projection.ties)
    everything |= _shared(projection, everything, frozenset(fixed), [n for n in alone if n not in everything])
    return everything | {node: UNLINKED for node in alone if node not in everything}


def _between(weights: Mapping[Pair, int], points: Mapping[str, str]) -> dict[Pair, int]:
    if all(node == point for node, point in points.items()):
        return {pair: weight for pair, weight in weights.items() if weight > 0}
    between: defaultdict[Pair, int] = defaultdict(int)
    for (source, target), weight in weights.items():
        ends = points[source], points[target]
        if ends[0] != ends[1] and weight > 0:
            between[ends] += weight
    return dict(between)


def _start(points: Mapping[str, str], known: Known) -> dict[str, int]:
    """The last community of each point; of a system, that of most of its members. What was grouped for want of links starts anew."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for node, point in points.items():
        community = known.membership.get(node)
        if community is not None and known.kinds.get(community) not in (GroupKind.SHARED, GroupKind.UNLINKED):
            votes[point][community] += 1
    chosen = {point: min(counts, key=lambda c: (-counts[c], c)) for point, counts in votes.items()}
    number = {community: place for place, community in enumerate(sorted(set(chosen.values())))}
    return {point: number[community] for point, community in chosen.items()}


def _own_groups(groups: Mapping[str, str], systems: set[str], weights: Mapping[Pair, int]) -> dict[str, str]:
    """A group of its own for each system; what was with a system follows it, or, of several, the one that pulls most."""
    together: defaultdict[str, list[str]] = defaultdict(list)
    for point, group in groups.items():
        together[group].append(point)
    own = {system: system for system in systems}
    near = neighbours(groups if systems else (), weights)
    for points in together.values():
        here = {point: point for point in points if point in systems}
        if here:
            own |= settle([point for point in points if point not in systems], here, near)
    return own


def _islands(nodes: Iterable[str], ties: Mapping[Pair, int]) -> dict[str, str]:
    """Nodes that are tied to each other only, and too weakly for Leiden: one group for each connected part."""
    waiting = set(nodes)
    leader = {node: node for node in waiting}

    def lead(node: str) -> str:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for source, target in sorted(ties):
        if source in waiting and target in waiting:
            first, second = sorted((lead(source), lead(target)))
            leader[second] = first
    sizes = Counter(lead(node) for node in waiting)
    return {node: f"island:{lead(node)}" for node in sorted(waiting) if sizes[lead(node)] > 1}


def _shared(
    projection: Projection, groups: Mapping[str, str], fixed: frozenset[str], alone: list[str]
) -> dict[str, str]:
    """Infrastructure that serves three groups and more, and either half of all services or no group most of all; what is
    infrastructure and serves nobody joins it.
    """
    users: defaultdict[str, set[str]] = defaultdict(set)
    pulls: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (source, target), weight in projection.ties.items():
        for node, other in ((source, target), (target, source)):
            if node in projection.support and node not in fixed and other not in projection.support and other in groups:
                pulls[node][groups[other]] += weight
                users[node].add(other)
    served = sum(node not in projection.support for node in groups)
    spread = [
        node
        for node, counts in sorted(pulls.items())
        if len(counts) >= _SPREAD
        and (max(counts.values()) <= _MAJORITY * counts.total() or len(users[node]) >= _MAJORITY * served)
    ]
    idle = [node for node in alone if node in projection.platform]
    return dict.fromkeys([*spread, *idle], SHARED)
