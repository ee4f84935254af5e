"""Whether a user who names something means a community."""

from community.read_communities import Communities, CommunityCard, says_community
from parsed_graph.errors import QueryError
from parsed_graph.node_names import lookup_names
from parsed_graph.view import View


def community_meant(view: View, text: str) -> CommunityCard | None:
    """The community that `text` names, where it says so (`orders subsystem`) or no node is called so; else None."""
    try:
        communities = Communities(view)
    except QueryError:
        return None
    found = communities.match(text)
    if found is None or (not says_community(text) and view.named(list(lookup_names(text)))):
        return None
    return communities.card(found)
