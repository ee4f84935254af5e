"""Databases that save time and nothing else: one that is damaged is made anew."""

import logging
from pathlib import Path

import apsw

LOG = logging.getLogger("estategraph")


def open_saved(path: Path, tables: str) -> apsw.Connection:
    """The database of a cache with its tables. One that cannot be read is thrown away, and the log says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _opened(path, tables)
    except (apsw.NotADBError, apsw.CorruptError) as error:
        LOG.warning("%s is damaged (%s) and is made anew", path, error)
        for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            file.unlink(missing_ok=True)
        return _opened(path, tables)


def _opened(path: Path, tables: str) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    try:
        connection.set_busy_timeout(30_000)
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "normal")
        connection.execute(tables)
    except apsw.Error:
        connection.close()
        raise
    return connection
