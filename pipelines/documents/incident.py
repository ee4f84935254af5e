"""A postmortem's parsed part: title, date, severity and the services its metadata lists, no model asked."""

import re

from pipelines.documents.adr import document_title
from pipelines.documents.adr_references import read_references
from pipelines.documents.dates import first_date
from pipelines.documents.document import BlockKind, Document
from pipelines.documents.inline import plain
from pipelines.documents.records import IncidentRecord
from pipelines.documents.section_kinds import SectionKind, document_kinds
from pipelines.documents.suffixes import file_stem

_SEVERITY = re.compile(r"\b(?:sev(?:erity)?|p(?:riority)?|s|level|n[ií]vel)[\s:#-]{0,2}(?P<number>[0-5])\b", re.I)
_WORD = re.compile(
    r"\b(?P<word>critical|blocker|major|high|medium|moderate|minor|low|cr[ií]tic[oa]|alt[oa]|m[eé]di[oa]|baix[oa])\b",
    re.I,
)
_PLAIN_WORD = {"crítico": "critical", "crítica": "critical", "critico": "critical", "critica": "critical", "alto": "high", "alta": "high",
               "médio": "medium", "média": "medium", "medio": "medium", "media": "medium", "baixo": "low", "baixa": "low"}  # fmt: skip
_ID = re.compile(r"\b(?:INC|PM|IR|RCA|COE|INCIDENT|SEV)[-_ ]?\d{1,4}(?:[-_]\d{1,5}){0,3}\b", re.I)


def read_incident(document: Document) -> IncidentRecord:
    """The record. Never fails: what is not said is empty."""
    title = document_title(document)
    severity = next(
        (plain(f.value, document.definitions).text.strip() for f in document.fields if f.key == "severity"), ""
    )
    return IncidentRecord(
        path=document.path,
        label=_label(document, title),
        title=title,
        date=_date(document, title),
        severity=normalise_severity(severity),
        severity_original=severity[:80],
        services=tuple(f for f in document.fields if f.key in ("applies_to", "affects")),
        references=read_references(document, ""),
    )


def normalise_severity(text: str) -> str:
    """`SEV1` for "P1", "Sev-1" and "1 (critical)"; else critical, major, high, medium, minor, low; else ""."""
    found = _SEVERITY.search(text) or re.match(r"\W*(?P<number>[0-5])\b", text)
    if found:
        return f"SEV{found['number']}"
    word = _WORD.search(text)
    return _PLAIN_WORD.get(word["word"].lower(), word["word"].lower()) if word else ""


def _label(document: Document, title: str) -> str:
    stated = (f.value for f in document.fields if f.key in ("number", "incident"))
    for text in (*stated, file_stem(document.path), title):
        found = _ID.search(text)
        if found:
            return found[0].upper().replace("_", "-").replace(" ", "-")
    return ""


def _date(document: Document, title: str) -> str:
    """The incident's day: its field, else the title, the file name, the timeline, the first date of the text."""
    said = (field.value for field in document.fields if field.key == "date")
    for text in (*said, title, file_stem(document.path).replace("_", "-")):
        date = first_date(text)
        if date:
            return date
    kinds = document_kinds(document, incident=True)
    ordered = sorted(
        (i for i, b in enumerate(document.blocks) if b.kind is not BlockKind.CODE),
        key=lambda i: (kinds[document.blocks[i].section] is not SectionKind.TIMELINE, i),
    )
    return next((date for date in (first_date(document.blocks[i].text) for i in ordered[:60]) if date), "")
