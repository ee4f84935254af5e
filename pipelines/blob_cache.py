"""What was worked out before, by a key over all that it was worked out from: one SQLite file, which may be lost at any time."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pipelines.saved_time import open_saved

_BATCH = 500


class BlobCache:
    """Bytes by key in the table `name` of a file."""

    def __init__(self, path: Path, name: str) -> None:
        self._name = name
        table = f"create table if not exists {name} (key blob primary key, value blob not null) without rowid"
        self._database = open_saved(path, table)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Those of the keys that are there."""
        wanted = set(keys)
        if 2 * len(wanted) >= self._count():
            # One pass over the file takes a fifth of the time of looking up each.
            rows = self._database.execute(f"select key, value from {self._name}")
            return {key: value for key, value in rows if key in wanted}
        found: dict[bytes, bytes] = {}
        ordered = sorted(wanted)
        for start in range(0, len(ordered), _BATCH):
            part = ordered[start : start + _BATCH]
            marks = ", ".join("?" for _ in part)
            query = f"select key, value from {self._name} where key in ({marks})"
            found.update(self._database.execute(query, part))
        return found

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Keeps values, in one transaction."""
        with self._database:
            self._database.executemany(f"insert or replace into {self._name} values (?, ?)", sorted(values.items()))

    def forget_others(self, used: Iterable[bytes]) -> None:
        """Drops what this run did not use once that is more than what it used: a branch's worth may stay."""
        kept = set(used)
        if self._count() > 2 * len(kept):
            stored = [key for (key,) in self._database.execute(f"select key from {self._name}")]
            with self._database:
                gone = ((key,) for key in stored if key not in kept)
                self._database.executemany(f"delete from {self._name} where key = ?", gone)

    def _count(self) -> int:
        found: int = self._database.execute(f"select count(*) from {self._name}").get
        return found

    def close(self) -> None:
        """Closes the file."""
        self._database.close()
