"""Which other decision records a document names, how, and where: links, `ADR 13`, status lines, `This supersedes …`."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from pipelines.documents.document import Block, BlockKind, Document, Field
from pipelines.documents.inline import Inline, Link, plain
from pipelines.documents.records import (
    AMENDED_BY,
    AMENDS,
    REFERENCES,
    SUPERSEDED_BY,
    SUPERSEDES,
    RecordReference,
)
from pipelines.documents.sentences import Sentence, split_sentences

_RECORD_FILE = re.compile(
    r"(?:^|/)(?P<stem>(?:[a-z][\w]*[-_ ])*?(?P<number>\d{1,8})(?:[-_. ][^/?#]{0,200})?|adr[-_ ][^/?#]{1,200})$", re.I
)
_DATED = re.compile(r"(?:^|/)(?:19|20)\d\d-\d\d-\d\d[^/]*$")
"""A file named after a day: a postmortem or minutes, no record."""
_RECORD_FOLDER = re.compile(r"(?:^|/)[\w.-]*(?:adrs?|decisions?|decision-records?|madr|decis(?:ao|oes))[\w.-]*/", re.I)
_EXTENSION = re.compile(r"\.(?:md|mdx|html?|adoc|asciidoc|rst|markdown|html\.md(?:\.erb)?|md\.erb|erb)$", re.I)
_OTHER_FILE = re.compile(
    r"\.(?:png|jpe?g|svg|gif|pdf|ya?ml|json|drawio|puml|py|java|kt|ts|js|go|cs|sh|tf|xml|csv|pptx?|docx?|xlsx?|zip|plantuml|txt)$",
    re.I,
)
_RECORD_WORD = re.compile(
    r"(?<![\w/.-])(?P<id>(?:[A-Z]{2,12}-)?(?:ADR|DADR|MADR|ADL|architecture decision(?: record)?|decision record|registro de decis[aã]o)"
    r"s?(?:-[A-Z]{2,10})?[\s#:_-]{0,3}0*(?P<number>\d{1,5}))(?![\w.]*\d)",
    re.I,
)  # fmt: skip
_MORE_NUMBERS = re.compile(r"(?:\s*(?:,|and|e|&|or|ou)\s*(?:ADR[\s#-]{0,2})?0*(\d{1,5})\b(?!\.\d)){1,20}", re.I)

_SUBJECT = r"(?:this|the (?:present|current)|est[ea]|the above)\s+(?:adr|decision|record|document|rfc|one|decis[aã]o|registro|documento)?"
_CUES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (relation, re.compile(rf"(?:^\W*|\b{_SUBJECT}\b.{{0,40}}?|[(;:,.]\s*|\band )(?:(?:is|was|has been|been|partially|partly|now|fully|also|status|foi|é)[\s:]+){{0,4}}(?:{words})\b", re.I))
    for relation, words in (
        (SUPERSEDED_BY, r"supers?[ec]*ded (?:by|with)|superse[cd]+ed by|replaced (?:by|with)|obsoleted by|substitu[ií]d[oa] p(?:or|el[oa])|supersedid[oa] por"),
        (SUPERSEDES, r"supers?[ec]*des?|supers?[ec]*ding|replaces|obsoletes|substitui"),
        (AMENDED_BY, r"amended (?:by|in|with)|extended by|updated (?:by|in)|clarified by|alterad[oa] p(?:or|el[oa])|complementad[oa] p(?:or|el[oa])"),
        (AMENDS, r"amends|extends|clarifies|updates|altera|complementa|estende"),
    )
)  # fmt: skip
_REPLACED_SEE = re.compile(
    r"\b(?:supers?[ec]*ded|superse[cd]+ed|substitu[ií]d|reject|deprecat|withdrawn|abandon|obsolete|rejeitad|descontinuad|depreciad)\w*",
    re.I,
)
_ADDRESS = re.compile(r"https?://\S+")
_NOTHING = re.compile(
    r"^\W*(?:n/?a|none|nothing|no|nil|-|\u2013|tbd|not applicable|nenhum[a]?|n[aã]o se aplica)?\W*$", re.I
)


def read_references(document: Document, own_number: str) -> tuple[RecordReference, ...]:
    """Every reference to another record, the strongest relation per record, in reading order."""
    found = [*_field_references(document), *_prose_references(document)]
    kept: dict[tuple[str, str], RecordReference] = {}
    for reference in found:
        if reference.number == own_number and not reference.is_link:
            continue
        key = (reference.relation, reference.number or reference.target or reference.label)
        kept.setdefault(key, reference)
    strong = {key[1] for key in kept if key[0] != REFERENCES}
    return tuple(r for (relation, name), r in kept.items() if relation != REFERENCES or name not in strong)


def read_document_links(document: Document) -> tuple[RecordReference, ...]:
    """Every link to another document of the same repository that is no record, such as a postmortem; each target once."""
    found: dict[str, RecordReference] = {}
    for index, block in enumerate(document.blocks):
        if block.kind is BlockKind.CODE or "]" not in block.text:
            continue
        inline = document.plain(index)
        for link in inline.links:
            path = link.target.split("#")[0]
            if path and "://" not in path and _EXTENSION.search(path) and record_number(link.target) is None:
                label = " ".join(inline.text[link.start : link.end].split())
                line = block.line + inline.text.count("\n", 0, link.start)
                found.setdefault(path, RecordReference(REFERENCES, link.target, "", label, line, label[:300], True))
    return tuple(found.values())


def _field_references(document: Document) -> Iterator[RecordReference]:
    for field in document.fields:
        if field.key in (SUPERSEDES, SUPERSEDED_BY, AMENDS, AMENDED_BY, "related") and not _NOTHING.match(field.value):
            relation = REFERENCES if field.key == "related" else field.key
            yield from _value_references(document, field, relation)
        elif field.key == "status":
            yield from _status_references(document, field)


def _value_references(document: Document, field: Field, relation: str) -> Iterator[RecordReference]:
    inline = plain(field.value, document.definitions)
    named = list(_named(inline.text, inline.links, 0, len(inline.text)))
    if not named and relation != REFERENCES:
        # A number in an address is that of an issue or a change.
        bare = re.findall(r"(?<![\w.])0*(\d{1,5})(?![\w.]*\d)", _ADDRESS.sub("", inline.text))
        slug = field.value.strip().strip("\"'`")
        if bare:
            named = [("", number, inline.text.strip(), False) for number in bare]
        elif re.fullmatch(r"[\w./-]{3,200}", slug):
            named = [(slug, "", slug, True)]
    for target, number, label, is_link in named:
        yield RecordReference(relation, target, number, label, field.line, inline.text.strip()[:300], is_link, True)


def _status_references(document: Document, field: Field) -> Iterator[RecordReference]:
    inline = plain(field.value, document.definitions)
    relation = _relation(inline.text)
    if relation == REFERENCES and _REPLACED_SEE.search(inline.text):
        relation = SUPERSEDED_BY
    named = list(_named(inline.text, inline.links, 0, len(inline.text)))
    if not named and relation != REFERENCES:
        named = [
            ("", number, inline.text, False)
            for number in re.findall(r"(?<![\w./])#?0*(\d{1,5})(?![\w.]*\d)(?!-\d)", _ADDRESS.sub("", inline.text))[:1]
        ]
    for target, number, label, is_link in named:
        yield RecordReference(relation, target, number, label, field.line, inline.text.strip()[:300], is_link, True)


def _prose_references(document: Document) -> Iterator[RecordReference]:
    for index, block in enumerate(document.blocks):
        if block.kind is BlockKind.CODE or not _may_name(block, document):
            continue
        inline = document.plain(index)
        for sentence in split_sentences(inline.text):
            yield from _sentence_references(block, inline, sentence)


def _may_name(block: Block, document: Document) -> bool:
    text = block.text
    return (
        "](" in text
        or "][" in text
        or _RECORD_WORD.search(text) is not None
        or (bool(document.definitions) and "[" in text)
    )


def _sentence_references(block: Block, inline: Inline, sentence: Sentence) -> Iterator[RecordReference]:
    text = inline.text[sentence.start : sentence.end]
    named = list(_named(inline.text, inline.links, sentence.start, sentence.end))
    if not named:
        return
    relation = _relation(text)
    line = block.line + inline.text.count("\n", 0, sentence.start)
    quote = " ".join(text.split())[:300]
    for target, number, label, is_link in named:
        yield RecordReference(relation, target, number, label, line, quote, is_link)


def _relation(text: str) -> str:
    for relation, cue in _CUES:
        if cue.search(text):
            return relation
    return REFERENCES


def _named(text: str, links: tuple[Link, ...], start: int, end: int) -> Iterator[tuple[str, str, str, bool]]:
    """(target, number, label, is a link) of each record named between two offsets."""
    covered: list[tuple[int, int]] = []
    for link in links:
        if start <= link.start < end:
            label = text[link.start : link.end]
            number = record_number(link.target)
            if number is not None:
                covered.append((link.start, link.end))
                yield link.target, number, " ".join(label.split()), True
    listed = start
    for found in _RECORD_WORD.finditer(text, start, end):
        if found.start() < listed or any(a <= found.start() < b for a, b in covered):
            continue
        yield "", str(int(found["number"])), found["id"], False
        more = _MORE_NUMBERS.match(text, found.end(), end)
        if more:
            listed = more.end()
            for number in re.findall(r"\d{1,5}", more[0]):
                yield "", str(int(number)), found["id"], False


def record_number(target: str) -> str | None:
    """The digits of a link that leads to a decision record ("" for one without a number), None for any other link."""
    path = unquote(target.split("#")[0].split("?")[0]).rstrip("/")
    if not path or _OTHER_FILE.search(path) or _DATED.search(path) or re.match(r"(?:mailto|ftp):", path):
        return None
    stem = _EXTENSION.sub("", path)
    found = _RECORD_FILE.search(stem)
    in_folder = _RECORD_FOLDER.search(path) is not None
    if found is None or re.search(r"/(?:issues|pull|pulls|merge_requests|browse|commit|wiki|archives|releases)/", path):
        return (
            ""
            if in_folder and _EXTENSION.search(path) and not re.search(r"(?:readme|index|template)$", stem, re.I)
            else None
        )
    number = found["number"]
    named = number is not None and re.search(r"(?:^|/)(?:[a-z]{0,6}-?)*?adr[-_ ]?", found["stem"], re.I) is not None
    if re.match(r"https?://", path) and not (in_folder or named):
        return None
    bare = re.fullmatch(r"(?:\.{0,2}/)*\d{3,5}-[\w-]+", path) is not None
    if not (_EXTENSION.search(path) or in_folder or named or bare):
        return None
    if number is None:
        return ""
    return str(int(number)) if len(number) < 8 else number
