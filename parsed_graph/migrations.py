"""Brings a cache that cost money or time to the form this version reads, by numbered steps, each in its own transaction."""

from collections.abc import Callable, Sequence

import apsw

from parsed_graph.errors import SnapshotError

Migration = Callable[[apsw.Connection], None]
"""One step, called `m001_…`, `m002_…`. It is never edited once released: what comes next is a further step."""


def migrate(connection: apsw.Connection, steps: Sequence[Migration], name: str = "this file") -> int:
    """Applies the steps that a database has not seen, in order, and gives how many there were.

    The number of steps seen is its `user_version`. A step that fails leaves the database at the step before.
    Raises SnapshotError for a database that a later version wrote.
    """
    seen = int(connection.pragma("user_version"))
    if seen > len(steps):
        raise SnapshotError(
            f"{name} is at step {seen}, and this version knows {len(steps)}: a later version wrote it. "
            "Update estategraph, or give another --output"
        )
    for number, step in enumerate(steps[seen:], seen + 1):
        if not step.__name__.startswith(f"m{number:03d}_"):
            raise ValueError(f"step {number} is called {step.__name__}")
        with connection:
            step(connection)
            connection.execute(f"PRAGMA user_version = {number}")
    return len(steps) - seen
