"""The last partition, kept: new nodes join the community that most of their weight points to, gone ones leave."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from community.community import Community
from community.group_kind import GroupKind
from community.grouping import SHARED, SYSTEM, UNLINKED, place_rest
from community.hierarchy import ABOVE, MIDDLE, PART, TOP, Group
from community.projection import Projection
from community.settle import neighbours, settle


def kept_groups(projection: Projection, communities: Sequence[Community], *, pinned: bool) -> list[Group]:
    """The communities of the last run with the nodes of this one; their keys are their ids. Empty ones are gone.

    A declared system that is new gets a community at once: what is pinned does not wait for the next partition.
    """
    middle = [community for community in communities if community.tier == MIDDLE]
    groups = _grouped(projection, middle, pinned=pinned)
    members: defaultdict[str, list[str]] = defaultdict(list)
    for node in projection.nodes:
        members[groups[projection.home(node)]].append(node)
    by_id = {community.id: community for community in middle}
    above = [community for community in communities if community.tier == ABOVE]
    whole = [community for community in communities if community.tier == TOP]
    top = whole[0].id if whole else ("whole:" if len(members) > 1 else "")
    placed = [_placed(key, tuple(nodes), by_id, top) for key, nodes in sorted(members.items())]
    parts = list(_parts(projection, placed, communities))
    return [
        *([Group(top, TOP, projection.nodes, "", GroupKind.WHOLE)] if top else []),
        *(kept for community in above if (kept := _above(community, placed, top)).members),
        *placed,
        *parts,
    ]


def _grouped(projection: Projection, middle: Sequence[Community], *, pinned: bool) -> dict[str, str]:
    """Community id, or a new key, for each node without a home."""
    last = {node: community.id for community in middle for node in community.members}
    unlinked = {community.id for community in middle if community.kind is GroupKind.UNLINKED}
    known = {_key(community): community.id for community in middle if _key(community)}
    anchors = [node for node in projection.nodes if node not in projection.homes]
    pins = {
        node: known.get(f"{SYSTEM}{system}", f"{SYSTEM}{system}")
        for node in anchors
        if pinned and (system := projection.systems.get(node))
    }
    placed = {node: last[node] for node in anchors if node in last and last[node] not in unlinked} | pins
    groups = place_rest(projection, anchors, placed, fixed=placed)
    return {node: known.get(key, key) for node, key in groups.items()}


def _key(community: Community) -> str:
    if community.kind is GroupKind.SYSTEM:
        return f"{SYSTEM}{community.name}"
    return {GroupKind.SHARED: SHARED, GroupKind.UNLINKED: UNLINKED}.get(community.kind, "")


def _placed(key: str, members: tuple[str, ...], known: Mapping[str, Community], top: str) -> Group:
    old = known.get(key)
    if old is not None:
        return Group(key, MIDDLE, members, old.parent or top, old.kind, old.name)
    if key.startswith(SYSTEM):
        return Group(key, MIDDLE, members, top, GroupKind.SYSTEM, key.removeprefix(SYSTEM))
    kind = {SHARED: GroupKind.SHARED, UNLINKED: GroupKind.UNLINKED}.get(key, GroupKind.LINKED)
    return Group(key, MIDDLE, members, top, kind)


def _above(community: Community, placed: Sequence[Group], top: str) -> Group:
    members = sorted(node for group in placed if group.parent == community.id for node in group.members)
    return Group(community.id, ABOVE, tuple(members), top, community.kind, community.name)


def _parts(projection: Projection, placed: Sequence[Group], communities: Sequence[Community]) -> Iterator[Group]:
    """The parts of divided communities: a new node joins one as it joined the community, else the largest."""
    parts: defaultdict[str, list[Community]] = defaultdict(list)
    for community in communities:
        if community.tier == PART:
            parts[community.parent].append(community)
    anchors = {
        group.key: [node for node in group.members if node not in projection.homes]
        for group in placed
        if group.key in parts
    }
    last = {
        key: {node: part.id for part in parts[key] for node in part.members if node in inside}
        for key, inside in ((key, frozenset(nodes)) for key, nodes in anchors.items())
    }
    loose = {key: [node for node in nodes if node not in last[key]] for key, nodes in anchors.items()}
    near = neighbours((node for nodes in loose.values() for node in nodes), projection.weights)
    for group in placed:
        if group.key in parts:
            part_of = last[group.key] | settle(loose[group.key], last[group.key], near)
            yield from _divided(projection, group, part_of, parts[group.key])


def _divided(
    projection: Projection, group: Group, part_of: Mapping[str, str], parts: Sequence[Community]
) -> Iterator[Group]:
    largest = min(parts, key=lambda part: (-len(part.members), part.id)).id
    members: defaultdict[str, list[str]] = defaultdict(list)
    for node in group.members:
        members[part_of.get(projection.home(node), largest)].append(node)
    for key, nodes in sorted(members.items()):
        yield Group(key, PART, tuple(nodes), group.key)
