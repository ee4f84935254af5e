"""What came, went and differs between the snapshot before and the graph about to be written."""

from collections.abc import Iterable, Iterator, Sequence

import apsw

from parsed_graph.model import Edge, Node
from parsed_graph.snapshot.canonical_json import properties_json
from parsed_graph.snapshot.run_report import Change

Entry = tuple[tuple[str, ...], object]
"""What a row is told apart by, and what else it says."""


def count_changes(before: Iterable[Entry], after: Iterable[Entry]) -> Change:
    """Compares two listings in ascending order of their keys in one pass, whatever their size."""
    added = removed = changed = 0
    left, right = iter(before), iter(after)
    old, new = next(left, None), next(right, None)
    while old is not None or new is not None:
        if old is None or (new is not None and new[0] < old[0]):
            added += 1
            new = next(right, None)
        elif new is None or old[0] < new[0]:
            removed += 1
            old = next(left, None)
        else:
            changed += old[1] != new[1]
            old, new = next(left, None), next(right, None)
    return Change(added, removed, changed)


def graph_changes(
    connection: apsw.Connection | None, nodes: Sequence[Node], edges: Sequence[Edge]
) -> dict[str, Change]:
    """Changes of nodes and edges since the snapshot that `connection` reads; all are new where there is none."""
    if connection is None:
        return {"nodes": Change(added=len(nodes)), "edges": Change(added=len(edges))}
    return {
        "nodes": count_changes(_stored_nodes(connection), _node_entries(nodes)),
        "edges": count_changes(_stored_edges(connection), _edge_entries(edges)),
    }


def _stored_nodes(connection: apsw.Connection) -> Iterator[Entry]:
    rows = connection.execute("SELECT id, name, service, properties FROM graph_nodes ORDER BY key")
    return (((row[0],), row[1:]) for row in rows)


def _stored_edges(connection: apsw.Connection) -> Iterator[Entry]:
    rows = connection.execute(
        "SELECT s.id, e.type, t.id, e.layer, e.confidence, e.properties FROM graph_edges e"
        " CROSS JOIN graph_nodes s ON s.key = e.source CROSS JOIN graph_nodes t ON t.key = e.target ORDER BY e.key"
    )
    return ((row[:4], row[4:]) for row in rows)


def _node_entries(nodes: Sequence[Node]) -> Iterator[Entry]:
    return (((node.id,), (node.name, node.service, properties_json(node.properties))) for node in nodes)


def _edge_entries(edges: Sequence[Edge]) -> Iterator[Entry]:
    for edge in edges:
        key = (edge.source, edge.type.value, edge.target, edge.layer.value)
        yield key, (edge.confidence, properties_json(edge.properties))
