"""Which community of the last run each new one continues: ids follow the edges, and births, splits, merges and deaths are told."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from community.descent import Descent, Fate
from community.edge_set import EdgeSet
from community.group_kind import GroupKind
from community.hierarchy import PART, TOP, Group


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
    sets = chain((old.members for old in before), (group.members for group in now))
    nodes = dict.fromkeys(chain.from_iterable(sets))
    number = {node: place for place, node in enumerate(nodes)}
    overlaps = [
        overlap
        for tier in sorted({group.tier for group in now} - {TOP})
        for overlap in _overlaps(tier, before, now, touching, number)
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
    tier: int,
    before: Sequence[Earlier],
    now: Sequence[Group],
    touching: Sequence[EdgeSet],
    number: Mapping[str, int],
) -> list[_Overlap]:
    """Pairs of one tier that share enough of their edges or members."""
    olds = [place for place, old in enumerate(before) if old.tier == tier]
    news = [place for place, group in enumerate(now) if group.tier == tier]
    by_edges = _shared(_joined([before[place].edges for place in olds]), _joined([touching[place] for place in news]))
    by_members = _shared(
        _numbered([before[place].members for place in olds], number),
        _numbered([now[place].members for place in news], number),
    )
    codes = np.union1d(by_edges.close, by_members.close)
    likeness = by_edges.likeness(codes) + by_members.likeness(codes)
    return [
        _Overlap(olds[code // len(news)], news[code % len(news)], alike)
        for code, alike in zip(codes.tolist(), likeness.tolist(), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Shared:
    """What old and new communities have in common, for each pair that has anything: its code (old place times the number of new ones,
    plus new place), sorted; how many keys it shares; that over the smaller side and over both together.
    """

    codes: NDArray[np.int64]
    of_smaller: NDArray[np.float64]
    of_both: NDArray[np.float64]

    @property
    def close(self) -> NDArray[np.int64]:
        """The pairs that share enough to be history of each other."""
        return self.codes[self.of_smaller >= MIN_OVERLAP]

    def likeness(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        """How much the pairs with these codes share of both together; 0 for those that share nothing."""
        places = np.minimum(np.searchsorted(self.codes, codes), max(len(self.codes) - 1, 0))
        if not len(self.codes):
            return np.zeros(len(codes))
        return np.where(self.codes[places] == codes, self.of_both[places], 0.0)


class _Keys(NamedTuple):
    """The keys of several sets, sorted, and the place of the set that each is from."""

    keys: NDArray[np.uint64]
    owners: NDArray[np.int64]
    sizes: NDArray[np.int64]


def _shared(before: _Keys, now: _Keys) -> _Shared:
    """What sets of keys have in common, each old with each new one."""
    first = np.searchsorted(before.keys, now.keys, "left")
    count = np.searchsorted(before.keys, now.keys, "right") - first
    # An edge touches two communities of a tier at most, so each new one meets that many old ones.
    pairs = [
        before.owners[first[count > step] + step] * len(now.sizes) + now.owners[count > step]
        for step in range(int(count.max(initial=0)))
    ]
    codes, shared = np.unique(np.concatenate([np.empty(0, dtype=np.int64), *pairs]), return_counts=True)
    old_sizes = before.sizes[codes // max(len(now.sizes), 1)]
    new_sizes = now.sizes[codes % max(len(now.sizes), 1)]
    return _Shared(codes, shared / np.minimum(old_sizes, new_sizes), shared / (old_sizes + new_sizes - shared))


def _joined(sets: Sequence[NDArray[np.uint64]]) -> _Keys:
    keys = np.concatenate([np.empty(0, dtype=np.uint64), *sets])
    return _sorted_keys(keys, [len(each) for each in sets])


def _numbered(sets: Sequence[Sequence[str]], number: Mapping[str, int]) -> _Keys:
    sizes = [len(each) for each in sets]
    keys = np.fromiter(map(number.__getitem__, chain.from_iterable(sets)), dtype=np.uint64, count=sum(sizes))
    return _sorted_keys(keys, sizes)


def _sorted_keys(keys: NDArray[np.uint64], sizes: Sequence[int]) -> _Keys:
    order = np.argsort(keys, kind="stable")
    return _Keys(keys[order], np.repeat(np.arange(len(sizes)), sizes)[order], np.array(sizes, dtype=np.int64))


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
