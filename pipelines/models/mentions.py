"""Where a document speaks of a service: each mention with its sentence, and how surely the words mean the service."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote, urlsplit

from pipelines.documents.aliases import Alias, Strength, plural, squash
from pipelines.documents.document import BlockKind, Document
from pipelines.documents.inline import Inline
from pipelines.documents.inventory import Inventory
from pipelines.documents.name_matcher import NameMatch, NameMatcher, spelt_out
from pipelines.documents.ordinary_words import ROLE_NOUNS, SERVICE_NOUNS, singular
from pipelines.documents.sentences import Sentence, split_sentences

MAX_MENTIONS = 5_000

CERTAIN, LIKELY, POSSIBLE, FAINT = 1.0, 0.85, 0.6, 0.3


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
    local = _local_matcher(passages, inventory)
    heads = _Heads(inventory, document.text)
    found: list[Mention] = []
    for passage in passages:
        found += _passage_mentions(passage, inventory, local, heads, home)
        if len(found) >= MAX_MENTIONS:
            break
    return found


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


_DEFINED = re.compile(
    r"[`\"'”\u2019)]{0,2}\s?\((?:or |aka |a\.k\.a\. |ou )?[\"“`']?(?P<short>[A-Z][A-Za-z0-9]{1,7}?)s?[\"”`']?\)"
)
_VAGUE_LINK = re.compile(
    r"(?:here|this|link|see|example|docs?|documentation|pr|issue|ticket|repo(?:sitory)?|code|commit|timeline|\W*\d*\W*)$",
    re.I,
)


def _local_matcher(passages: list[_Passage], inventory: Inventory) -> NameMatcher | None:
    """Names that this document gives: `Some Service (ABC)`, and the text of links to a service's repository."""
    names: list[Alias] = []
    for passage in passages:
        text = passage.inline.text
        if "(" in text:
            for match in inventory.matcher.matches(text):
                defined = _DEFINED.match(text, match.end)
                if (
                    defined
                    and match.alias.service >= 0
                    and sum(c.isupper() for c in defined["short"]) >= 2
                    and not match.alias.ordinary
                ):
                    names += _local(defined["short"], match.alias.service, inventory)
        for link in passage.inline.links:
            service, deep = _linked_service(link.target, inventory)
            words = text[link.start : link.end]
            if service is not None and not deep and 3 <= len(words) <= 40 and not _VAGUE_LINK.match(words):
                names += _local(words, service, inventory)
    return NameMatcher(names) if names else None


def _local(words: str, service: int, inventory: Inventory) -> Iterator[Alias]:
    key = squash(words)
    if key and key not in inventory.by_key:
        yield Alias(key, service, Strength.SHORT, len(key) < 3)
        if not key.endswith("s"):
            yield Alias(key + "s", service, Strength.SHORT, len(key) < 3)


_DEEP = re.compile(
    r"/(?:blob|tree|pulls?|issues?|commits?|releases|actions|merge_requests|wiki|discussions|archives)(?:/|$)"
)


def _linked_service(target: str, inventory: Inventory) -> tuple[int | None, bool]:
    """The service whose name is a folder or repository of the link, and whether the link goes deeper than to its root."""
    parts = urlsplit(target) if target.startswith(("http://", "https://")) else None
    path = unquote(parts.path if parts else target.split("#")[0])
    deep = bool(parts and (parts.fragment or _DEEP.search(path)))
    for segment in path.strip("/").split("/")[:8]:
        service = inventory.by_key.get(squash(segment.removesuffix(".git"))) if len(segment) > 3 else None
        if service is not None and (
            parts is None or "-" in segment or parts.netloc.startswith(("github.", "gitlab.", "bitbucket."))
        ):
            return service, deep or parts is None
    return None, deep


class _Heads:
    """Which service a role word means in this document: "the operator" is the one whose other words stand around it."""

    def __init__(self, inventory: Inventory, text: str) -> None:
        self._inventory = inventory
        self._text = text
        self._meant: dict[tuple[str, int], int | None] = {}
        self._words: Counter[str] | None = None

    def resolve(self, match: NameMatch) -> NameMatch | None:
        """The match with its service, None where the document does not say which one."""
        alias = match.alias
        if (
            not alias.ordinary
            or len(alias.parts) > 1
            or (alias.strength is not Strength.HEAD and alias.key not in ROLE_NOUNS)
        ):
            return match
        key = (alias.key, alias.service)
        if key not in self._meant:
            self._meant[key] = self._choose(alias)
        meant = self._meant[key]
        if meant is None:
            return None
        return match if meant == alias.service else replace(match, alias=replace(alias, service=meant))

    def _choose(self, alias: Alias) -> int | None:
        rivals = self._inventory.by_head.get(alias.key, ())
        if len(rivals) < 2 and alias.strength is Strength.NAME:
            return alias.service
        counts = sorted(((self._count(rival), rival) for rival in rivals or (alias.service,)), reverse=True)
        anchored = counts[0][0] > 1 or not self._inventory.anchors[counts[0][1]]
        if len(counts) == 1:
            return counts[0][1] if anchored else None
        clear = counts[0][0] >= 3 and counts[0][0] >= 2 * counts[1][0]
        if clear:
            return counts[0][1]
        return alias.service if alias.service >= 0 and alias.strength is Strength.NAME else None

    def _count(self, service: int) -> int:
        if self._words is None:
            self._words = Counter(re.findall(r"[^\W_]+", self._text.lower()))
        forms = {form for word in self._inventory.anchors[service] for form in (word, singular(word), plural(word))}
        return sum(self._words[form] for form in forms)


