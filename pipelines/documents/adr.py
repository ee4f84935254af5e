"""A decision record's parsed part: number, title, status, date, deciders, scope and its references, no model asked."""

import re
from collections.abc import Iterator

from parsed_graph.model import Problem
from pipelines.documents.adr_references import read_document_links, read_references
from pipelines.documents.adr_status import normalise_status
from pipelines.documents.dates import first_date, unreadable_date
from pipelines.documents.document import Document
from pipelines.documents.inline import plain
from pipelines.documents.records import AdrRecord
from pipelines.documents.section_kinds import title_section
from pipelines.documents.suffixes import file_stem

_FILE_NUMBER = re.compile(r"^(?:[A-Za-z][A-Za-z]*[-_ ])*?(?P<number>\d{1,8})(?=[-_. ]|$)")
_TITLE_NUMBER = re.compile(
    r"^(?!\W{0,3}\d{4}-\d\d)\W{0,3}(?:(?:[A-Z]{2,10}-)?(?:ADR|DADR|MADR|RFC|Decision|Decis[aã]o)[\s#:_-]{0,3})?(?:0*(?P<number>\d{1,5}))[\]).:]?\s*(?:[-\u2013—:.]\s*|\s)",
    re.I,
)
_TITLE_PREFIX = re.compile(
    r"^(?:ADR|RFC|Architecture Decision Record|Decision Record|Registro de Decis[aã]o(?: de Arquitetura)?)\s*[-\u2013—:]\s*",
    re.I,
)
_WORD = re.compile(r"(?!(?:adr|the|and|for|use|with|from|our|not|are)\b)[a-z]{3,}")
_ABBREVIATION = re.compile(r"\b[A-Z]{2,5}\b")
_ONLY_TITLE = re.compile(r"\W*(?:title|t[ií]tulo)\W*$", re.I)


def read_adr(document: Document) -> AdrRecord:
    """The record. Never fails: what is not said is empty, and an unusual status is `unknown`."""
    digits = _number(document)
    statuses = [plain(field.value, document.definitions).text for field in document.fields if field.key == "status"]
    return AdrRecord(
        path=document.path,
        number=digits.lstrip("0") if len(digits) < 8 else digits,
        label=digits,
        title=document_title(document),
        status=normalise_status(statuses),
        status_original="; ".join(dict.fromkeys(" ".join(status.split()) for status in statuses))[:200],
        date=next((date for date in (first_date(f.value) for f in document.fields if f.key == "date") if date), "")
        or _file_date(document.path),
        deciders=_names(document, "deciders"),
        applies_to=tuple(f for f in document.fields if f.key in ("applies_to", "scope", "affects", "tags")),
        tags=_names(document, "tags"),
        references=read_references(document, digits.lstrip("0")),
        documents=read_document_links(document),
    )


def document_title(document: Document) -> str:
    """The heading without its number, else the front matter's title, else the file name in words."""
    text = stated_title(document)
    if text:
        return _TITLE_PREFIX.sub("", _TITLE_NUMBER.sub("", text)).strip() or text.strip()
    named = next((field.value for field in document.fields if field.key == "title"), "")
    return _TITLE_NUMBER.sub("", named).strip() or _words_of(file_stem(document.path))


def stated_title(document: Document) -> str:
    """The title as the document's heading has it, or, below a heading that is only "Title", the words there; else ""."""
    heading = title_section(document)
    text = document.heading(heading).text if heading > 0 else ""
    if heading > 0 and _ONLY_TITLE.match(text):
        below = next((i for i, block in enumerate(document.blocks) if block.section == heading), None)
        return " ".join(document.plain(below).text.split())[:200] if below is not None else ""
    return text


def adr_problems(document: Document, record: AdrRecord, place: str) -> Iterator[Problem]:
    """Where title and file disagree, or a status or date cannot be read. `place` is what problems call the document."""
    line = document.sections[max(title_section(document), 0)].line
    found = _TITLE_NUMBER.match(stated_title(document))
    if found and record.number and len(record.number) < 8 and str(int(found["number"])) != record.number:
        yield Problem(
            "documents",
            place,
            line,
            "number-disagrees",
            f"the title says {found['number']}, the file name {record.label}",
        )
    named = next((field for field in document.fields if field.key == "title" and field.origin == "front-matter"), None)
    if named and title_section(document) > 0 and not _share_words(named.value, record.title):
        yield Problem(
            "documents", place, named.line, "title-disagrees", f"front matter {named.value!r}, heading {record.title!r}"
        )
    elif record.title and not _share_words(file_stem(document.path), record.title, abbreviated=True):
        yield Problem(
            "documents",
            place,
            line,
            "title-disagrees",
            f"file name {file_stem(document.path)!r}, title {record.title!r}",
        )
    stated = next((field.line for field in document.fields if field.key == "status"), line)
    if record.status == "unknown" and record.status_original:
        yield Problem("documents", place, stated, "unknown-status", record.status_original)
    undated = unreadable_date(document.fields)
    if undated is not None:
        yield Problem("documents", place, undated.line, "unreadable-date", " ".join(undated.value.split())[:80])


def _number(document: Document) -> str:
    found = _FILE_NUMBER.match(file_stem(document.path))
    if found:
        return found["number"]
    titled = _TITLE_NUMBER.match(stated_title(document))
    if titled:
        return titled["number"]
    for field in document.fields:
        digits = re.search(r"\d{1,8}", field.value) if field.key == "number" else None
        if digits:
            return digits[0]
    return ""


def _file_date(path: str) -> str:
    return first_date(file_stem(path).replace("_", "-")) or ""


def _names(document: Document, key: str) -> tuple[str, ...]:
    values = (plain(f.value, document.definitions).text for f in document.fields if f.key == key)
    names = (name.strip(" .[]\"'") for value in values for name in re.split(r"[,;\n]|\s(?:and|e)\s", value))
    return tuple(dict.fromkeys(name for name in names if name and len(name) < 80))


def _words_of(stem: str) -> str:
    return re.sub(r"[-_]+", " ", re.sub(r"^[\dA-Z-]*\d[-_ ]", "", stem)).strip().capitalize()


def _share_words(one: str, other: str, *, abbreviated: bool = False) -> bool:
    """Whether two titles share a word of three letters or more by stem, `abbreviated` or the beginning of one; true where either has none."""
    left, right = ({word[:5] for word in _WORD.findall(text.lower())} for text in (one, other))
    # A file that is named by abbreviations alone may have any title.
    told = all(_WORD.search(_ABBREVIATION.sub("", text).lower()) for text in (one, other))
    return (
        not told
        or bool(left & right)
        or (abbreviated and any(a.startswith(b) or b.startswith(a) for a in left for b in right))
    )
