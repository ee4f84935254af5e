"""CSV files for `neo4j-admin database import full`: one for each label and each kind of relationship, headers with types."""

import csv
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from parsed_graph.errors import SettingsError
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.exports.neo4j.records import Records, Value, build_records
from pipelines.exports.titles import single_line

_SEPARATOR = "\x1f"
"""Between the items of a list: no text that we write holds it."""
_TYPES: tuple[tuple[type, str], ...] = ((bool, "boolean"), (int, "long"), (float, "double"), (list, "string[]"))
MARK = ".estategraph"


@dataclass(frozen=True, slots=True)
class FilesWritten:
    """The files, how much they hold, and the command that imports them into an empty database."""

    folder: str
    nodes: int
    relationships: int
    command: str


def write_csv(folder: Path, estate: ExportedEstate) -> FilesWritten:
    """Writes the files; those of an earlier export go. Raises SettingsError for a folder that holds something else."""
    records = build_records(estate)
    _clear(folder)
    arguments = [*_write_nodes(folder, records), *_write_links(folder, records)]
    command = ["neo4j-admin", "database", "import", "full", "neo4j", "--array-delimiter=U+001F", *arguments]
    return FilesWritten(str(folder), len(estate.nodes), len(estate.edges), shlex.join(command))


def _clear(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise SettingsError(f"{folder}: not empty, and not from an earlier export. Name another folder with --csv")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / MARK).touch()


def _write_nodes(folder: Path, records: Records) -> Iterable[str]:
    for label, rows in sorted(records.nodes.items()):
        path = folder / f"{label.value}.csv"
        _write(path, ["id:ID"], [([row.id], row.properties) for row in rows], without="id")
        yield f"--nodes={label.value}={path}"


def _write_links(folder: Path, records: Records) -> Iterable[str]:
    for (edge_type, source, target), rows in sorted(records.links.items()):
        path = folder / f"{source.value}_{edge_type.value}_{target.value}.csv"
        _write(path, [":START_ID", ":END_ID"], [([row.source, row.target], row.properties) for row in rows])
        yield f"--relationships={edge_type.value}={path}"


def _write(
    path: Path, ids: list[str], rows: Sequence[tuple[list[str], Mapping[str, Value]]], without: str = ""
) -> None:
    types: dict[str, str] = {}
    for _, properties in rows:
        for name, value in properties.items():
            types.setdefault(name, _type(value))
    names = sorted(name for name in types if name != without)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*ids, *(f"{name}:{types[name]}" for name in names)])
        for identity, properties in rows:
            writer.writerow([*map(single_line, identity), *(_cell(properties.get(name, "")) for name in names)])


def _type(value: Value) -> str:
    return next((name for kind, name in _TYPES if isinstance(value, kind)), "string")


def _cell(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _SEPARATOR.join(map(single_line, value)) if isinstance(value, list) else single_line(str(value))
