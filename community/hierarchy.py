"""Levels around a partition: what groups its communities where they are many, and what divides those that are large."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from community.group_kind import GroupKind
from community.grouping import SHARED, SYSTEM, UNLINKED
from community.leiden import LARGE, SEED, divide
from community.pair_weights import NOWHERE, Numbers, PairWeights, places
from community.projection import Projection

MAX_SERVICES = 16
"""A community of more services is divided further: one paragraph cannot tell it."""
MIN_GROUPED = 9
"""From this many communities a level groups them below the whole."""
PART, MIDDLE, ABOVE, TOP = -1, 0, 1, 2
"""Tiers: the partition itself is MIDDLE, whatever levels there are around it."""
_WHOLE = "whole:"


@dataclass(frozen=True, slots=True)
class Group:
    """A community as found. `members` are all its nodes, sorted; `parent` is the key of the group above, "" at the top.

    `key` tells it from the others of this run only; `name` is the declared system or domain, "" where none is.
    """

    key: str
    tier: int
    members: tuple[str, ...]
    parent: str = ""
    kind: GroupKind = GroupKind.LINKED
    name: str = ""


Starts = Mapping[str, str]
"""Node -> its community at a tier of the last run: where the search for the levels around the partition starts."""


def build_hierarchy(
    projection: Projection, groups: Mapping[str, str], starts: Mapping[int, Starts] | None = None, seed: int = SEED
) -> list[Group]:
    """Two to four levels, the top first; one where there is only one community.

    `groups` maps each node without a home to the key of its community.
    """
    middle = _middle(projection, groups)
    above = _above(projection, middle, (starts or {}).get(ABOVE, {}), seed)
    parents = {key: group.key for group in above for key in group.members}
    whole = [Group(_WHOLE, TOP, projection.nodes, "", GroupKind.WHOLE)] if len(middle) > 1 else []
    top = _WHOLE if whole else ""
    placed = [Group(g.key, g.tier, g.members, parents.get(g.key, top), g.kind, g.name) for g in middle]
    nodes = {group.key: group.members for group in placed}
    grouped = [_with_nodes(group, nodes, top) for group in above]
    parts = _parts(projection, placed, (starts or {}).get(PART, {}), seed)
    return [*whole, *grouped, *placed, *parts]


def _middle(projection: Projection, groups: Mapping[str, str]) -> list[Group]:
    members: defaultdict[str, list[str]] = defaultdict(list)
    homes = projection.homes
    for node in projection.nodes:
        members[groups[homes.get(node, node)]].append(node)
    return [Group(key, MIDDLE, tuple(members[key]), "", *_declared(key)) for key in sorted(members)]


def _declared(key: str) -> tuple[GroupKind, str]:
    if key.startswith(SYSTEM):
        return GroupKind.SYSTEM, key.removeprefix(SYSTEM)
    return {SHARED: GroupKind.SHARED, UNLINKED: GroupKind.UNLINKED}.get(key, GroupKind.LINKED), ""


# --- Above -------------------------------------------------------------------------------------------


def _above(projection: Projection, middle: Sequence[Group], start: Starts, seed: int) -> list[Group]:
    """Groups of groups, whose `members` are the keys below: declared domains, else, of many, by the weight between them."""
    linked = [group for group in middle if group.kind not in (GroupKind.SHARED, GroupKind.UNLINKED)]
    domains = _by_domain(projection, linked)
    if domains or len(linked) < MIN_GROUPED:
        return domains
    found = _by_weight(projection, linked, start, seed)
    return found if len(found) > 1 else []


def _by_domain(projection: Projection, middle: Sequence[Group]) -> list[Group]:
    """One group for each domain that most of the communities declare; a domain of one community groups nothing."""
    chosen: defaultdict[str, list[str]] = defaultdict(list)
    for group in middle:
        counts = Counter(projection.domains[node] for node in group.members if node in projection.domains)
        if counts:
            chosen[min(counts, key=lambda domain: (-counts[domain], domain))].append(group.key)
    if 2 * sum(map(len, chosen.values())) < len(middle):
        return []
    return [
        Group(f"domain:{name}", ABOVE, tuple(keys), "", GroupKind.DOMAIN, name)
        for name, keys in sorted(chosen.items())
        if len(keys) > 1
    ]


def _by_weight(projection: Projection, middle: Sequence[Group], start: Starts, seed: int) -> list[Group]:
    keys = sorted(group.key for group in middle)
    number = {key: place for place, key in enumerate(keys)}
    group_of = {node: number[group.key] for group in middle for node in group.members}
    between = projection.weights.grouped(keys, places(projection.nodes, group_of), is_directed=False)
    begin = {group.key: _usual(group.members, start) for group in middle}
    found = _native(between, begin, None, seed)
    together: defaultdict[int, list[str]] = defaultdict(list)
    for group in middle:
        # What no weight joins to others stands at the top by itself.
        if group.key in found:
            together[found[group.key]].append(group.key)
    kept = sorted(tuple(keys) for keys in together.values() if len(keys) > 1)
    return [Group(f"above:{keys[0]}", ABOVE, keys) for keys in kept]


def _usual(members: Sequence[str], start: Starts) -> str:
    counts = Counter(start[node] for node in members if node in start)
    return min(counts, key=lambda community: (-counts[community], community)) if counts else ""


def _with_nodes(group: Group, nodes: Mapping[str, tuple[str, ...]], parent: str) -> Group:
    members = sorted(node for key in group.members for node in nodes[key])
    return Group(group.key, group.tier, tuple(members), parent, group.kind, group.name)


# --- Below -------------------------------------------------------------------------------------------


def _parts(projection: Projection, groups: Sequence[Group], start: Starts, seed: int) -> list[Group]:
    """The parts of communities that are too large; none of one that does not fall apart."""
    large = [group for group in groups if _is_large(projection, group)]
    group_of = {node: place for place, group in enumerate(large) for node in group.members}
    number = places(projection.nodes, group_of)
    clusters = _clusters(projection.weights.inside(number).undirected(), number, start, seed)
    members: list[defaultdict[int, list[str]]] = [defaultdict(list) for _ in large]
    for node, cluster in sorted(clusters.items()):
        members[group_of[node]][cluster].append(node)
    return [
        part
        for group, parts in zip(large, members, strict=True)
        for part in _filled(projection, group, sorted(parts.values()))
    ]


def _clusters(inside: PairWeights, group_of: Numbers, start: Starts, seed: int) -> dict[str, int]:
    """A cluster for each node that something joins to others of its group."""
    if len(inside) >= LARGE:
        number = {part: place for place, part in enumerate(sorted(set(start.values())))}
        last = places(map(start.get, inside.names), number)
        parts = divide(inside, group_of, last, seed).tolist()
        return {node: part for node, part in zip(inside.names, parts, strict=True) if part != NOWHERE}
    found: dict[str, int] = {}
    for group in range(int(group_of.max(initial=NOWHERE)) + 1):
        own = inside.inside(np.where(group_of == group, group_of, NOWHERE))
        found |= _native(own, start, MAX_SERVICES, seed)
    return found


def _is_large(projection: Projection, group: Group) -> bool:
    if group.kind in (GroupKind.SHARED, GroupKind.UNLINKED):
        return False
    if len(group.members) <= MAX_SERVICES:
        return False
    return sum(node.startswith("service:") for node in group.members if node not in projection.homes) > MAX_SERVICES


def _filled(projection: Projection, group: Group, parts: Sequence[Sequence[str]]) -> list[Group]:
    """Parts with the nodes that go with theirs; what is joined to no part goes with the largest."""
    if len(parts) < 2:
        return []
    part_of = {node: place for place, part in enumerate(parts) for node in part}
    largest = max(range(len(parts)), key=lambda place: (len(parts[place]), -place))
    filled: list[list[str]] = [[] for _ in parts]
    for node in group.members:
        filled[part_of.get(projection.home(node), largest)].append(node)
    return [Group(f"{group.key}/{place:03}", PART, tuple(members), group.key) for place, members in enumerate(filled)]


def _native(weights: PairWeights, start: Mapping[str, str], max_size: int | None, seed: int) -> dict[str, int]:
    """Graspologic's Leiden; with a size, its hierarchy down to clusters of at most that many nodes."""
    import graspologic_native

    edges = [(source, target, float(weight)) for (source, target), weight in weights.by_pair().items()]
    if not edges:
        return {}
    begin = _numbered({node for source, target, _ in edges for node in (source, target)}, start)
    if max_size is None:
        _, found = graspologic_native.leiden(edges=edges, starting_communities=begin, seed=seed)
        return dict(found)
    clusters = graspologic_native.hierarchical_leiden(
        edges=edges, starting_communities=begin, max_cluster_size=max_size, seed=seed
    )
    return {cluster.node: cluster.cluster for cluster in clusters if cluster.is_final_cluster}


def _numbered(nodes: set[str], start: Mapping[str, str]) -> dict[str, int] | None:
    """Starting communities as numbers, None where nothing is known of the last run."""
    if not any(start.get(node) for node in nodes):
        return None
    number: dict[str, int] = {}
    return {node: number.setdefault(start.get(node) or node, len(number)) for node in sorted(nodes)}
