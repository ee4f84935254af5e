"""From a document to its parsed part: kind, title, its record, text units, problems."""

from collections.abc import Iterator
from dataclasses import replace

from parsed_graph.model import Problem
from pipelines.documents.adr import adr_problems, document_title, read_adr
from pipelines.documents.dates import unreadable_date
from pipelines.documents.document import Document
from pipelines.documents.find_documents import DocumentKind
from pipelines.documents.front_matter import broken_front_matter
from pipelines.documents.incident import read_incident
from pipelines.documents.records import AdrRecord, IncidentRecord, ParsedDocument
from pipelines.documents.section_kinds import title_section
from pipelines.documents.stated_constraints import stated_constraints
from pipelines.documents.text_units import split_document


def parse_document(document: Document, kind: DocumentKind, document_id: str, place: str, text: str) -> ParsedDocument:
    """The parsed part. `document_id` is its node's id, `place` what problems call it; `text` is the whole file."""
    adr = replace(read_adr(document), constraints=stated_constraints(text)) if kind is DocumentKind.ADR else None
    incident = read_incident(document) if kind is DocumentKind.INCIDENT else None
    return ParsedDocument(
        kind,
        document_title(document),
        document.sections[max(title_section(document), 0)].line,
        adr,
        incident,
        tuple(split_document(document_id, document, text)),
        tuple(_problems(document, adr, incident, place, text)),
    )


def _problems(
    document: Document, adr: AdrRecord | None, incident: IncidentRecord | None, place: str, text: str
) -> Iterator[Problem]:
    if adr is not None:
        yield from adr_problems(document, adr, place)
    undated = unreadable_date(document.fields) if incident is not None and not incident.date else None
    if undated is not None:
        yield Problem("documents", place, undated.line, "unreadable-date", " ".join(undated.value.split())[:80])
    broken = broken_front_matter(text)
    if broken:
        yield Problem("documents", place, broken[0], "front-matter", f"{broken[1]}; read line by line instead")
    if document.is_cut:
        yield Problem("documents", place, 0, "too-large", "only the first part was read")
