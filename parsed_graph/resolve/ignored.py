"""What `services.yaml` ignores and only an address, a trace or a proxy's configuration showed: it leaves the graph again."""

from parsed_graph.resolve.components.overrides import spelled
from parsed_graph.resolve.estate import Estate
from parsed_graph.schema import NodeLabel


def leave_out_ignored(estate: Estate, found: frozenset[str]) -> None:
    """Removes what came to the graph under an ignored name; `found` are the components that were there before any address was read.

    A name under which nothing shows up at all is a problem.
    """
    gone: set[str] = set()
    for entry, label in estate.overrides.ignored:
        labels = (label,) if label else (NodeLabel.SERVICE, NodeLabel.DATABASE)
        key = spelled(entry.fact.name)
        same = {node.id for node in estate.graph.nodes(*labels) if spelled(node.name) == key} - found
        if label is None and not same:
            detail = f"nothing is found under the name {entry.fact.name}: correct it or take the entry out"
            estate.overrides.note(entry, "unknown-service", detail)
        gone |= same
    if gone:
        owned = {node.id for node in estate.graph.nodes() if node.service in gone}
        estate.graph.remove_nodes(gone | owned)
        estate.uses = [use for use in estate.uses if gone.isdisjoint((use.source, use.target))]
