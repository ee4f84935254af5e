"""The Parquet files of a snapshot: nodes, edges and problems, with the columns that design.md section 7 names."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from parsed_graph.model import Edge, Node, Problem
from parsed_graph.snapshot.arrow_arrays import arrow_array
from parsed_graph.snapshot.canonical_json import evidence_json, properties_json
from parsed_graph.snapshot.layout import EDGES, NODES, PROBLEMS

_ROWS = 50_000
Row = TypeVar("Row")


def write_parquet(folder: Path, nodes: Sequence[Node], edges: Sequence[Edge], problems: Sequence[Problem]) -> None:
    """Writes those of the three files that are not there yet; rows in the order given."""
    if not (folder / NODES).exists():
        _write(folder / NODES, _NODE_COLUMNS, nodes)
    if not (folder / EDGES).exists():
        _write(folder / EDGES, _EDGE_COLUMNS, edges)
    if not (folder / PROBLEMS).exists():
        _write(folder / PROBLEMS, _PROBLEM_COLUMNS, problems)


_NODE_COLUMNS: dict[str, tuple[str, Callable[[Node], object]]] = {
    "id": ("string", lambda node: node.id),
    "label": ("string", lambda node: str(node.label)),
    "name": ("string", lambda node: node.name),
    "service": ("string", lambda node: node.service),
    "properties": ("string", lambda node: properties_json(node.properties)),
}
_EDGE_COLUMNS: dict[str, tuple[str, Callable[[Edge], object]]] = {
    "source": ("string", lambda edge: edge.source),
    "target": ("string", lambda edge: edge.target),
    "type": ("string", lambda edge: str(edge.type)),
    "layer": ("string", lambda edge: str(edge.layer)),
    "confidence": ("double", lambda edge: edge.confidence),
    "properties": ("string", lambda edge: properties_json(edge.properties)),
    "evidence": ("string", lambda edge: evidence_json(edge.evidence)),
}
_PROBLEM_COLUMNS: dict[str, tuple[str, Callable[[Problem], object]]] = {
    "stage": ("string", lambda problem: problem.stage),
    "path": ("string", lambda problem: problem.path),
    "line": ("int64", lambda problem: problem.line),
    "reason": ("string", lambda problem: problem.reason),
    "detail": ("string", lambda problem: problem.detail),
}


def _write(path: Path, columns: dict[str, tuple[str, Callable[[Row], object]]], rows: Sequence[Row]) -> None:
    # pyarrow takes a tenth of a second to import, and only writing needs it.
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.type_for_alias(kind)) for name, (kind, _) in columns.items()])
    with path.open("wb") as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for start in range(0, max(len(rows), 1), _ROWS):
            part = rows[start : start + _ROWS]
            arrays = [
                arrow_array(column.type, [value(row) for row in part])
                for column, (_, value) in zip(schema, columns.values(), strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema), row_group_size=_ROWS)
