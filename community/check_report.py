"""Checks what was written against the facts: each service, topic, event, record, path and number in the text must be in them.

Two nets: every name of the estate that the facts of this community do not hold, and whatever looks like a name (by its
form, or because the sentence treats it as one) and stands in no fact.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from community.plain_words import ACRONYMS, COMPOUND, MONTHS, NOT_NAMES, NUMBER_WORDS, SUBJECTS

_TOKEN = re.compile(r"[^\W_][\w]*(?:[-./:@#]+\w+)*")
_PATH = re.compile(r"(?<![\w}])/[\w{}][\w{}/.:*-]*")
_RECORD = re.compile(r"\b(ADR|RFC|Incident)[-\s#]*0*(\d+)\b", re.I)
_NUMBER = re.compile(r"(?<![\w.,/{#-])\d{1,3}(?:,\d{3})+(?![\w-])|(?<![\w/{#-])(?<!\d[.,])\d+(?:\.\d+)?%?(?![\w-])")
_COUNTED = re.compile(
    rf"(?<![\w,])(?P<number>\d[\d,]{{0,15}}|{'|'.join(NUMBER_WORDS)})\s+(?P<between>(?:[\w-]+\s+){{0,2}}?)"
    r"(?P<noun>service|endpoint|method|topic|queue|event|store|database|team|incident|decision|record|part|thing|entit(?:y|ie)|consumer|publisher)s?\b",
    re.I,
)
_MORE = re.compile(r"(?<![\w,])[\w,]{1,20} more\b", re.I)
"""`and four more`: what a list left out, which the writer may count."""
_NOUNS = (
    "services?|topics?|queues?|databases?|teams?|events?|apis?|gateways?|brokers?|stores?|caches?|systems?|subsystems?"
)
_BEFORE_NOUN = re.compile(rf"(?<![\w.-])(?P<word>[^\W\d_][\w.-]{{0,80}})\s+(?:{_NOUNS})\b", re.I)
_VERBS = (
    "calls?|publish(?:es)?|consumes?|reads?|writes?|subscribes?|depends?|owns?|stores?|exposes?|listens?|sends?|uses?|needs?"
    "|provides?|handles?|keeps?|serves?|receives?|emits?|is|has|are|have"
)
_SUBJECT = re.compile(rf"(?<![\w.-])(?P<word>[^\W\d_][\w.-]{{0,80}})\s+(?:also\s+)?(?:{_VERBS})\b", re.I)
_OBJECT = re.compile(
    r"\b(?:calls?|depends? on|relies on|rely on|publish(?:es)? (?:to|on)|reads? from|writes? to|listens? to|owned by|called by"
    r"|used by|subscribes? to)\s+(?:the\s+|its\s+|an?\s+)?(?P<word>[^\W\d_][\w.-]{0,80})",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[.!?:;“\"(])\s+|\n+")


class Estate:
    """The names of everything in the estate, for finding those that a report has no fact about."""

    def __init__(self, names: Iterable[Iterable[str]]) -> None:
        """`names`: all names of one thing together, for each thing."""
        self._things: defaultdict[str, set[int]] = defaultdict(set)
        for thing, group in enumerate(names):
            for name in group:
                if len(name) > 2:
                    self._things[_folded(name)].add(thing)
        self._longest = max((len(name.split()) for name in self._things), default=1)

    def found_in(self, text: str) -> Iterator[tuple[str, frozenset[int]]]:
        """Names that stand in a text as whole words, as they are written there, with the things that they may mean."""
        words = [(match.start(), match.start() + len(match[0].removesuffix("'s"))) for match in _TOKEN.finditer(text)]
        for place in range(len(words)):
            for size in range(1, min(self._longest, len(words) - place) + 1):
                span = text[words[place][0] : words[place + size - 1][1]]
                things = self._things.get(_folded(span))
                if things:
                    yield span, frozenset(things)


def unsupported(text: str, facts: str, estate: Estate) -> list[str]:
    """What a text says that the facts do not hold, one line for each; [] for a text that holds.

    `facts` is everything that the writer was given, as text.
    """
    known = _Known(facts)
    found = [
        *_records(text, known),
        *_numbers(text, known),
        *_paths(text, facts),
        *_estate_names(text, facts, estate),
        *_shaped_like_names(text, known),
        *_used_as_names(text, known),
    ]
    return list(dict.fromkeys(found))


class _Known:
    """What the facts hold, in the forms that are asked for."""

    def __init__(self, facts: str) -> None:
        self.records = {(match[1].lower(), int(match[2])) for match in _RECORD.finditer(facts)}
        self.numbers = set(_values(facts))
        self.counted = set(_pairs(facts))
        self.tokens = {_folded(match[0].removesuffix("'s")) for match in _TOKEN.finditer(facts)}
        self.words = {_stem(word) for word in re.findall(r"[^\W\d_]+", facts.lower())}
        self.words |= {_stem(part) for word in re.findall(r"\w+", facts) for part in re.findall(r"[A-Z]?[a-z]+", word)}
        self.years = set(re.findall(r"\b((?:19|20)\d\d)-\d\d-\d\d", facts))
        self.days = {str(int(day)) for day in re.findall(r"\b\d{4}-\d\d-(\d\d)", facts)}

    def leaves_out(self, value: str, noun: str) -> bool:
        """Whether `ten more topics` can be what a list left out: the facts count more than ten topics."""
        counted = [int(count) for count, what in self.counted if f"more {what}" == noun]
        return max(counted, default=0) > int(value)

    def has(self, word: str) -> bool:
        folded = _folded(word)
        return folded in self.tokens or _stem(folded) in self.words


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", text.strip().lower())


def _stem(word: str) -> str:
    word = word.lower().removesuffix("'s")
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _records(text: str, known: _Known) -> Iterator[str]:
    for match in _RECORD.finditer(text):
        if (match[1].lower(), int(match[2])) not in known.records:
            yield f"{match[0]} is in no fact"


def _values(text: str) -> Iterator[str]:
    yield from (match[0].replace(",", "").rstrip(".") for match in _NUMBER.finditer(text))
    yield from (str(NUMBER_WORDS[word]) for word in re.findall(r"[a-z]+", text.lower()) if word in NUMBER_WORDS)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for match in _COUNTED.finditer(text):
        value = match["number"].lower().replace(",", "")
        value = str(NUMBER_WORDS[value]) if value in NUMBER_WORDS else value
        if value.isdigit():
            said = match["between"].lower().split()
            yield value, next((f"{word} " for word in ("other", "more") if word in said), "") + _stem(match["noun"])


def _numbers(text: str, known: _Known) -> Iterator[str]:
    for value, noun in _pairs(text):
        if (value, noun) not in known.counted and not known.leaves_out(value, noun):
            yield f"{value} {noun}: the facts count no such thing"
    # A record's number is looked at by itself.
    text = _RECORD.sub("", _MORE.sub("", text))
    for match in _NUMBER.finditer(text):
        value = match[0].replace(",", "").rstrip(".")
        near = text[max(0, match.start() - 12) : match.end() + 12].lower()
        dated = any(month in near for month in MONTHS) and value in known.days | known.years
        if value not in known.numbers and not dated and value not in known.years:
            yield f"the number {match[0]} is in no fact"
    for word in re.findall(r"[a-z]+", _MORE.sub("", text.lower())):
        if NUMBER_WORDS.get(word, 0) > 1 and str(NUMBER_WORDS[word]) not in known.numbers:
            yield f"the number {word} is in no fact"


def _paths(text: str, facts: str) -> Iterator[str]:
    for match in _PATH.finditer(text):
        path = match[0].rstrip(".:,;")
        if re.search(r"[^\W\d_]", path) and path not in facts:
            yield f"{path} is in no fact"


def _estate_names(text: str, facts: str, estate: Estate) -> Iterator[str]:
    given = {thing for _, things in estate.found_in(facts) for thing in things}
    for name, things in estate.found_in(text):
        if given.isdisjoint(things) and _folded(name) not in NOT_NAMES:
            yield f"{name} belongs to the estate, but no fact here speaks of it"


def _shaped_like_names(text: str, known: _Known) -> Iterator[str]:
    """Kebab-case, dots, underscores, inner capitals, letters with digits; capitals within a sentence."""
    for part in _SENTENCE.split(text):
        for place, match in enumerate(_TOKEN.finditer(part)):
            word = match[0].removesuffix("'s")
            if known.has(word) or word in ACRONYMS or word.isdigit():
                continue
            joined = bool(re.search(r"\w[-./:@_#]\w", word)) and not _is_compound(word, known)
            humped = bool(re.search(r"[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]", word))
            capital = place > 0 and word[0].isupper() and "-" not in word and not _is_month(word)
            if joined or humped or capital:
                yield f"{word} is in no fact"


def _is_compound(word: str, known: _Known) -> bool:
    """An ordinary compound (`read-only`), or one of words that the facts hold and ordinary ones (`order-related`)."""
    if COMPOUND.fullmatch(word.lower()):
        return True
    if re.fullmatch(r"\d{4}-\d\d-\d\d|\d+(?:[-.]\d+)+", word):
        return False
    return "-" in word and all(piece.lower() in NOT_NAMES for piece in word.split("-"))


def _is_month(word: str) -> bool:
    return word.lower() in MONTHS


def _used_as_names(text: str, known: _Known) -> Iterator[str]:
    """Words that a sentence treats as a service, a topic, a team: `the ledger service`, `ledger calls`, `depends on ledger`."""
    for pattern, ordinary in ((_BEFORE_NOUN, NOT_NAMES), (_SUBJECT, SUBJECTS), (_OBJECT, NOT_NAMES)):
        for match in pattern.finditer(text):
            word = match["word"].rstrip(".").removesuffix("'s")
            plain = word.lower() in ordinary or word.lower() in NUMBER_WORDS or COMPOUND.fullmatch(word.lower())
            if not plain and word not in ACRONYMS and not known.has(word):
                yield f"{word} is in no fact"
