"""Vectors of texts that were embedded before, by model and text: unchanged text units cost nothing.

One SQLite file, `output/cache/vectors.db`; losing it costs embedding everything once more.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

_BATCH = 500


def text_key(identity: str, text: str) -> bytes:
    """The key of a text under a model."""
    return hashlib.sha256(f"{identity}\0{text}".encode()).digest()


class VectorCache:
    """Vectors as the bytes of their float32 numbers, little endian."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._database = apsw.Connection(str(path))
        self._database.set_busy_timeout(30_000)
        self._database.pragma("journal_mode", "wal")
        self._database.pragma("synchronous", "normal")
        self._database.execute(
            "create table if not exists vectors (key blob primary key, value blob not null) without rowid"
        )

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Those of the keys that are there."""
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), _BATCH):
            part = keys[start : start + _BATCH]
            marks = ", ".join("?" for _ in part)
            found.update(self._database.execute(f"select key, value from vectors where key in ({marks})", part))
        return found

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keeps vectors, in one transaction."""
        with self._database:
            self._database.executemany("insert or replace into vectors values (?, ?)", sorted(vectors.items()))

    def forget_others(self, used: Iterable[bytes]) -> None:
        """Drops what this run did not use once that is more than what it used: a branch's worth of texts may stay."""
        kept = set(used)
        total = self._database.execute("select count(*) from vectors").get
        if total > 2 * len(kept):
            stored = [key for (key,) in self._database.execute("select key from vectors")]
            with self._database:
                gone = ((key,) for key in stored if key not in kept)
                self._database.executemany("delete from vectors where key = ?", gone)

    def close(self) -> None:
        """Closes the file."""
        self._database.close()


@contextmanager
def open_vectors(output: Path) -> Iterator[VectorCache]:
    """The cache of an output folder, closed at the end."""
    cache = VectorCache(output / "cache" / "vectors.db")
    try:
        yield cache
    finally:
        cache.close()
