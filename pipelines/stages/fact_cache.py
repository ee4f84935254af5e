"""Facts of files that did not change: by size and times without reading the file, else by its content.

One SQLite file under `output/cache/`; losing it costs the time of one full parse and nothing else.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

import parsed_graph
from parsed_graph.facts import Fact
from parsed_graph.registry import ParserEntry, all_entries
from parsed_graph.repository import FolderListing
from parsed_graph.snapshot.encodable import encodable
from pipelines.saved_time import open_saved

_DECODER = msgspec.msgpack.Decoder(list[Fact])
_ENCODER = msgspec.msgpack.Encoder()
_ENTRIES = msgspec.msgpack.Decoder(tuple[ParserEntry, ...])
_LISTINGS = msgspec.msgpack.Decoder(dict[str, FolderListing])
_TABLES = """
DROP TABLE IF EXISTS facts;
CREATE TABLE IF NOT EXISTS file_facts (
  root TEXT, path TEXT, rules TEXT, stamp TEXT, digest TEXT, beside TEXT, facts BLOB,
  PRIMARY KEY (root, path)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS digests (root TEXT, path TEXT, stamp TEXT, digest TEXT, PRIMARY KEY (root, path)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checkouts (place INTEGER PRIMARY KEY, name TEXT, root TEXT);
CREATE TABLE IF NOT EXISTS parsers (rules TEXT PRIMARY KEY, entries BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS listings (root TEXT PRIMARY KEY, version TEXT, folders BLOB) WITHOUT ROWID;
"""


class KnownFile(NamedTuple):
    """What is known of a file without its facts: the walk's `stamp`, `digest` of its content.

    `beside` is a digest of the names beside it where a parser asked for them, else "".
    """

    stamp: str
    digest: str
    beside: str


class FactCache:
    """Facts by repository and path, and what saves looking for them. Each `keep` is one transaction for a checkout."""

    def __init__(self, path: Path) -> None:
        self._connection = open_saved(path, _TABLES)

    def known(self, root: str) -> dict[str, KnownFile]:
        """Every file of a checkout that these rules have read."""
        query = "SELECT path, stamp, digest, beside FROM file_facts WHERE root = ? AND rules = ?"
        rows = self._connection.execute(query, (_stored(root), rules_version()))
        return {_path(stored): KnownFile(*row) for stored, *row in rows}

    def facts(self, root: str) -> dict[str, bytes]:
        """The encoded facts of every file of a checkout that these rules have read."""
        query = "SELECT path, facts FROM file_facts WHERE root = ? AND rules = ?"
        rows = self._connection.execute(query, (_stored(root), rules_version()))
        return {_path(stored): encoded for stored, encoded in rows}

    def keep(
        self,
        root: str,
        read: Mapping[str, tuple[KnownFile, bytes]],
        touched: Mapping[str, KnownFile],
        gone: Iterable[str],
    ) -> None:
        """Stores what was `read` anew, the stamps of what was only `touched`, and forgets files that are gone."""
        rules, key = rules_version(), _stored(root)
        with self._connection:
            self._connection.execute("DELETE FROM file_facts WHERE root = ? AND rules <> ?", (key, rules))
            self._connection.executemany(
                "DELETE FROM file_facts WHERE root = ? AND path = ?", ((key, _stored(path)) for path in gone)
            )
            self._connection.executemany(
                "UPDATE file_facts SET stamp = ? WHERE root = ? AND path = ?",
                ((file.stamp, key, _stored(path)) for path, file in sorted(touched.items())),
            )
            self._connection.executemany(
                "INSERT OR REPLACE INTO file_facts VALUES (?, ?, ?, ?, ?, ?, ?)",
                ((key, _stored(path), rules, *file, facts) for path, (file, facts) in sorted(read.items())),
            )

    def digests(self, root: str) -> dict[str, tuple[str, str]]:
        """Stamp and content digest of every document of a checkout."""
        rows = self._connection.execute("SELECT path, stamp, digest FROM digests WHERE root = ?", (_stored(root),))
        return {_path(stored): (stamp, digest) for stored, stamp, digest in rows}

    def keep_digests(self, root: str, read: Mapping[str, tuple[str, str]], gone: Iterable[str]) -> None:
        """Stores what was read anew and forgets documents that are gone."""
        key = _stored(root)
        with self._connection:
            self._connection.executemany(
                "DELETE FROM digests WHERE root = ? AND path = ?", ((key, _stored(path)) for path in gone)
            )
            self._connection.executemany(
                "INSERT OR REPLACE INTO digests VALUES (?, ?, ?, ?)",
                ((key, _stored(path), *row) for path, row in sorted(read.items())),
            )

    def parsers(self) -> tuple[ParserEntry, ...]:
        """Which parsers there are: imported all once, then known from the file until a rule changes."""
        rules = rules_version()
        known = self._connection.execute("SELECT entries FROM parsers WHERE rules = ?", (rules,)).fetchone()
        if known:
            return _ENTRIES.decode(known[0])
        entries = all_entries()
        with self._connection:
            self._connection.execute("DELETE FROM parsers")
            self._connection.execute("INSERT INTO parsers VALUES (?, ?)", (rules, _ENCODER.encode(entries)))
        return entries

    def listings(self, root: str, version: str) -> dict[str, FolderListing]:
        """The folders of a checkout as the last walk found them; none where another `version` of the code walked."""
        query = "SELECT folders FROM listings WHERE root = ? AND version = ?"
        known = self._connection.execute(query, (_stored(root), version)).fetchone()
        return _LISTINGS.decode(known[0]) if known else {}

    def keep_listings(self, root: str, version: str, folders: Mapping[str, FolderListing]) -> None:
        """Stores the folders of a walk, but for one with names that no text file can hold."""
        try:
            encoded = _ENCODER.encode(folders)
        except UnicodeEncodeError:
            return
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO listings VALUES (?, ?, ?)", (_stored(root), version, encoded)
            )

    def adopt(self, root: str, likes: Iterable[str]) -> None:
        """Lets a checkout begin with what is known of others like it: by content, as their stamps say nothing of its own files."""
        with self._connection:
            for other in likes:
                self._connection.execute(
                    "INSERT OR IGNORE INTO file_facts SELECT ?, path, rules, '', digest, beside, facts FROM file_facts"
                    " WHERE root = ? AND rules = ?",
                    (_stored(root), _stored(other), rules_version()),
                )

    def remember_checkouts(self, checkouts: Iterable[tuple[str, str]]) -> None:
        """Keeps the names and roots of the checkouts of a run, in its order, for `checkouts`."""
        with self._connection:
            self._connection.execute("DELETE FROM checkouts")
            rows = ((place, name, _stored(root)) for place, (name, root) in enumerate(checkouts))
            self._connection.executemany("INSERT INTO checkouts VALUES (?, ?, ?)", rows)

    def checkouts(self) -> list[tuple[str, str]]:
        """The names and roots of the checkouts of the last run."""
        rows = self._connection.execute("SELECT name, root FROM checkouts ORDER BY place")
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


_READING = ("artefacts", "contracts", "parsers", "rules", "syntax", "traces")
_READING_MODULES = ("facts.py", "framework.py", "parser.py", "read_facts.py", "registry.py", "siblings.py")


@cache
def rules_version() -> str:
    """A digest of everything that turns a file into facts; resolvers, store and queries may change without it."""
    root = Path(parsed_graph.__file__).parent
    digest = hashlib.sha256()
    folders = [path for folder in _READING for path in (root / folder).glob("*.py")]
    for path in sorted([*folders, *(root / name for name in _READING_MODULES)]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
