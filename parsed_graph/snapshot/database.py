"""Opens `estate.db`: once to be written from nothing, and read-only ever after."""

from pathlib import Path
from urllib.parse import quote

import apsw

from parsed_graph.errors import SnapshotError
from parsed_graph.schema import SCHEMA_VERSION

_MAPPED = 1 << 30
_WRITING = (
    "PRAGMA page_size = 4096",
    "PRAGMA auto_vacuum = NONE",
    "PRAGMA encoding = 'UTF-8'",
    # The file is not a snapshot before it is complete and synced: a crash throws it away whole.
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -65536",
)


def create_database(path: Path) -> apsw.Connection:
    """A new, empty database to be filled in one transaction."""
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(f"file:{quote(str(path))}", flags=flags)
    for pragma in _WRITING:
        connection.execute(pragma)
    return connection


def attach_database(connection: apsw.Connection, path: Path, name: str) -> None:
    """Makes the tables of a complete database readable as `name.table`."""
    connection.execute(f"ATTACH ? AS {name}", (f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1",))


def open_database(path: Path) -> apsw.Connection:
    """A read-only connection to a complete database, which nobody will ever change.

    Raises SnapshotError where there is none, or one of another schema version.
    """
    uri = f"file:{quote(str(path))}?immutable=1"
    try:
        connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        version = connection.pragma("application_id")
    except apsw.Error as error:
        raise SnapshotError(f"{path} cannot be read ({error}). Run: estategraph index") from error
    if version != SCHEMA_VERSION:
        connection.close()
        raise SnapshotError(f"{path} has schema {version}; this version reads {SCHEMA_VERSION}. Run: estategraph index")
    connection.execute(f"PRAGMA mmap_size = {_MAPPED}; PRAGMA temp_store = MEMORY; PRAGMA query_only = 1")
    return connection
