"""Opens a snapshot for queries; who has it open keeps it, whatever later runs write or remove."""

from dataclasses import dataclass, field
from pathlib import Path

import apsw

from parsed_graph.errors import SnapshotError
from parsed_graph.snapshot.database import open_database
from parsed_graph.snapshot.layout import DATABASE, RUN, SNAPSHOTS, current_id, snapshot_folder
from parsed_graph.snapshot.run_file import check_version

_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An open snapshot: its id, its database and what `run.json` said, all of one run.

    `memory` keeps what was worked out from it for as long as it is open.
    """

    id: str
    database: apsw.Connection
    run: bytes
    memory: dict[object, object] = field(default_factory=dict, compare=False, repr=False)

    def close(self) -> None:
        """Lets go of the files."""
        self.database.close()


def open_snapshot(output: Path, snapshot_id: str = "") -> Snapshot:
    """The newest snapshot of an output folder, or the one with this id.

    Raises SnapshotError where there is none, or one of another schema version.
    """
    for _ in range(_ATTEMPTS):
        chosen = snapshot_id or current_id(output)
        if chosen is None:
            break
        folder = snapshot_folder(output, chosen)
        try:
            run = (folder / RUN).read_bytes()
            check_version(run, folder / RUN)
            return Snapshot(chosen, open_database(folder / DATABASE), run)
        except (FileNotFoundError, SnapshotError):
            # A run may have swapped and removed the folder between the two steps: then there is a newer one.
            if chosen == (snapshot_id or current_id(output)) and folder.exists():
                raise
    if snapshot_id:
        kept = ", ".join(kept_snapshots(output)) or "none"
        raise SnapshotError(f"{output}: no snapshot {snapshot_id}; kept are: {kept}")
    raise SnapshotError(f"{output}: no snapshot yet. Run: estategraph index PATH")


def kept_snapshots(output: Path) -> list[str]:
    """The ids of complete snapshots, in no meaningful order but always the same."""
    folder = output / SNAPSHOTS
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")) if folder.is_dir() else []
