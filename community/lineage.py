"""Which community of the last run each new one continues: ids follow the edges, and births, splits, merges and deaths are told."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from community.change import edges_touching
from community.projection import EdgeKey


class Fate(StrEnum):
    """What became of a community since the last run."""

    KEPT = "kept"
    BORN = "born"
    SPLIT = "split"
    MERGED = "merged"
    DIED = "died"


@dataclass(frozen=True, slots=True)
class Descent:
    """One line of the lineage: `id` of a community, its fate, and the ids it came from or went into."""

    id: str
    fate: Fate
    relatives: tuple[str, ...] = ()


MIN_OVERLAP = 0.3
"""The share of edges (of the smaller side) from which one community counts as part of another's history."""


def continue_ids(
    before: Mapping[str, frozenset[EdgeKey]], now: Sequence[Sequence[str]], edges: frozenset[EdgeKey]
) -> tuple[list[str], list[Descent]]:
    """An id for each community of `now` (member lists, in order), and what happened to each old and new one.

    `before` maps old ids to the edges that touched them. The pair that shares most edges goes first; an id is given
    once. A community without edges is matched by nothing and gets an id from its first member.
    """
    touching = [edges_touching(members, edges) for members in now]
    shared = _shared(before, touching)
    ids: dict[int, str] = {}
    taken: set[str] = set()
    for _, old, index in sorted(((-_likeness(before[o], touching[i]), o, i) for o, i in shared)):
        if index not in ids and old not in taken and shared[old, index]:
            ids[index] = old
            taken.add(old)
    for index, members in enumerate(now):
        if index not in ids:
            ids[index] = _fresh_id(members, {*taken, *before})
            taken.add(ids[index])
    ordered = [ids[index] for index in range(len(now))]
    return ordered, _descents(before, touching, shared, ordered)


def _shared(
    before: Mapping[str, frozenset[EdgeKey]], touching: Sequence[frozenset[EdgeKey]]
) -> dict[tuple[str, int], int]:
    """How many edges each old and new community have in common, where they have any."""
    owners: defaultdict[EdgeKey, list[str]] = defaultdict(list)
    for old, edges in before.items():
        for edge in edges:
            owners[edge].append(old)
    counts: defaultdict[tuple[str, int], int] = defaultdict(int)
    for index, edges in enumerate(touching):
        for edge in edges:
            for old in owners.get(edge, ()):
                counts[old, index] += 1
    return dict(counts)


def _likeness(one: frozenset[EdgeKey], other: frozenset[EdgeKey]) -> float:
    union = len(one | other)
    return len(one & other) / union if union else 0.0


def _fresh_id(members: Sequence[str], taken: set[str]) -> str:
    """Readable and stable: the first service among the members, numbered where that is taken."""
    first = next((m for m in sorted(members) if m.startswith("service:")), sorted(members)[0])
    base = f"community:{first.partition(':')[2]}"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}~{number}", number + 1
    return name


def _descents(
    before: Mapping[str, frozenset[EdgeKey]],
    touching: Sequence[frozenset[EdgeKey]],
    shared: Mapping[tuple[str, int], int],
    ids: Sequence[str],
) -> list[Descent]:
    children: defaultdict[str, set[str]] = defaultdict(set)
    parents: defaultdict[str, set[str]] = defaultdict(set)
    for (old, index), count in shared.items():
        smaller = min(len(before[old]), len(touching[index])) or 1
        if count / smaller >= MIN_OVERLAP:
            children[old].add(ids[index])
            parents[ids[index]].add(old)
    found = []
    for identity in ids:
        own = parents[identity]
        if identity not in before:
            fate = Fate.SPLIT if own else Fate.BORN
            found.append(Descent(identity, fate, tuple(sorted(own))))
        elif len(own - {identity}) and any(parent not in ids for parent in own):
            found.append(Descent(identity, Fate.MERGED, tuple(sorted(own - {identity}))))
        else:
            found.append(Descent(identity, Fate.KEPT))
    gone = sorted(set(before) - set(ids))
    found += [Descent(old, Fate.DIED, tuple(sorted(children[old]))) for old in gone]
    return found
