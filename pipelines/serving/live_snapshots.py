"""Hands out the newest snapshot to whoever answers a question, and lets go of older ones once nobody reads them."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from parsed_graph.errors import QueryError, SnapshotError
from parsed_graph.snapshot.kept import find_kept, kept_records
from parsed_graph.snapshot.layout import current_id
from parsed_graph.snapshot.reader import Snapshot, open_snapshot
from parsed_graph.snapshot.run_file import decode_record
from parsed_graph.snapshot.run_report import RunRecord

_KEPT = 16
"""Open snapshots that wait for a question; each has its own page cache and remembers what callers may see."""


@dataclass(frozen=True, slots=True)
class SnapshotAge:
    """Which snapshot an answer comes from. `written_at` is ISO 8601 in UTC; `is_stale` says that it is older than it should be."""

    id: str
    written_at: str
    age_seconds: int
    is_stale: bool


class LiveSnapshots:
    """The snapshots of an output folder. Safe for threads: a snapshot belongs to one borrower at a time."""

    def __init__(
        self, output: Path, stale_hours: float, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._output = output
        self._stale_seconds = stale_hours * 3600
        self._now = now
        self._lock = threading.Lock()
        self._waiting: list[Snapshot] = []
        self._memory: tuple[str, dict[object, object]] = ("", {})

    def borrow(self) -> Snapshot:
        """The newest snapshot. Raises SnapshotError where there is none to answer from."""
        newest = current_id(self._output)
        with self._lock:
            # The one that was used last: its statements are prepared, its pages in memory.
            found = next((snapshot for snapshot in reversed(self._waiting) if snapshot.id == newest), None)
            if found is not None:
                self._waiting.remove(found)
        # Apsw allows any thread to use a connection, as long as it is one at a time.
        return found or self._open()

    def give_back(self, snapshot: Snapshot) -> None:
        """Keeps a snapshot for the next question, or closes it where there is a newer one."""
        newest = current_id(self._output)
        with self._lock:
            kept = snapshot.id == newest and len(self._waiting) < _KEPT
            stale = [other for other in self._waiting if other.id != newest]
            self._waiting = [other for other in self._waiting if other.id == newest]
            if kept:
                self._waiting.append(snapshot)
        for other in stale if kept else [*stale, snapshot]:
            other.close()

    def open_kept(self, run: str) -> Snapshot:
        """A snapshot that is kept, by its run's number or id, or as `previous` or `current`. Raises QueryError; the caller closes it."""
        try:
            return open_snapshot(self._output, find_kept(self._output, run))
        except SnapshotError as error:
            raise QueryError(f"no run {run!r} is kept") from error

    def _open(self) -> Snapshot:
        """A further connection; what each caller may see is worked out once for all connections to one snapshot."""
        opened = open_snapshot(self._output)
        with self._lock:
            if self._memory[0] != opened.id:
                self._memory = (opened.id, opened.memory)
            return replace(opened, memory=self._memory[1])

    def kept_records(self) -> list[RunRecord]:
        """What the kept snapshots say of the runs that wrote them, the oldest first."""
        return kept_records(self._output)

    def newest_id(self) -> str | None:
        """The id of the snapshot that `borrow` gives now, None where there is none."""
        return current_id(self._output)

    def age(self, snapshot: Snapshot) -> SnapshotAge:
        """How old a snapshot is."""
        return self.age_of(snapshot.id, decode_record(snapshot.run).run.finished_at)

    def age_of(self, snapshot_id: str, written: str) -> SnapshotAge:
        """How old a snapshot of this id is, by when it was written."""
        seconds = max(int((self._now() - datetime.fromisoformat(written)).total_seconds()), 0) if written else 0
        return SnapshotAge(snapshot_id, written, seconds, seconds > self._stale_seconds)

    def is_ready(self) -> bool:
        """Whether there is a snapshot to answer from."""
        try:
            self.give_back(self.borrow())
        except SnapshotError:
            return False
        return True

    def close(self) -> None:
        """Closes what waits."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for snapshot in waiting:
            snapshot.close()
