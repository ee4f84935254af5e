"""Reads and writes `run.json`."""

from pathlib import Path

import msgspec

from parsed_graph.errors import SnapshotError
from parsed_graph.schema import SCHEMA_VERSION
from parsed_graph.snapshot.layout import PARTIAL, RUN, snapshot_folder, sync_file, sync_folder
from parsed_graph.snapshot.run_report import RunRecord


class _Version(msgspec.Struct):
    schema_version: int


def read_record(output: Path, snapshot_id: str | None) -> RunRecord | None:
    """What `run.json` of a snapshot says; None where there is no such snapshot or another version wrote it."""
    if snapshot_id is None:
        return None
    try:
        record = decode_record((snapshot_folder(output, snapshot_id) / RUN).read_bytes())
    except (OSError, SnapshotError):
        return None
    return record if record.schema_version == SCHEMA_VERSION else None


def check_version(content: bytes, path: Path) -> None:
    """Raises SnapshotError for the `run.json` of another schema version, whatever else is in it."""
    try:
        version = msgspec.json.decode(content, type=_Version).schema_version
    except msgspec.DecodeError as error:
        raise SnapshotError(f"{path} cannot be read: {error}. Run: estategraph index") from error
    if version != SCHEMA_VERSION:
        raise SnapshotError(f"{path} has schema {version}; this version reads {SCHEMA_VERSION}. Run: estategraph index")


def decode_record(content: bytes) -> RunRecord:
    """`run.json` as a RunRecord. Raises SnapshotError for what is none."""
    try:
        return msgspec.json.decode(content, type=RunRecord)
    except msgspec.DecodeError as error:
        raise SnapshotError(f"run.json cannot be read: {error}. Run: estategraph index") from error


def write_record(folder: Path, record: RunRecord) -> None:
    """Puts `run.json` into a snapshot's folder, or replaces the one that is there, in one step."""
    new = folder / f"{PARTIAL}{RUN}"
    new.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")
    sync_file(new)
    new.replace(folder / RUN)
    sync_folder(folder)
