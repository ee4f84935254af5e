"""Puts every exported node in a community: what has none goes with its service, else with most of its neighbours."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from pipelines.exports.exported_estate import ExportedCommunity, ExportedEstate


def place_nodes(estate: ExportedEstate) -> dict[str, tuple[str, ...]]:
    """Community id -> ids of its nodes, sorted; a node is in its community and in all above it. Every node is in one of level 0.

    Nodes that nothing joins to a community are put in the largest of level 0. There must be a community.
    """
    leaf = _leaves(estate.communities)
    for node in estate.nodes:
        if node.id not in leaf and node.service in leaf:
            leaf[node.id] = leaf[node.service]
    _follow_neighbours(estate, leaf)
    parents = {community.id: community.parent for community in estate.communities}
    roots = [community for community in estate.communities if community.level == 0]
    largest = min(roots, key=lambda community: (-len(community.members), community.id)).id
    placed: defaultdict[str, list[str]] = defaultdict(list)
    for node in estate.nodes:
        community = leaf.get(node.id, largest)
        while community:
            placed[community].append(node.id)
            community = parents.get(community, "")
    return {community: tuple(nodes) for community, nodes in placed.items()}


def _leaves(communities: Sequence[ExportedCommunity]) -> dict[str, str]:
    """Node -> the lowest community that it is a member of; communities come with parents before parts."""
    return {member: community.id for community in communities for member in community.members}


def _follow_neighbours(estate: ExportedEstate, leaf: dict[str, str]) -> None:
    """Rounds over what is left, each looking at what the rounds before have placed: a decision follows its record."""
    near: defaultdict[str, set[str]] = defaultdict(set)
    for edge in estate.edges:
        near[edge.source].add(edge.target)
        near[edge.target].add(edge.source)
    waiting = [node.id for node in estate.nodes if node.id not in leaf]
    while waiting:
        found = {node: chosen for node in waiting if (chosen := _most(near[node], leaf))}
        if not found:
            return
        leaf.update(found)
        waiting = [node for node in waiting if node not in found]


def _most(neighbours: set[str], leaf: Mapping[str, str]) -> str:
    counts = Counter(leaf[other] for other in neighbours if other in leaf)
    return min(counts, key=lambda community: (-counts[community], community), default="")