def _passage_mentions(
    passage: _Passage, inventory: Inventory, local: NameMatcher | None, heads: _Heads, home: int | None
) -> Iterator[Mention]:
    text = passage.inline.text
    matches = [match for match in map(heads.resolve, inventory.matcher.matches(text)) if match]
    if inventory.acronyms:
        matches += spelt_out(text, inventory.acronyms)
    if local:
        matches += local.matches(text)
    links = [(link, *_linked_service(link.target, inventory)) for link in passage.inline.links]
    if (
        not matches
        and not any(service is not None for _, service, _ in links)
        and home is None
        and not inventory.systems
    ):
        return
    sentences = split_sentences(text)
    seen: set[tuple[int, int]] = set()
    for match in sorted(matches, key=lambda m: (m.start, -m.end)):
        if (match.start, match.alias.service) not in seen:
            seen.add((match.start, match.alias.service))
            certainty = _certainty(match, matches, passage)
            yield _mention(passage, sentences, match.alias.service, match.start, match.end, certainty, "name")
    for link, service, deep in links:
        inside = any(m.alias.service == service and link.start <= m.start < link.end for m in matches)
        if service is not None and not inside and link.end > link.start:
            yield _mention(passage, sentences, service, link.start, link.end, FAINT if deep else LIKELY, "link")
    yield from _home_mentions(passage, sentences, home)
    yield from _domain_mentions(passage, sentences, inventory)


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


# --- How surely an ordinary word means the service ------------------------------------------------

_ARTICLE = re.compile(
    r"\b(?:the|our|this|that|each|its|new|current|existing|[oa]s?|noss[oa]s?|est[ea]|ness[ea])\s+$", re.I
)
_NEXT_WORD = re.compile(r"[`\"'”\u2019*]{0,2}[\s-]{1,2}([^\W\d_]+)")
_FUNCTION_WORD = frozenset(
    """a an the and or but nor for to of in on at by from with into over under as than that which who when while where if because so is are was
    were be been being will would can could must shall should may might has have had does do did needs need uses use calls call sends send
    receives returns then also only not itself too again e ou mas para de da do das dos em no na nos nas por com que quando se é são foi foram
    será pode deve tem usa chama""".split()
)
_AGENT_VERBS = frozenset(
    """accepts acts asks buffers caches calls checks consumes creates crashes depends emits enforces exposes fails fetches forwards generates gets
    handles holds implements issues keeps knows listens loads maintains makes manages notifies offers owns passes persists polls processes produces
    provides publishes pulls pushes queries reads receives refuses relies reports requests responds returns routes runs saves sends serves
    starts stores streams subscribes supports takes tells triggers uses validates verifies waits writes chama consome depende envia expõe grava lê
    processa publica recebe usa valida""".split()
)
"""What services do: third person singular."""
_PAST = ("ed", "ou", "eu", "iu", "aram", "eram", "iram")
_NOUN_BEFORE = re.compile(
    r"\b(?:(?:micros)?servi[cç]os?|aplica[cç][aã]o|aplicativo|sistema|m[oó]dulo|componente|api|microservice) +(?:d[eoa]s? +)?[`\"']?$",
    re.I,
)
"""Portuguese, and some English, puts the noun first: "o serviço de pagamentos"."""
_ENUMERATED = re.compile(
    r"[\s`\"'”\u2019*\])]*(?:,|/|&|\band\b|\bor\b|\be\b|\bou\b|,? and|,? or)[\s`\"'“\u2018*\[(]*(?:the |an? |o |a )?(?:(?!though|while|but|which|that|th[ie]s|as|because|so|if|when|it|they|we|you|not)[\w-]+ ){0,2}$"
)
_LABEL_END = re.compile(r"\s*(?::|\u2013|—|-\s|\(|\||$)")
_WEAK_NOUNS = frozenset(
    (
        "process",
        "processes",
        "database",
        "databases",
        "system",
        "systems",
        "job",
        "jobs",
        "pipeline",
        "platform",
        "instances",
        "team",
        "time",
    )
)


_PATH = re.compile(r"[/\\{}()<>=]|\.\w")
"""What makes a piece of code a path or an expression rather than a name."""


