"""Writes GraphRAG's tables as Parquet files; the classes of their rows are the schema."""

from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from types import GenericAlias
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from parsed_graph.snapshot.arrow_arrays import arrow_array
from pipelines.exports.graphrag.rows import GraphragTables

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS = 50_000


def write_tables(folder: Path, tables: GraphragTables) -> None:
    """Writes `entities.parquet` and its like. The same tables give the same bytes."""
    for table, hint in get_type_hints(GraphragTables).items():
        _write(folder, get_args(hint)[0], getattr(tables, table))


def _write(folder: Path, kind: Any, rows: tuple[Any, ...]) -> None:
    # pyarrow takes a fifth of a second to import, and only writing needs it.
    import pyarrow as pa
    import pyarrow.parquet as pq

    hints = get_type_hints(kind)
    schema = pa.schema([(column.name, _arrow(hints[column.name])) for column in fields(kind)])
    path = folder / f"{kind.FILE}.parquet"
    with path.open("wb") as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for start in range(0, max(len(rows), 1), _ROWS):
            part = rows[start : start + _ROWS]
            arrays = [arrow_array(column.type, [_cell(getattr(row, column.name)) for row in part]) for column in schema]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema), row_group_size=_ROWS)


def _arrow(hint: Any) -> "pa.DataType":
    import pyarrow as pa

    if isinstance(hint, GenericAlias):
        return pa.list_(_arrow(get_args(hint)[0]))
    if is_dataclass(hint):
        return pa.struct([(column.name, _arrow(get_type_hints(hint)[column.name])) for column in fields(hint)])
    return {str: pa.string(), int: pa.int64(), float: pa.float64()}[hint]


def _cell(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return [_cell(item) for item in value] if isinstance(value, tuple) else value
