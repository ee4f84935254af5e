"""Constraints, violations and oppositions inside a snapshot: tables of `estate.db`, and `violations.parquet` for whoever lints."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import apsw

from parsed_graph.model import Evidence
from parsed_graph.snapshot.arrow_arrays import arrow_array
from parsed_graph.snapshot.canonical_json import canonical_bytes
from parsed_graph.snapshot.encodable import encodable
from parsed_graph.store import SnapshotPart
from pipelines.constraints.check import Checked, Violation
from pipelines.constraints.oppositions import Opposition

FILE = "violations.parquet"
_TABLES = """
CREATE TABLE constraints (record TEXT NOT NULL, text TEXT NOT NULL, place TEXT NOT NULL);
CREATE TABLE violations (
  record TEXT NOT NULL, rule TEXT NOT NULL, text TEXT NOT NULL, place TEXT NOT NULL, source TEXT NOT NULL,
  target TEXT NOT NULL, said TEXT NOT NULL, evidence TEXT NOT NULL
);
CREATE TABLE oppositions (
  one TEXT NOT NULL, other TEXT NOT NULL, services TEXT NOT NULL, what TEXT NOT NULL, one_quote TEXT NOT NULL,
  one_place TEXT NOT NULL, other_quote TEXT NOT NULL, other_place TEXT NOT NULL
);
CREATE INDEX violations_by_record ON violations (record);
CREATE INDEX violations_by_source ON violations (source);
"""
_COLUMNS = ("record", "rule", "text", "place", "source", "target", "said", "evidence")


def constraints_parts(checked: Checked, oppositions: Sequence[Opposition] = ()) -> tuple[SnapshotPart, SnapshotPart]:
    """What belongs into the snapshot of a run: the tables, and the file."""
    opposed = [tuple(map(encodable, _opposition_row(each))) for each in oppositions]
    rows = [tuple(map(encodable, _row(violation))) for violation in checked.violations]
    stated = [tuple(map(encodable, row)) for row in checked.constraints]

    def write(connection: apsw.Connection, _: Path) -> None:
        connection.execute(_TABLES)
        connection.executemany("INSERT INTO constraints VALUES (?, ?, ?)", stated)
        connection.executemany("INSERT INTO violations VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        connection.executemany("INSERT INTO oppositions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", opposed)

    def write_file(_: apsw.Connection, folder: Path) -> None:
        _write_parquet(folder / FILE, rows)

    return (
        SnapshotPart("constraints", _fingerprint(stated, rows, opposed), write),
        SnapshotPart("violations", _fingerprint(rows), write_file, (FILE,)),
    )


def _fingerprint(*tables: Sequence[tuple[str, ...]]) -> str:
    return hashlib.sha256(repr(tables).encode()).hexdigest()


def _row(violation: Violation) -> tuple[str, ...]:
    evidence = canonical_bytes([list(each[:4]) for each in violation.evidence]).decode()
    return (
        violation.record,
        violation.rule,
        violation.text,
        violation.place,
        violation.source,
        violation.target,
        violation.said,
        evidence,
    )


def _opposition_row(each: Opposition) -> tuple[str, ...]:
    services = canonical_bytes(list(each.services)).decode()
    says = (each.one_says.quote, each.one_says.place, each.other_says.quote, each.other_says.place)
    return (each.one, each.other, services, each.what, *says)


def _write_parquet(file: Path, rows: list[tuple[str, ...]]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = list(zip(*rows, strict=True)) or [()] * len(_COLUMNS)
    schema = pa.schema([(name, pa.string()) for name in _COLUMNS])
    table = pa.Table.from_arrays([arrow_array(pa.string(), column) for column in columns], schema=schema)
    with file.open("wb") as stream:
        pq.write_table(table, stream)


def evidence_of(row: list[list[str | int]]) -> tuple[Evidence, ...]:
    """The evidence as it is read back."""
    return tuple(Evidence(str(repo), str(path), int(line), str(rule)) for repo, path, line, rule in row)
