"""The snapshots that an output folder keeps: in the order of their runs, and by what a user calls them."""

from pathlib import Path

from parsed_graph.errors import SnapshotError
from parsed_graph.snapshot.layout import current_id
from parsed_graph.snapshot.reader import kept_snapshots
from parsed_graph.snapshot.run_file import read_record
from parsed_graph.snapshot.run_report import RunRecord

_LEAST_ID = 4
"""Characters of an id that are enough to mean it."""


def kept_records(output: Path) -> list[RunRecord]:
    """What the kept snapshots say of the runs that wrote them, the oldest first."""
    found = (read_record(output, snapshot) for snapshot in kept_snapshots(output))
    return sorted((record for record in found if record), key=lambda record: (record.number, record.snapshot))


def find_kept(output: Path, text: str) -> str:
    """The id of a kept snapshot: by its run's number, by its id or how that begins, or as `current` or `previous`.

    Raises SnapshotError, with the runs that are kept.
    """
    records = kept_records(output)
    current = current_id(output)
    if text == "current" and current:
        return current
    if text == "previous":
        before = [record.snapshot for record in records if record.snapshot != current]
        if not before:
            raise SnapshotError(
                f"{output}: no run before this one is kept. The next that finds a change: estategraph index"
            )
        return before[-1]
    for record in records:
        if text in (str(record.number), record.snapshot):
            return record.snapshot
    begun = [each.snapshot for each in records if len(text) >= _LEAST_ID and each.snapshot.startswith(text)]
    if len(begun) == 1:
        return begun[0]
    kept = ", ".join(f"{record.number} ({record.snapshot})" for record in records) or "none"
    raise SnapshotError(f"{output}: no kept run {text!r}. Kept are: {kept}")
