"""Text units in a snapshot: pieces of documents, community reports, service cards and code, with full-text search.

`text_search` is an FTS5 table beside `text_units`, its rowid the unit's key; it stems English and folds accents. `names`
holds the parts of names that are written in one (`OrderCreated` as `order created`), as snake_case, kebab-case and dots
fall apart by themselves; `place` holds the words of the service's name and of the path. `text_unit_nodes` says which
nodes a unit is about.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import apsw

from community.community import CommunityState
from community.report import report_text
from parsed_graph.name_words import split_words
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.store import SnapshotPart
from pipelines.documents.find_documents import DocumentKind
from pipelines.documents.record_graph import PlacedDocument
from pipelines.stages.text_unit_rows import DocumentRow, Row, TextUnitRow, ready_row

COMMUNITY_REPORT = "community_report"
_TABLES = """
CREATE TABLE documents (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, service TEXT NOT NULL, title TEXT NOT NULL,
  repo TEXT NOT NULL, path TEXT NOT NULL
);
CREATE TABLE text_units (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, document_id TEXT NOT NULL, kind TEXT NOT NULL, service TEXT NOT NULL,
  title TEXT NOT NULL, path TEXT NOT NULL, repo TEXT NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE INDEX text_units_by_document ON text_units (document_id);
CREATE INDEX text_units_by_service ON text_units (service);
CREATE TABLE text_unit_nodes (node INTEGER NOT NULL, unit INTEGER NOT NULL, PRIMARY KEY (node, unit)) WITHOUT ROWID;
CREATE VIRTUAL TABLE text_search USING fts5(
  title, text, names, place, content='', tokenize='porter unicode61 remove_diacritics 2'
);
"""
_MEMORY = 1 << 26


def ordered_rows(rows: Iterable[Row]) -> list[Row]:
    """Rows ready to be written, in the order of ids, whatever order they come in: that of the keys."""
    return sorted(map(ready_row, rows), key=lambda row: row[0].id)


def text_units_part(rows: Sequence[Row]) -> SnapshotPart:
    """The part of a snapshot that holds documents and their units, in the order that `ordered_rows` gives."""
    digest = hashlib.sha256("".join(head.digest for head, _ in rows).encode()).hexdigest()
    return SnapshotPart("text_units", digest, lambda connection, _: _write(connection, rows))


def document_rows(documents: Iterable[PlacedDocument], graph: PropertyGraph) -> Iterator[Row]:
    """Rows of documents that were read. The service is the one that the document's node belongs to."""
    for document in documents:
        node = graph.node(document.id)
        service = node.service if node is not None else ""
        kind = "doc" if document.parsed.kind is DocumentKind.OTHER else str(document.parsed.kind)
        head = DocumentRow(document.id, kind, service, document.parsed.title, document.repo, document.path)
        yield (
            head,
            tuple(
                TextUnitRow(
                    unit.id,
                    document.id,
                    kind,
                    service,
                    unit.heading,
                    document.path,
                    document.repo,
                    unit.line,
                    unit.text,
                    (document.id,),
                )
                for unit in document.parsed.units
            ),
        )


def report_rows(state: CommunityState) -> Iterator[Row]:
    """Rows of community reports; their members are in `community_members`."""
    for community in state.communities:
        report = state.reports.get(community.id)
        if report is not None:
            head = DocumentRow(community.id, COMMUNITY_REPORT, "", community.title)
            unit = TextUnitRow(
                f"{community.id}#1",
                community.id,
                COMMUNITY_REPORT,
                "",
                community.title,
                "",
                "",
                0,
                report_text(report),
            )
            yield head, (unit,)


def _write(connection: apsw.Connection, rows: Sequence[Row]) -> None:
    connection.execute(_TABLES)
    heads = [head for head, _ in rows]
    connection.executemany(
        "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((key, h.id, h.kind, h.service, h.title, h.repo, h.path) for key, h in enumerate(heads, 1)),
    )
    units = [unit for _, below in rows for unit in below]
    connection.executemany(
        "INSERT INTO text_units VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (key, u.id, u.document_id, u.kind, u.service, u.title, u.path, u.repo, u.line, u.text)
            for key, u in enumerate(units, 1)
        ),
    )
    # What fits into memory is written once, in its final form, not merged from many pieces: half the time and half the space.
    connection.execute("INSERT INTO text_search (text_search, rank) VALUES ('hashsize', ?)", (_MEMORY,))
    keys = dict(connection.execute("SELECT id, key FROM graph_nodes"))
    about = {(keys[node], key) for key, unit in enumerate(units, 1) for node in unit.nodes if node in keys}
    connection.executemany("INSERT INTO text_unit_nodes VALUES (?, ?)", sorted(about))
    connection.executemany(
        "INSERT INTO text_search (rowid, title, text, names, place) VALUES (?, ?, ?, ?, ?)",
        ((key, u.title, u.text, u.names, _place(u)) for key, u in enumerate(units, 1)),
    )
    connection.execute("INSERT INTO text_search (text_search) VALUES ('optimize')")


def _place(unit: TextUnitRow) -> str:
    return _place_words(unit.service, unit.path)


@lru_cache(maxsize=1_000)
def _place_words(service: str, path: str) -> str:
    return " ".join(split_words(f"{service.partition(':')[2]} {path}"))
