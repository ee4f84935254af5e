"""Replies that were paid for, kept in SQLite: by provider, model, prompt, schema, inventory and text; and open batches.

Each reply is committed as it comes, so a crash loses at most the calls in flight. The key is the hash of everything
that decides a reply; the columns beside it are there to be looked at and to prune by.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from parsed_graph.errors import SettingsError
from pipelines.models.migrations import migrate
from pipelines.models.model import PERMANENT, ModelError, ModelReply, Outcome, Usage

_TABLES = """
create table if not exists replies (
  key text primary key, identity text not null, prompt text not null, document text not null, reply text not null, reason text not null,
  input_tokens integer not null, cached_tokens integer not null, output_tokens integer not null, created text not null, used text not null
) without rowid;
create table if not exists batches (id text primary key, identity text not null, keys text not null, created text not null) without rowid;
create table if not exists documents (key text primary key, value blob not null, used text not null) without rowid;
create table if not exists notes (name text primary key, value text not null) without rowid;
"""


def m001_replies(database: sqlite3.Connection) -> None:
    """Replies, open batches, what documents say by rule, notes."""
    for statement in filter(str.strip, _TABLES.split(";")):
        database.execute(statement)


_STEPS = (m001_replies,)
_COLUMNS = "key, identity, prompt, document, reply, reason, input_tokens, cached_tokens, output_tokens, created, used"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request came from, for those who look into the cache: prompt fingerprint and document id."""

    prompt: str
    document: str


class ReplyCache:
    """One file, `output/cache/replies.db`. Safe for one writer and any number of readers."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(file, timeout=30, isolation_level=None)
        try:
            self._database.execute("pragma journal_mode = wal")
            self._database.execute("pragma synchronous = normal")
            migrate(self._database, _STEPS, str(file))
        except SettingsError:
            self._database.close()
            raise
        except sqlite3.DatabaseError as error:
            self._database.close()
            if type(error) is not sqlite3.DatabaseError:
                raise  # Locked, or a full disk.
            raise SettingsError(
                f"{file} cannot be read ({error}). It holds replies that were paid for: put a copy back, or move it away to ask anew"
            ) from error

    def get(self, key: str) -> Outcome | None:
        """The remembered outcome, None where there is none."""
        row = self._database.execute(
            "select reply, reason, input_tokens, cached_tokens, output_tokens from replies where key = ?", (key,)
        ).fetchone()
        if row is None:
            return None
        self._database.execute("update replies set used = ? where key = ? and used < ?", (_today(), key, _today()))
        usage = Usage(row[2], row[3], row[4])
        return ModelError(row[1], row[0], usage) if row[1] else ModelReply(row[0], usage)

    def put(self, key: str, identity: str, origin: Origin, outcome: Outcome) -> None:
        """Keeps a reply, or a reason that the same request would meet again; anything else is tried anew next time."""
        if isinstance(outcome, ModelError):
            if outcome.reason not in PERMANENT:
                return
            text, reason = outcome.detail, outcome.reason
        else:
            text, reason = outcome.text, ""
        usage = outcome.usage
        row = (
            key,
            identity,
            origin.prompt,
            origin.document,
            text,
            reason,
            usage.input_tokens,
            usage.cached_tokens,
            usage.output_tokens,
            _today(),
            _today(),
        )
        self._database.execute(f"insert or replace into replies ({_COLUMNS}) values (?,?,?,?,?,?,?,?,?,?,?)", row)

    def document(self, key: str) -> bytes | None:
        """What was kept under a document's key by `keep_document`."""
        row = self._database.execute("select value from documents where key = ?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def keep_documents(self, entries: Iterable[tuple[str, bytes]]) -> None:
        """Keeps what was parsed and read by rule; derived, so losing it costs only time."""
        self._database.execute("begin")
        self._database.executemany(
            "insert or replace into documents values (?, ?, ?)", ((key, value, _today()) for key, value in entries)
        )
        self._database.execute("commit")

    def note(self, name: str) -> str:
        """A remembered fact, such as the format that a server takes; "" where there is none."""
        row = self._database.execute("select value from notes where name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def remember(self, name: str, value: str) -> None:
        """Keeps a fact."""
        self._database.execute("insert or replace into notes values (?, ?)", (name, value))

    def open_batches(self, identity: str) -> list[tuple[str, frozenset[str]]]:
        """Batches that were sent and not yet collected, oldest first, with the keys they answer."""
        rows = self._database.execute(
            "select id, keys from batches where identity = ? order by created, id", (identity,)
        )
        return [(row[0], frozenset(json.loads(row[1]))) for row in rows]

    def keep_batch(self, batch_id: str, identity: str, keys: Iterable[str]) -> None:
        """Remembers a batch before anything is awaited, so that an interrupted run picks it up."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._database.execute(
            "insert or replace into batches values (?, ?, ?, ?)", (batch_id, identity, json.dumps(sorted(keys)), now)
        )

    def drop_batch(self, batch_id: str) -> None:
        """Forgets a batch that was collected or lost."""
        self._database.execute("delete from batches where id = ?", (batch_id,))

    def size(self) -> int:
        """How many replies there are."""
        return int(self._database.execute("select count(*) from replies").fetchone()[0])

    def prune(self, days: int) -> int:
        """Removes what no run has used for so many days (0: everything); how many replies went."""
        before = (datetime.now(UTC) - timedelta(days=days)).date().isoformat()
        removed = self._database.execute("delete from replies where used <= ?", (before,)).rowcount
        self._database.execute("delete from documents where used <= ?", (before,))
        self._database.execute("vacuum")
        return int(removed)

    def export(self) -> Iterator[str]:
        """Each reply as a line of JSON, by key."""
        names = _COLUMNS.split(", ")
        with closing(self._database.execute(f"select {_COLUMNS} from replies order by key")) as rows:
            for row in rows:
                yield json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False)

    def restore(self, lines: Iterable[str]) -> int:
        """Takes in lines that `export` wrote; replies that are there stay. How many were new. Raises SettingsError."""
        names = _COLUMNS.split(", ")
        before = self.size()
        self._database.execute("begin")
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    self._database.execute(
                        f"insert or ignore into replies ({_COLUMNS}) values (?,?,?,?,?,?,?,?,?,?,?)",
                        _row(line, number, names),
                    )
        except BaseException:
            self._database.execute("rollback")
            raise
        self._database.execute("commit")
        return self.size() - before

    def close(self) -> None:
        """Closes the file."""
        self._database.close()


@contextmanager
def open_replies(output: Path, *, must_exist: bool = False) -> Iterator[ReplyCache]:
    """The cache of an output folder, closed at the end. Raises SettingsError where it has to be there and is not."""
    file = output / "cache" / "replies.db"
    if must_exist and not file.exists():
        raise SettingsError(f"{output} holds no cache of replies. Give the folder of your runs with --output")
    cache = ReplyCache(file)
    try:
        yield cache
    finally:
        cache.close()


def _row(line: str, number: int, names: list[str]) -> tuple[object, ...]:
    try:
        entry = json.loads(line)
        values = tuple(entry[name] for name in names)
    except (ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"line {number} is not a reply that `cache export` wrote") from error
    if not all(
        isinstance(value, int if name.endswith("tokens") else str) for name, value in zip(names, values, strict=True)
    ):
        raise SettingsError(f"line {number} is not a reply that `cache export` wrote")
    return values


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
