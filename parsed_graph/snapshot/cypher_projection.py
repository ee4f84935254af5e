"""The part of the graph that Cypher sees: everything but functions, files and packages, in the extension's own tables.

The rows are inserted by SQL: the extension's own loading takes a statement for each property and is far slower.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import apsw

from parsed_graph.model import Edge, Node, Property
from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.canonical_json import canonical_bytes

LEFT_OUT = frozenset({NodeLabel.FUNCTION, NodeLabel.FILE, NodeLabel.PACKAGE})
_TABLES = ("text", "int", "real", "bool", "json")


def load_extension(connection: apsw.Connection) -> None:
    """Loads GraphQLite into a connection, and makes its tables where they are missing and the file can be written."""
    # The package's __init__ pulls in sqlite3 and all its graph classes; only its place is needed.
    from importlib.util import find_spec

    spec = find_spec("graphqlite")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("graphqlite is not installed")
    connection.enable_load_extension(True)
    connection.load_extension(str(Path(spec.submodule_search_locations[0]) / "graphqlite"))
    connection.enable_load_extension(False)


def write_projection(
    connection: apsw.Connection, nodes: Sequence[Node], edges: Sequence[Edge], keys: Mapping[str, int]
) -> None:
    """Fills the extension's tables. Node keys are those of `graph_nodes`, edge keys those of `graph_edges`."""
    seen = {node.id for node in nodes if node.label not in LEFT_OUT}
    chosen_nodes = [node for node in nodes if node.id in seen]
    chosen_edges = [(key, e) for key, e in enumerate(edges, 1) if e.source in seen and e.target in seen]
    connection.executemany("INSERT INTO nodes (id) VALUES (?)", ((keys[node.id],) for node in chosen_nodes))
    connection.executemany(
        "INSERT INTO node_labels VALUES (?, ?)", ((keys[node.id], node.label.value) for node in chosen_nodes)
    )
    connection.executemany(
        "INSERT INTO edges (id, source_id, target_id, type) VALUES (?, ?, ?, ?)",
        ((key, keys[edge.source], keys[edge.target], edge.type.value) for key, edge in chosen_edges),
    )
    of_nodes = ((keys[node.id], _node_properties(node)) for node in chosen_nodes)
    of_edges = ((key, _edge_properties(edge)) for key, edge in chosen_edges)
    property_keys: dict[str, int] = {}
    _insert_properties(connection, "node", of_nodes, property_keys)
    _insert_properties(connection, "edge", of_edges, property_keys)
    connection.executemany(
        "INSERT INTO property_keys (id, key) VALUES (?, ?)", ((v, k) for k, v in property_keys.items())
    )


def _node_properties(node: Node) -> dict[str, Property]:
    properties = {name: node.properties[name] for name in sorted(node.properties)}
    return {**properties, "id": node.id, "name": node.name, "service": node.service}


def _edge_properties(edge: Edge) -> dict[str, Property]:
    properties = {name: edge.properties[name] for name in sorted(edge.properties)}
    return {**properties, "layer": edge.layer.value, "confidence": float(edge.confidence)}


def _insert_properties(
    connection: apsw.Connection,
    kind: str,
    owners: Iterator[tuple[int, dict[str, Property]]],
    property_keys: dict[str, int],
) -> None:
    rows: dict[str, list[tuple[int, int, Property]]] = {table: [] for table in _TABLES}
    for owner, properties in owners:
        for name, value in properties.items():
            key = property_keys.setdefault(name, len(property_keys) + 1)
            table, stored = _stored(value)
            rows[table].append((owner, key, stored))
    for table, values in rows.items():
        connection.executemany(f"INSERT INTO {kind}_props_{table} VALUES (?, ?, ?)", values)


def _stored(value: Property) -> tuple[str, Property]:
    if isinstance(value, bool):
        return "bool", int(value)
    if isinstance(value, int):
        return "int", value
    if isinstance(value, float):
        return "real", value
    if isinstance(value, str):
        return "text", value
    return "json", canonical_bytes(value).decode()
