"""The current snapshot as a run finds it, and what a run says became of it."""

from dataclasses import dataclass
from pathlib import Path

from parsed_graph.errors import SnapshotError
from parsed_graph.snapshot.database import open_database
from parsed_graph.snapshot.layout import DATABASE, current_id, link_files, snapshot_folder
from parsed_graph.snapshot.run_file import read_record
from parsed_graph.snapshot.run_report import RunRecord


@dataclass(frozen=True, slots=True)
class SnapshotWritten:
    """What became of a graph: its snapshot, whether anything was written, and the record in `run.json`."""

    id: str
    folder: Path
    is_new: bool
    record: RunRecord


def current_record(output: Path) -> RunRecord | None:
    """The record of the current snapshot; None where there is none that this version can go on from, or it is damaged."""
    record = read_record(output, current_id(output))
    return record if record and is_readable(snapshot_folder(output, record.snapshot)) else None


def is_readable(snapshot: Path) -> bool:
    """Whether a snapshot's database opens: another program may have cut it short."""
    try:
        open_database(snapshot / DATABASE).close()
    except SnapshotError:
        return False
    return True


def keep_current(output: Path, record: RunRecord) -> SnapshotWritten:
    """The current snapshot once more, because nothing changed; only links that somebody removed are put back."""
    link_files(output)
    return SnapshotWritten(record.snapshot, snapshot_folder(output, record.snapshot), False, record)
