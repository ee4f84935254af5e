"""Where a document speaks of a service: each mention with its sentence, by name, by link, as the service at home, by domain."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.documents.aliases import squash
from pipelines.documents.document import BlockKind, Document
from pipelines.documents.inline import Inline
from pipelines.documents.inventory import Inventory
from pipelines.documents.name_matcher import NameMatcher, spelt_out
from pipelines.documents.sentences import Sentence, split_sentences
from pipelines.models.domain_mentions import DomainSpan, find_domains
from pipelines.models.local_names import RoleWords, linked_service, local_names
from pipelines.models.name_certainty import BARE, CERTAIN, FAINT, LIKELY, RETURNING, name_certainty

MAX_MENTIONS = 5_000


@dataclass(frozen=True, slots=True)
class Mention:
    """`sentence[start:end]` speaks of a service. `block` is -1 in a heading. `source`: name, link, home or domain."""

    service: int
    section: int
    block: int
    line: int
    sentence: str
    start: int
    end: int
    certainty: float
    source: str = "name"


@dataclass(frozen=True, slots=True)
class _Passage:
    """A heading or a block as plain text."""

    inline: Inline
    section: int
    block: int
    line: int
    kind: BlockKind


def find_mentions(document: Document, inventory: Inventory, home: int | None) -> list[Mention]:
    """Every mention in reading order. `home` is the service whose own repository the document lies in, if any."""
    passages = list(_passages(document))
    local = local_names((passage.inline for passage in passages), inventory)
    roles = RoleWords(inventory, document.text)
    capitalised = frozenset(
        kind for kind in (BlockKind.PARAGRAPH, BlockKind.ITEM) if _begin_with_capitals(passages, kind, inventory)
    )
    found: list[Mention] = []
    for passage in passages:
        deliberate = passage.block >= 0 and passage.kind in capitalised
        found += _passage_mentions(passage, inventory, local, roles, home, capitalised=deliberate)
        if len(found) >= MAX_MENTIONS:
            break
    return _reinforced(found)


def _reinforced(mentions: list[Mention]) -> list[Mention]:
    """An ordinary word that surely is a name in one place of the document is likelier one in the others, written the same way."""
    sure = {(m.service, _surface(m)) for m in mentions if m.source == "name" and 0.7 <= m.certainty <= LIKELY}
    return [
        replace(m, certainty=RETURNING) if m.certainty == BARE and (m.service, _surface(m)) in sure else m
        for m in mentions
    ]


def _surface(mention: Mention) -> str:
    return mention.sentence[mention.start : mention.end]


def _begin_with_capitals(passages: Sequence[_Passage], kind: BlockKind, inventory: Inventory) -> bool:
    """Whether the document's blocks of the kind begin with a capital, those left out that begin with the name of a service."""
    capital = small = 0
    for passage in passages:
        first = _FIRST_WORD.match(passage.inline.text) if passage.kind is kind and passage.block >= 0 else None
        if first and first[0][0].isupper():
            capital += 1
        elif first and squash(first[0]) not in inventory.by_key:
            small += 1
    return capital >= 2 and capital >= 5 * small


_FIRST_WORD = re.compile(r"[^\W\d_][\w-]*")


def _passages(document: Document) -> Iterator[_Passage]:
    headings = iter([(i, s) for i, s in enumerate(document.sections) if s.title and not s.is_label])
    pending = next(headings, None)
    for index, block in enumerate(document.blocks):
        while pending and pending[0] <= block.section:
            yield _Passage(document.heading(pending[0]), pending[0], -1, pending[1].line, BlockKind.PARAGRAPH)
            pending = next(headings, None)
        if block.kind is not BlockKind.CODE:
            yield _Passage(document.plain(index), block.section, index, block.line, block.kind)
    while pending:
        yield _Passage(document.heading(pending[0]), pending[0], -1, pending[1].line, BlockKind.PARAGRAPH)
        pending = next(headings, None)


def _passage_mentions(
    passage: _Passage,
    inventory: Inventory,
    local: NameMatcher | None,
    roles: RoleWords,
    home: int | None,
    *,
    capitalised: bool,
) -> Iterator[Mention]:
    text = passage.inline.text
    matches = [match for match in map(roles.resolve, inventory.matcher.matches(text)) if match]
    if inventory.acronyms:
        matches += spelt_out(text, inventory.acronyms)
    if local:
        matches += local.matches(text)
    links = [(link, *linked_service(link.target, inventory)) for link in passage.inline.links]
    if (
        not matches
        and not any(service is not None for _, service, _ in links)
        and home is None
        and not inventory.systems
        and not inventory.families
    ):
        return
    sentences = split_sentences(text)
    domains = list(_domains(text, inventory))
    seen: set[tuple[int, int]] = set()
    for match in sorted(matches, key=lambda m: (m.start, -m.end)):
        # "The payments domain" means all of it, not `payments-api` once more.
        inside = any(span.start <= match.start < span.end and match.alias.service in span.members for span in domains)
        if not inside and (match.start, match.alias.service) not in seen:
            seen.add((match.start, match.alias.service))
            certainty = name_certainty(match, matches, passage.inline, passage.kind, capitalised=capitalised)
            yield _mention(passage, sentences, match.alias.service, match.start, match.end, certainty, "name")
    for link, service, deep in links:
        inside = any(m.alias.service == service and link.start <= m.start < link.end for m in matches)
        if service is not None and not inside and link.end > link.start:
            yield _mention(passage, sentences, service, link.start, link.end, FAINT if deep else LIKELY, "link")
    yield from _home_mentions(passage, sentences, home)
    for span in domains:
        for service in span.members:
            yield _mention(passage, sentences, service, span.start, span.end, LIKELY, "domain")


def _mention(
    passage: _Passage, sentences: list[Sentence], service: int, start: int, end: int, certainty: float, source: str
) -> Mention:
    text = passage.inline.text
    sentence = next((s for s in sentences if s.start <= start < s.end), Sentence(0, len(text)))
    line = passage.line + text.count("\n", 0, sentence.start)
    stop = max(sentence.end, end)
    return Mention(
        service,
        passage.section,
        passage.block,
        line,
        text[sentence.start : stop],
        start - sentence.start,
        end - sentence.start,
        certainty,
        source,
    )


# --- The service at home, and whole domains --------------------------------------------------------

_HOME = re.compile(
    r"\b(?:(?:this|our) (?:service|application|app|system|repository|repo|component|codebase)|the (?:service|application|app)"
    r"|nosso (?:serviço|sistema|aplicativo)|nossa aplicação|este (?:serviço|sistema|repositório)|esta aplicação)\b(?! (?:provider|team|owner|user|account|level|desk)s?)",
    re.I,
)


def _home_mentions(passage: _Passage, sentences: list[Sentence], home: int | None) -> Iterator[Mention]:
    if home is not None:
        for found in _HOME.finditer(passage.inline.text):
            yield _mention(passage, sentences, home, found.start(), found.end(), CERTAIN, "home")


def _domains(text: str, inventory: Inventory) -> Iterator[DomainSpan]:
    yield from find_domains(text, inventory.systems)
    yield from find_domains(text, inventory.families, declared=False)
