"""What each file held that a snapshot was made from, so that two snapshots tell a change of a file from one of ours."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import apsw

from parsed_graph.snapshot.encodable import encodable
from parsed_graph.store import SnapshotPart

_BYTES = 8
"""Of a digest: enough to tell two states of one file apart."""


def file_digests_part(digests: Mapping[tuple[str, str], str]) -> SnapshotPart:
    """The table `file_digests`; `digests` are hexadecimal, by repository and path, "" for what could not be read."""
    rows = sorted((encodable(repo), encodable(path), digest[: 2 * _BYTES]) for (repo, path), digest in digests.items())
    fingerprint = hashlib.sha256(repr(rows).encode()).hexdigest()

    def write(connection: apsw.Connection, _: Path) -> None:
        connection.execute(
            "CREATE TABLE file_digests (repo TEXT NOT NULL, path TEXT NOT NULL, digest TEXT NOT NULL,"
            " PRIMARY KEY (repo, path)) WITHOUT ROWID"
        )
        connection.executemany("INSERT INTO file_digests VALUES (?, ?, ?)", rows)

    return SnapshotPart("file_digests", fingerprint, write)


def has_digests(connection: apsw.Connection) -> bool:
    """Whether the snapshot was written with them."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'file_digests'")
    return found.fetchone() is not None
