"""The communities of this run: the partition of the last one as long as little has changed, else a new one that continues it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from community.change import EdgeChange, edge_change
from community.community import Community, CommunityState, Event
from community.edge_set import EdgeIndex, EdgeSet
from community.grouping import Known, group_nodes
from community.hierarchy import ABOVE, MIDDLE, PART, Group, build_hierarchy
from community.keep_partition import kept_groups
from community.leiden import SEED
from community.lineage import Earlier, continue_ids
from community.projection import Projection

HISTORY = 500
"""Lines of lineage that are remembered."""


@dataclass(frozen=True, slots=True)
class Found:
    """The groups of this run, their ids and edges in the same order, and what became of the partition.

    `change` is what happened to the whole map since it was partitioned; None for the first run.
    """

    groups: tuple[Group, ...]
    ids: tuple[str, ...]
    edges: tuple[EdgeSet, ...]
    index: EdgeIndex
    is_partitioned: bool
    change: EdgeChange | None
    partition_edges: EdgeSet
    partition: int
    history: tuple[Event, ...]


def find_communities(
    projection: Projection,
    before: CommunityState | None,
    *,
    threshold: float,
    pinned: bool,
    settings: str,
    force: bool = False,
    seed: int = SEED,
) -> Found:
    """Groups with ids that go on from `before`.

    The partition is kept while the whole map has changed by at most `threshold` since it was made and `settings`, the
    fingerprint of what steers it, is the same. `force` makes a new one in any case.
    """
    index = projection.edges
    change = edge_change(before.partition_edges, index.all) if before else None
    keeps = before is not None and change is not None and not force
    if keeps and before is not None and change is not None:
        keeps = before.settings == settings and change.ratio <= threshold
    if keeps and before is not None:
        groups = kept_groups(projection, before.communities, pinned=pinned)
    else:
        groups = _new_groups(projection, before, pinned=pinned, seed=seed)
    edges = _touching(index, groups)
    earlier = earlier_communities(before) if before else []
    known = {old.id for old in earlier}
    kept = {place: group.key for place, group in enumerate(groups) if keeps and group.key in known}
    ids, descents = continue_ids(earlier, groups, edges, index.degrees(), kept)
    partition_edges = before.partition_edges if keeps and before else index.all
    partition = _partition_number(before, ids, groups, partition_edges)
    history = before.history if before else ()
    if before is not None:
        history = (*history, *(Event(partition, descent) for descent in descents))[-HISTORY:]
    return Found(tuple(groups), tuple(ids), tuple(edges), index, not keeps, change, partition_edges, partition, history)


def _partition_number(
    before: CommunityState | None, ids: Sequence[str], groups: Sequence[Group], edges: EdgeSet
) -> int:
    """Counts partitions; one that was asked for and changed nothing is none."""
    if before is None:
        return 1
    members = {identity: group.members for identity, group in zip(ids, groups, strict=True)}
    same = {community.id: community.members for community in before.communities} == members
    return before.partition + (not (same and np.array_equal(before.partition_edges, edges)))


def _new_groups(projection: Projection, before: CommunityState | None, *, pinned: bool, seed: int) -> list[Group]:
    known, starts = None, None
    if before is not None:
        middle = [community for community in before.communities if community.tier == MIDDLE]
        known = Known(
            {node: community.id for community in middle for node in community.members},
            {community.id: community.kind for community in middle},
        )
        starts = {tier: _membership(before.communities, tier) for tier in (ABOVE, PART)}
    return build_hierarchy(projection, group_nodes(projection, known, pinned=pinned, seed=seed), starts, seed)


def _membership(communities: Sequence[Community], tier: int) -> Mapping[str, str]:
    return {node: community.id for community in communities if community.tier == tier for node in community.members}


def _touching(index: EdgeIndex, groups: Sequence[Group]) -> list[EdgeSet]:
    found: dict[int, EdgeSet] = {}
    for tier in {group.tier for group in groups}:
        places = [place for place, group in enumerate(groups) if group.tier == tier]
        found |= zip(places, index.touching([groups[place].members for place in places]), strict=True)
    return [found[place] for place in range(len(groups))]


def earlier_communities(before: CommunityState) -> list[Earlier]:
    """The communities of a state with their edges: what a new partition is compared with."""
    found = []
    for tier in sorted({community.tier for community in before.communities}):
        communities = [community for community in before.communities if community.tier == tier]
        touching = before.edges.touching([community.members for community in communities])
        found += [
            Earlier(community.id, tier, community.kind, community.name, community.members, edges)
            for community, edges in zip(communities, touching, strict=True)
        ]
    return found
