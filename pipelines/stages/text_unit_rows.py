"""The rows that text search is made of: documents and their text units."""

import hashlib
import re
from functools import lru_cache

import msgspec

from parsed_graph.name_words import split_words
from parsed_graph.snapshot.canonical_json import canonical_bytes
from parsed_graph.snapshot.encodable import encodable

_WORD = re.compile(r"\w+")
_HUMP = re.compile(r"[a-z0-9][A-Z]|^[A-Z]{2,}[a-z]")


class DocumentRow(msgspec.Struct, frozen=True):
    """A document, a community's report, a service's card or a source file. `service` is an id, or "".

    `digest` is that of the row as it is written, "" for one that is not ready yet.
    """

    id: str
    kind: str
    service: str
    title: str
    repo: str = ""
    path: str = ""
    digest: str = ""


class TextUnitRow(msgspec.Struct, frozen=True):
    """A piece of a document. `title` is its path of headings; `line` is where it starts, 0 where there is no file.

    `nodes` are the ids of what it is about, beyond its service; `names` are the words of the names in its title and text
    that are written in one, "" for a row that is not ready yet.
    """

    id: str
    document_id: str
    kind: str
    service: str
    title: str
    path: str
    repo: str
    line: int
    text: str
    nodes: tuple[str, ...] = ()
    names: str = ""


Row = tuple[DocumentRow, tuple[TextUnitRow, ...]]


def ready_row(row: Row) -> Row:
    """A row that can be written: no text that a file cannot hold, the names in its units, and its digest."""
    head, units = row
    if head.digest:
        return row
    named = (
        head,
        tuple(msgspec.structs.replace(unit, names=split_names(f"{unit.title}\n{unit.text}")) for unit in units),
    )
    try:
        written = canonical_bytes(named)
    except UnicodeEncodeError:
        return ready_row(_encodable_row(row))
    return msgspec.structs.replace(head, digest=hashlib.sha256(written).hexdigest()), named[1]


def split_names(text: str) -> str:
    """The words of every name in a text that is written in camel case, each name once."""
    return " ".join(filter(None, map(_humps, dict.fromkeys(_WORD.findall(text)))))


@lru_cache(maxsize=100_000)
def _humps(name: str) -> str:
    """The words of a name in camel case; "" for any other, which the index parts by itself."""
    return " ".join(split_words(name)) if _HUMP.search(name) else ""


def _encodable_row(row: Row) -> Row:
    head, units = row
    names = (head.id, head.kind, head.service, head.title, head.repo, head.path)
    return DocumentRow(*map(encodable, names)), tuple(_encodable_unit(unit) for unit in units)


def _encodable_unit(unit: TextUnitRow) -> TextUnitRow:
    texts = (unit.id, unit.document_id, unit.kind, unit.service, unit.title, unit.path, unit.repo, unit.text)
    identity, document, kind, service, title, path, repo, text = map(encodable, texts)
    nodes = tuple(encodable(node) for node in unit.nodes)
    return TextUnitRow(identity, document, kind, service, title, path, repo, unit.line, text, nodes)
