"""GraphRAG's tables as a part of each snapshot."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import apsw

from parsed_graph.property_graph import PropertyGraph
from parsed_graph.snapshot.content_id import rows_fingerprint
from parsed_graph.snapshot.encodable import encodable_edge, encodable_node
from parsed_graph.store import SnapshotPart
from pipelines.exports.exported_labels import EXPORTED
from pipelines.stages.text_unit_rows import Row

_FORMAT = "3"
"""Raise it when the same graph gives other tables."""
TABLES = ("documents", "text_units", "entities", "relationships", "communities", "community_reports", "covariates")
"""What `GraphragTables` holds. The types themselves are imported only by a run that writes them."""


def graphrag_part(graph: PropertyGraph, documents: Sequence[Row], communities: SnapshotPart) -> SnapshotPart:
    """Writes the tables of what the database holds by then: it must be given after the parts that it reads.

    All that goes into them is in the exported nodes and the edges between them, the documents, and the communities.
    """
    nodes = list(graph.nodes(*EXPORTED))
    inside = {node.id for node in nodes}
    edges = [edge for edge in graph.edges() if edge.source in inside and edge.target in inside]
    try:
        read = [rows_fingerprint(nodes), rows_fingerprint(edges)]
    except UnicodeEncodeError:
        read = [rows_fingerprint(map(encodable_node, nodes)), rows_fingerprint(map(encodable_edge, edges))]
    made_from = "\0".join((_FORMAT, *read, rows_fingerprint(documents), communities.fingerprint))
    files = tuple(f"{table}.parquet" for table in TABLES)
    return SnapshotPart("graphrag", hashlib.sha256(made_from.encode()).hexdigest(), _write, files)


def _write(connection: apsw.Connection, folder: Path) -> None:
    from parsed_graph.snapshot.reader import Snapshot
    from parsed_graph.view import View
    from pipelines.exports.exported_estate import read_estate
    from pipelines.exports.graphrag.build import build_tables
    from pipelines.exports.graphrag.parquet import write_tables

    write_tables(folder, build_tables(read_estate(View(Snapshot("", connection, b"")))))
