"""Reads what Microsoft GraphRAG extracted from a corpus: its entities and relationships, each with a quote from its text units."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parsed_graph.errors import SettingsError
from pipelines.imports.corpus import Association, Corpus, Mention, Quote
from pipelines.imports.quotation import find_quote

_TABLES: Mapping[str, tuple[str, ...]] = {
    "documents": ("id", "title", "text"),
    "text_units": ("id", "text", "document_id"),
    "entities": ("title", "type", "description", "text_unit_ids"),
    "relationships": ("source", "target", "description", "text_unit_ids"),
}
_OURS = re.compile(r"(?:Service|Endpoint|Topic|ADR)\(.+\)")
"""Titles as our own export writes them."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text unit: its document's title, the line that it starts on, 0 where unknown, and its words."""

    document: str
    line: int
    text: str


def read_graphrag(folder: Path, name: str) -> Corpus:
    """The corpus of a GraphRAG project, or of its output folder.

    Raises SettingsError for tables that are missing or have other columns, and for an export of ours.
    """
    tables = {table: _read(_output(folder) / f"{table}.parquet", columns) for table, columns in _TABLES.items()}
    if any(_OURS.fullmatch(str(row["title"])) for row in tables["entities"]):
        raise SettingsError(f"{folder}: these are our own entities; import a corpus that GraphRAG itself has indexed")
    documents = {str(row["id"]): row for row in tables["documents"]}
    texts = {str(row["id"]): _text(row, documents) for row in tables["text_units"]}
    mentions = [
        Mention(str(row["title"]), str(row["type"] or ""), _said(row), tuple(_quotes(row, texts, [str(row["title"])])))
        for row in tables["entities"]
    ]
    associations = [
        Association(
            str(row["source"]),
            str(row["target"]),
            _said(row),
            tuple(_quotes(row, texts, [str(row["source"]), str(row["target"])])),
        )
        for row in tables["relationships"]
    ]
    return Corpus(
        name,
        tuple(sorted({str(row["title"]) for row in tables["documents"]})),
        tuple(sorted((mention for mention in mentions if mention.quotes), key=lambda m: (m.name, m.kind))),
        tuple(sorted((a for a in associations if a.quotes), key=lambda a: (a.source, a.target, a.description))),
        sum(not mention.quotes for mention in mentions) + sum(not a.quotes for a in associations),
    )


def _output(folder: Path) -> Path:
    return folder if (folder / "entities.parquet").exists() else folder / "output"


def _read(path: Path, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    # pyarrow takes a fifth of a second to import, and only an import reads with it.
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not path.exists():
        raise SettingsError(f"{path}: missing. Name a GraphRAG project that was indexed, or its output folder")
    try:
        rows: list[dict[str, Any]] = pq.read_table(path, columns=list(columns)).to_pylist()
    except (pa.ArrowException, OSError, KeyError) as error:
        raise SettingsError(f"{path}: not a table of GraphRAG 3 ({str(error).splitlines()[0]})") from error
    missing = [column for column in columns if rows and column not in rows[0]]
    if missing:
        raise SettingsError(f"{path}: not a table of GraphRAG 3 (no column {', '.join(missing)})")
    return rows


def _text(row: Mapping[str, Any], documents: Mapping[str, Mapping[str, Any]]) -> _Text:
    document = documents.get(str(row["document_id"]), {})
    text = str(row["text"] or "")
    place = str(document.get("text") or "").find(text)
    line = str(document.get("text") or "").count("\n", 0, place) + 1 if place >= 0 else 0
    return _Text(str(document.get("title", "")), line, text)


def _said(row: Mapping[str, Any]) -> str:
    return " ".join(str(row["description"] or "").split())[:1_000]


def _quotes(row: Mapping[str, Any], texts: Mapping[str, _Text], names: list[str]) -> Iterator[Quote]:
    """The first place in each document."""
    seen: set[str] = set()
    for identity in row["text_unit_ids"] if row["text_unit_ids"] is not None else ():
        unit = texts.get(str(identity))
        if unit is None or not unit.document or unit.document in seen:
            continue
        found = find_quote(unit.text, names)
        if found:
            seen.add(unit.document)
            offset, words = found
            yield Quote(unit.document, unit.line + unit.text.count("\n", 0, offset) if unit.line else 0, words)
