"""Which community of the last run each new one continues: ids follow the edges, and births, splits, merges and deaths are told."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from community.descent import Descent, Fate
from community.edge_set import EdgeSet
from community.group_kind import GroupKind
from community.hierarchy import PART, Group


@dataclass(frozen=True, slots=True)
class Earlier:
    """A community of the last run, with the edges that touched it then."""

    id: str
    tier: int
    kind: GroupKind
    name: str
    members: tuple[str, ...]
    edges: EdgeSet


MIN_OVERLAP = 0.3
"""The share of edges, or of members, of the smaller side from which one community counts as part of another's history."""
_NAMED = frozenset(GroupKind) - {GroupKind.LINKED}
"""Kinds that are told by what they are called: the system `orders` stays itself, whatever moves in or out."""


def continue_ids(
    before: Sequence[Earlier],
    now: Sequence[Group],
    touching: Sequence[EdgeSet],
    degrees: Mapping[str, int],
    kept: Mapping[int, str],
) -> tuple[list[str], list[Descent]]:
    """An id for each group of `now`, in order, and what happened to communities that did not simply live on.

    `touching` are the edges of each group, `degrees` how many edges each node has, `kept` the ids that are settled
    already, by place. Within a tier the pair that is most alike in edges and members goes first; an id is given once.
    New ids are called after the best connected service.
    """
    overlaps = [
        overlap for tier in sorted({group.tier for group in now}) for overlap in _overlaps(tier, before, now, touching)
    ]
    ids = {**_by_name(before, now), **kept}
    taken = set(ids.values())
    for overlap in sorted(overlaps, key=lambda o: (-o.likeness, before[o.old].id, o.new)):
        old = before[overlap.old]
        if overlap.new not in ids and old.id not in taken and not _is_named(now[overlap.new]) and not _is_named(old):
            ids[overlap.new] = old.id
            taken.add(old.id)
    reserved = {*taken, *(old.id for old in before)}
    for place, group in enumerate(now):
        if place not in ids:
            ids[place] = _fresh_id(group, degrees, reserved)
            reserved.add(ids[place])
    ordered = [ids[place] for place in range(len(now))]
    return ordered, _descents(before, overlaps, ordered)


class _Overlap(NamedTuple):
    """Places of an old and a new community that have something in common, and how much they are alike (0 to 2)."""

    old: int
    new: int
    likeness: float


def _is_named(community: Group | Earlier) -> bool:
    return community.kind in _NAMED


def _by_name(before: Sequence[Earlier], now: Sequence[Group]) -> dict[int, str]:
    known = {(old.tier, old.kind, old.name): old.id for old in before if _is_named(old)}
    keys = {place: (group.tier, group.kind, group.name) for place, group in enumerate(now) if _is_named(group)}
    return {place: known[key] for place, key in keys.items() if key in known}


def _overlaps(
    tier: int, before: Sequence[Earlier], now: Sequence[Group], touching: Sequence[EdgeSet]
) -> list[_Overlap]:
    """Pairs of one tier that share enough of their edges or members."""
    olds = [place for place, old in enumerate(before) if old.tier == tier]
    news = [place for place, group in enumerate(now) if group.tier == tier]
    edges = _shared_edges([before[place].edges for place in olds], [touching[place] for place in news])
    members = _shared_members([before[place].members for place in olds], [now[place].members for place in news])
    found = []
    for pair in sorted(edges.keys() | members.keys()):
        old, new = olds[pair[0]], news[pair[1]]
        by_edges = _alike(edges.get(pair, 0), len(before[old].edges), len(touching[new]))
        by_members = _alike(members.get(pair, 0), len(before[old].members), len(now[new].members))
        if max(by_edges[0], by_members[0]) >= MIN_OVERLAP:
            found.append(_Overlap(old, new, by_edges[1] + by_members[1]))
    return found


def _alike(shared: int, one: int, other: int) -> tuple[float, float]:
    """Shared over the smaller side, and over both together."""
    return (shared / min(one, other), shared / (one + other - shared)) if shared else (0.0, 0.0)


def _shared_edges(before: Sequence[EdgeSet], now: Sequence[EdgeSet]) -> dict[tuple[int, int], int]:
    """How many edges each old and new community have in common, where they have any."""
    old_keys, old_owners = _joined(before)
    new_keys, new_owners = _joined(now)
    order = np.argsort(old_keys, kind="stable")
    old_keys, old_owners = old_keys[order], old_owners[order]
    first = np.searchsorted(old_keys, new_keys, "left")
    count = np.searchsorted(old_keys, new_keys, "right") - first
    # An edge touches two communities of a tier at most, so each new one meets that many old ones.
    pairs = [
        old_owners[first[count > step] + step] * len(now) + new_owners[count > step]
        for step in range(int(count.max(initial=0)))
    ]
    counts = Counter(np.concatenate(pairs).tolist()) if pairs else Counter[int]()
    return {divmod(code, len(now)): number for code, number in counts.items()}


def _joined(sets: Sequence[EdgeSet]) -> tuple[EdgeSet, NDArray[np.int64]]:
    if not sets:
        return np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64)
    return np.concatenate(sets), np.repeat(np.arange(len(sets)), [len(edges) for edges in sets])


def _shared_members(before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> dict[tuple[int, int], int]:
    owner = {node: place for place, members in enumerate(before) for node in members}
    pairs = ((owner[node], place) for place, members in enumerate(now) for node in members if node in owner)
    return dict(Counter(pairs))


def _fresh_id(group: Group, degrees: Mapping[str, int], taken: set[str]) -> str:
    """Readable and stable: the system, or the best connected service, numbered where that is taken."""
    base = f"community:{group.name or _hub(group, degrees)}"
    if group.tier == PART:
        base += "~part"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}~{number}", number + 1
    return name


def _hub(group: Group, degrees: Mapping[str, int]) -> str:
    if _is_named(group):
        return group.kind.value
    best = min(group.members, key=lambda node: (not node.startswith("service:"), -degrees.get(node, 0), node))
    return best.partition(":")[2]


def _descents(before: Sequence[Earlier], overlaps: Sequence[_Overlap], ids: Sequence[str]) -> list[Descent]:
    parents: defaultdict[str, set[str]] = defaultdict(set)
    children: defaultdict[str, set[str]] = defaultdict(set)
    for overlap in overlaps:
        parents[ids[overlap.new]].add(before[overlap.old].id)
        children[before[overlap.old].id].add(ids[overlap.new])
    known, alive = {old.id for old in before}, set(ids)
    found = []
    for identity in ids:
        others = tuple(sorted(parents[identity] - {identity}))
        gone = tuple(other for other in others if other not in alive)
        if identity not in known:
            found.append(Descent(identity, Fate.SPLIT if others else Fate.BORN, others))
        elif gone:
            found.append(Descent(identity, Fate.MERGED, gone))
    return [*found, *(Descent(old, Fate.DIED, tuple(sorted(children[old]))) for old in sorted(known - alive))]
