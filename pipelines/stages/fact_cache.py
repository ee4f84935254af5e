"""Facts of files that did not change: by size and time without reading the file, else by its content.

One SQLite file under `output/cache/`; losing it costs the time of one full parse and nothing else.
"""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import apsw
import msgspec

import parsed_graph
from parsed_graph.facts import Fact
from parsed_graph.snapshot.encodable import encodable

_DECODER = msgspec.msgpack.Decoder(list[Fact])
_ENCODER = msgspec.msgpack.Encoder()
_SETTLED_NANOSECONDS = 2_000_000_000
"""A file changed this shortly before it was read may change again within one tick of its clock; it is read again."""


@dataclass(frozen=True, slots=True)
class CachedFile:
    """What is known of a file: `stamp` is `size:mtime`, `digest` its content's, `facts` the encoded facts."""

    stamp: str
    digest: str
    facts: bytes


class FactCache:
    """Facts by repository and path. Nothing is written before `save`, which is one transaction."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = apsw.Connection(str(path))
        self._connection.pragma("journal_mode", "wal")
        self._connection.pragma("synchronous", "normal")
        self._connection.execute(
            "create table if not exists facts(rules text, root text, path text, stamp text, digest text, facts blob,"
            " primary key(root, path)) without rowid"
        )
        self._connection.execute(
            "create table if not exists checkouts(place integer primary key, name text, root text)"
        )

    def load(self, root: str) -> dict[str, CachedFile]:
        """Every file of a checkout that these rules have read."""
        query = "select path, stamp, digest, facts from facts where root = ? and rules = ?"
        rows = self._connection.execute(query, (_stored(root), rules_version()))
        return {_path(stored): CachedFile(stamp, digest, facts) for stored, stamp, digest, facts in rows}

    def save(self, root: str, changed: dict[str, CachedFile], gone: Iterable[str]) -> None:
        """Stores what was read anew and forgets files that are gone."""
        rules, key = rules_version(), _stored(root)
        with self._connection:
            self._connection.execute("delete from facts where root = ? and rules <> ?", (key, rules))
            self._connection.executemany(
                "delete from facts where root = ? and path = ?", ((key, _stored(path)) for path in gone)
            )
            rows = ((rules, key, _stored(path), f.stamp, f.digest, f.facts) for path, f in sorted(changed.items()))
            self._connection.executemany("insert or replace into facts values (?, ?, ?, ?, ?, ?)", rows)

    def remember_checkouts(self, checkouts: Iterable[tuple[str, str]]) -> None:
        """Keeps the names and roots of the checkouts of a run, in its order, for `checkouts`."""
        with self._connection:
            self._connection.execute("delete from checkouts")
            rows = ((place, name, _stored(root)) for place, (name, root) in enumerate(checkouts))
            self._connection.executemany("insert into checkouts values (?, ?, ?)", rows)

    def checkouts(self) -> list[tuple[str, str]]:
        """The names and roots of the checkouts of the last run."""
        rows = self._connection.execute("select name, root from checkouts order by place")
        return [(name, _path(stored)) for name, stored in rows]

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()


def _stored(path: str) -> str | bytes:
    """The path, as its bytes where they are no UTF-8: SQLite's text holds no surrogates."""
    raw = os.fsencode(path)
    return path if _is_utf8(raw) else raw


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _path(stored: str | bytes) -> str:
    return os.fsdecode(stored) if isinstance(stored, bytes) else stored


def encode_facts(facts: list[Fact]) -> bytes:
    """Facts as MessagePack."""
    try:
        return _ENCODER.encode(facts)
    except UnicodeEncodeError:
        # A string literal such as "\ud800" is a lone surrogate, which MessagePack cannot hold.
        return _ENCODER.encode(_encodable(msgspec.to_builtins(facts)))


def _encodable(value: object) -> object:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    return [_encodable(item) for item in value] if isinstance(value, list | tuple) else value


def decode_facts(encoded: bytes) -> list[Fact]:
    """Facts from MessagePack; raises msgspec.DecodeError on anything else."""
    return _DECODER.decode(encoded)


def stamp_of(size: int, modified: int, now: int) -> str:
    """How a later run tells that a file is the same without reading it; "" where its time is too fresh to trust."""
    return f"{size}:{modified}" if now - modified > _SETTLED_NANOSECONDS else ""


_READING = ("artefacts", "contracts", "parsers", "rules", "syntax", "traces")
_READING_MODULES = ("facts.py", "framework.py", "parser.py", "read_facts.py", "registry.py")


@cache
def rules_version() -> str:
    """A digest of everything that turns a file into facts; resolvers, store and queries may change without it."""
    root = Path(parsed_graph.__file__).parent
    digest = hashlib.sha256()
    folders = [path for folder in _READING for path in (root / folder).glob("*.py")]
    for path in sorted([*folders, *(root / name for name in _READING_MODULES)]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
