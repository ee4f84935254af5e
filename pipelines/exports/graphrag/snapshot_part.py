"""GraphRAG's tables as a part of each snapshot."""

from pathlib import Path

import apsw

from parsed_graph.snapshot.reader import Snapshot
from parsed_graph.store import SnapshotPart
from parsed_graph.view import View
from pipelines.exports.exported_estate import read_estate
from pipelines.exports.graphrag.build import build_tables
from pipelines.exports.graphrag.parquet import write_tables

_FORMAT = "2"
"""Raise it when the same graph gives other tables. All that goes into them is in the graph and in other parts of the snapshot."""


def graphrag_part() -> SnapshotPart:
    """Writes the tables of what the database holds by then: it must be given after the parts that it reads."""
    return SnapshotPart("graphrag", _FORMAT, _write)


def _write(connection: apsw.Connection, folder: Path) -> None:
    write_tables(folder, build_tables(read_estate(View(Snapshot("", connection, b"")))))
