"""The id of a snapshot: a hash of what it holds, so that a run that changes nothing can be told from one that does.

Each table and part has a fingerprint of its own; the next run takes over the files of those that are the same.
"""

import hashlib
from collections.abc import Iterable, Mapping
from itertools import islice

import apsw

from parsed_graph.schema import SCHEMA_VERSION
from parsed_graph.snapshot.canonical_json import canonical_bytes

_BATCH = 1000


def content_id(fingerprints: Mapping[str, str]) -> str:
    """Sixteen hexadecimal digits over the fingerprints of everything in a snapshot, by name."""
    return hashlib.sha256(canonical_bytes((SCHEMA_VERSION, dict(fingerprints)))).hexdigest()[:16]


def rows_fingerprint(rows: Iterable[object]) -> str:
    """A digest of sorted nodes, edges or problems."""
    digest, iterator = hashlib.sha256(), iter(rows)
    while batch := list(islice(iterator, _BATCH)):
        digest.update(canonical_bytes(batch))
    return digest.hexdigest()


def write_fingerprints(connection: apsw.Connection, fingerprints: Mapping[str, str]) -> None:
    """Keeps the fingerprints in `estate.db`."""
    connection.execute("CREATE TABLE fingerprints (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    connection.executemany("INSERT INTO fingerprints VALUES (?, ?)", sorted(fingerprints.items()))


def read_fingerprints(connection: apsw.Connection) -> dict[str, str]:
    """The fingerprints of a snapshot; none of one that was written without them."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'fingerprints'").fetchone():
        return {}
    return dict(connection.execute("SELECT name, value FROM fingerprints"))
