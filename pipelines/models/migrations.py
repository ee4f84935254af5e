"""Brings a cache that cost money or time to the form this version reads, by numbered steps, each in its own transaction."""

import sqlite3
from collections.abc import Callable, Sequence

from parsed_graph.errors import SettingsError

Migration = Callable[[sqlite3.Connection], None]
"""One step, called `m001_…`, `m002_…`. It is never edited once released: what comes next is a further step."""


def migrate(connection: sqlite3.Connection, steps: Sequence[Migration], name: str = "this file") -> int:
    """Applies the steps that a database has not seen, in order, and gives how many there were.

    The connection commits by itself (`isolation_level=None`). The number of steps seen is its `user_version`. A step that fails
    leaves the database at the step before. Raises SettingsError for a database that a later version wrote.
    """
    seen = _seen(connection)
    if seen > len(steps):
        raise SettingsError(
            f"{name} is at step {seen}, and this version knows {len(steps)}: a later version wrote it. "
            "Update estategraph, or move the file away"
        )
    for number, step in enumerate(steps[seen:], seen + 1):
        if not step.__name__.startswith(f"m{number:03d}_"):
            raise ValueError(f"step {number} is called {step.__name__}")
        connection.execute("begin immediate")
        try:
            # Another process may have done it since.
            if _seen(connection) < number:
                step(connection)
                connection.execute(f"pragma user_version = {number}")
        except BaseException:
            connection.execute("rollback")
            raise
        connection.execute("commit")
    return len(steps) - seen


def _seen(connection: sqlite3.Connection) -> int:
    return int(connection.execute("pragma user_version").fetchone()[0])
