"""One run at a time writes to an output folder; the lock goes with the process that holds it, however it ends."""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parsed_graph.errors import SnapshotError
from parsed_graph.snapshot.layout import LOCK, keep_from_git

_held: set[tuple[Path, int]] = set()


@contextmanager
def locked(output: Path) -> Iterator[None]:
    """Holds the output folder for this thread, which may take it again inside.

    Raises SnapshotError with the other run's process id when somebody else holds it, and where nothing can be written.
    """
    try:
        output.mkdir(parents=True, exist_ok=True)
        keep_from_git(output)
        (output / LOCK).touch()
    except OSError as error:
        problem = f"{output}: nothing can be written here ({error.strerror}). Give another folder: --output DIR"
        raise SnapshotError(problem) from error
    folder = output.resolve()
    claim = (folder, threading.get_ident())
    if claim in _held:
        yield
        return
    with (folder / LOCK).open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read(20).strip() or "unknown"
            problem = f"{output}: another run is writing here, pid {holder}. Wait for it, or give another --output"
            raise SnapshotError(problem) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        _held.add(claim)
        try:
            yield
        finally:
            _held.discard(claim)
