"""The communities of a map: Leiden, with declared systems pinned, and a place for everything that Leiden cannot place.

Infrastructure that serves three communities and more, or half of all services in two, belongs to none of them and is
grouped by itself; so is what has no link at all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from community.group_kind import GroupKind
from community.leiden import SEED, partition
from community.pair_weights import NOWHERE, Numbers, PairWeights, places, strongest
from community.projection import Projection
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
    names = sorted(set(points.values()))
    number = {name: place for place, name in enumerate(names)}
    point_of = places(map(points.get, projection.nodes), number)
    weights = projection.weights.grouped(names, point_of)
    found = partition(weights, _start(projection.nodes, point_of, len(names), known) if known else None, seed)
    groups = {name: f"{group:06}" for name, group in zip(names, found.tolist(), strict=True) if group != NOWHERE}
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


def _start(nodes: Sequence[str], point_of: Numbers, points: int, known: Known) -> Numbers:
    """The last community of each point; of a system, that of most of its members. What was grouped for want of links starts anew."""
    usable = sorted(id_ for id_, kind in known.kinds.items() if kind not in (GroupKind.SHARED, GroupKind.UNLINKED))
    number = {community: place for place, community in enumerate(usable)}
    last = places(map(known.membership.get, nodes), number)
    votes = (point_of > NOWHERE) & (last > NOWHERE)
    return strongest(point_of[votes], last[votes], np.ones(int(votes.sum()), dtype=np.int64), points)


def _own_groups(groups: Mapping[str, str], systems: set[str], weights: PairWeights) -> dict[str, str]:
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


def _islands(nodes: Iterable[str], ties: PairWeights) -> dict[str, str]:
    """Nodes that are tied to each other only, and too weakly for Leiden: one group for each connected part."""
    waiting = set(nodes)
    leader = {node: node for node in waiting}

    def lead(node: str) -> str:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for source, target in ties.near(waiting).by_pair():
        if source in waiting and target in waiting:
            first, second = sorted((lead(source), lead(target)))
            leader[second] = first
    sizes = Counter(lead(node) for node in waiting)
    return {node: f"island:{lead(node)}" for node in sorted(waiting) if sizes[lead(node)] > 1}


def _shared(
    projection: Projection, groups: Mapping[str, str], fixed: frozenset[str], alone: list[str]
) -> dict[str, str]:
    """Infrastructure that serves three groups and more, no one of them most of all, or half of all services, in whatever
    groups; what is infrastructure and serves nobody joins it.
    """
    users: defaultdict[str, set[str]] = defaultdict(set)
    pulls: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (source, target), weight in projection.ties.near(projection.support).by_pair().items():
        for node, other in ((source, target), (target, source)):
            if node in projection.support and node not in fixed and other not in projection.support and other in groups:
                pulls[node][groups[other]] += weight
                users[node].add(other)
    served = sum(node not in projection.support for node in groups)
    spread = [
        node
        for node, counts in sorted(pulls.items())
        if (len(counts) >= _SPREAD and max(counts.values()) <= _MAJORITY * counts.total())
        or (len(counts) > 1 and len(users[node]) >= max(_SPREAD, _MAJORITY * served))
    ]
    idle = [node for node in alone if node in projection.platform]
    return dict.fromkeys([*spread, *idle], SHARED)
