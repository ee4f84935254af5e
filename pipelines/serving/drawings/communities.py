"""Which community each node of a drawing belongs to, level by level; a drawing of a snapshot without any has none."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from community.read_communities import Communities
from community.tables import has_communities
from parsed_graph.queries.service_map import Drawing
from parsed_graph.view import View


@dataclass(frozen=True, slots=True)
class DrawnCommunity:
    """A community with those of its members that are drawn. `level` 0 is the whole estate."""

    id: str
    title: str
    kind: str
    level: int
    ids: tuple[str, ...]


def drawn_communities(view: View, drawing: Drawing) -> list[DrawnCommunity]:
    """The communities that have something in a drawing, each before what is below it.

    What is no member itself, such as an endpoint, goes with the service that it is part of.
    """
    if not has_communities(view.snapshot.database):
        return []
    communities = Communities(view)
    found = []
    for listed in communities.tree():
        members = set(communities.member_ids(listed))
        ids = tuple(node.id for node in drawing.nodes if node.id in members or node.service in members)
        if ids:
            found.append(DrawnCommunity(listed.id, listed.title, listed.kind.value, listed.level, ids))
    return found


def chains(communities: Sequence[DrawnCommunity]) -> Mapping[str, tuple[str, ...]]:
    """The ids of each node's communities, the largest first."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for community in communities:
        for node_id in community.ids:
            found[node_id].append(community.id)
    return {node_id: tuple(ids) for node_id, ids in found.items()}