def _certainty(match: NameMatch, matches: list[NameMatch], passage: _Passage) -> float:
    text = passage.inline.text
    in_url = any(a <= match.start < b for a, b in passage.inline.urls)
    if match.alias.ordinary and any(a <= match.start < b and _PATH.search(text, a, b) for a, b in passage.inline.code):
        return FAINT
    if in_url or match.partial:
        first = match.start == 0 or text[match.start - 1] not in "./@-_"
        return POSSIBLE if first and not in_url else FAINT
    if not match.alias.ordinary:
        return CERTAIN
    return max(_evidence(match, matches, passage))


def _evidence(match: NameMatch, matches: list[NameMatch], passage: _Passage) -> Iterator[float]:
    """Each sign that an ordinary word is meant as a name here."""
    text, start, end = passage.inline.text, match.start, match.end
    if match.alias.strength is Strength.NAME:
        yield 0.35
    else:
        last = text[start:end].rpartition(" ")[2].lower()
        yield 0.15 if len(match.alias.parts) <= 1 else 0.9 if last in SERVICE_NOUNS else POSSIBLE
    following = _NEXT_WORD.match(text, end)
    word = following[1].lower() if following else ""
    if word in SERVICE_NOUNS:
        yield 0.7 if word in _WEAK_NOUNS else 0.95
    named = match.alias.strength is Strength.NAME
    if _is_quoted(text, start, end) or any(a == start and b == end for a, b in passage.inline.code):
        yield LIKELY if named or text[start].islower() else 0.45
    if _NOUN_BEFORE.search(text[max(0, start - 28) : start]):
        yield 0.9
    if not _ARTICLE.search(text[max(0, start - 12) : start]):
        # "Orders publishes …": a plural with a singular verb, or a noun without its article, is a name.
        if word in _AGENT_VERBS and match.alias.strength is not Strength.HEAD:
            yield 0.7
    elif not word or word in _FUNCTION_WORD or word in _AGENT_VERBS or word.endswith(_PAST):
        if match.alias.strength is Strength.HEAD or match.alias.key in ROLE_NOUNS:
            yield 0.92
        elif named:
            yield 0.5 if text[end - 1] in "sS" else 0.75
    if match.alias.product or match.alias.strength is Strength.HEAD:
        return
    if _is_title_case(text, start, end):
        yield 0.8 if named else 0.45
    if _is_enumerated(match, matches, text):
        yield 0.8
    if (
        passage.kind in (BlockKind.ITEM, BlockKind.ROW)
        and not text[:start].strip(" `\"'*[(")
        and _LABEL_END.match(text, end)
    ):
        yield 0.8


def _is_quoted(text: str, start: int, end: int) -> bool:
    return start > 0 and end < len(text) and text[start - 1] in "\"'“\u2018«`" and text[end] in "\"'”\u2019»`"


def _is_title_case(text: str, start: int, end: int) -> bool:
    """A capital in the middle of a sentence whose neighbours are not capitalised, too."""
    if not text[start].isupper() or text[start:end].isupper():
        return False
    before = text[:start].rstrip(" \"'“\u2018(*")
    if not before or before[-1] in ".!?:|-•\n":
        return False
    previous = before.split()[-1]
    after = text[end:].split()
    return previous[0].islower() and not (after and after[0][0].isupper())


def _is_enumerated(match: NameMatch, matches: list[NameMatch], text: str) -> bool:
    for other in matches:
        if other.alias.service == match.alias.service or (
            other.alias.ordinary and other.alias.strength is not Strength.NAME
        ):
            continue
        gap = text[other.end : match.start] if other.end <= match.start else text[match.end : other.start]
        if 0 < len(gap) <= 32 and _ENUMERATED.fullmatch(gap):
            return True
    return False


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


_DOMAIN_NOUN = re.compile(
    r"\s+(?:domain|subdomain|system|subsystem|area|services|microservices|context|team['\u2019]s services|squad['\u2019]s services)\b",
    re.I,
)
_DOMAIN_NOUN_BEFORE = re.compile(r"\b(?:domínio|sistema|subsistema|serviços)\s+(?:de |do |da |dos |das )?$", re.I)


def _domain_mentions(passage: _Passage, sentences: list[Sentence], inventory: Inventory) -> Iterator[Mention]:
    lower = passage.inline.text.lower()
    for name, members in inventory.systems.items():
        start = lower.find(name)
        while start >= 0:
            end = start + len(name)
            alone = (start == 0 or not lower[start - 1].isalnum()) and (end == len(lower) or not lower[end].isalnum())
            if alone and (
                _DOMAIN_NOUN.match(lower, end) or _DOMAIN_NOUN_BEFORE.search(lower[max(0, start - 24) : start])
            ):
                for service in members:
                    yield _mention(passage, sentences, service, start, end, LIKELY, "domain")
            start = lower.find(name, end)
