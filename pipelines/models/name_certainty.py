"""How surely words mean a service: a name that is also an ordinary word needs a sign that it is meant as a name."""

import re
from collections.abc import Iterator

from pipelines.documents.aliases import Strength
from pipelines.documents.document import BlockKind
from pipelines.documents.inline import Inline
from pipelines.documents.name_matcher import NameMatch
from pipelines.documents.ordinary_words import ROLE_NOUNS, SERVICE_NOUNS

CERTAIN, LIKELY, POSSIBLE, FAINT = 1.0, 0.85, 0.6, 0.3
BARE = 0.35
"""Of a word that is ordinary, too, without any sign."""
RETURNING = 0.5
"""Of such a word where another place of the document has a sign."""

_ARTICLE = re.compile(r"\b(?:the|our|this|each|its|new|current|existing|[oa]s?|noss[oa]s?|est[ea]|ness[ea])\s+$", re.I)
_NEXT_WORD = re.compile(r"[`\"'”\u2019*]{0,2}[\s-]{1,2}([^\W\d_]+)")
_FUNCTION_WORD = frozenset(
    """a an the and or but nor for to of in on at by from with into over under as than that which who when while where if because so is are was
    were be been being will would can could must shall should may might has have had does do did needs need uses use calls call sends send
    receives returns saw took got went sent gave kept lost began ran stood became found made held threw broke fell then also only not itself too again e ou mas para de da do das dos em no na nos nas por com que quando se é são foi foram
    será pode deve tem usa chama""".split()
)
_ACTIONS = (
    "accept act answer ask buffer cache call check connect consume create crash depend emit enforce expose fail fetch forward generate get handle"
    " hang hold implement issue keep know listen load maintain make manage notify offer own parse pass persist poll process produce provide publish"
    " pull push query read receive refuse reject rely reply report request respond return retry route run save send serve start store stream"
    " subscribe support take tell throw trigger use validate verify wait write adopt follow join migrate switch"
).split()
"""What services do."""


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh")) else "s")


_AGENT_VERBS = frozenset(
    (
        *map(_third_person, _ACTIONS),
        *"chama consome depende envia expõe grava lê processa publica recebe usa valida".split(),
    )
)
_STATES = frozenset("becomes remains stays".split())
"""What can be said of any thing; of a service only with its article."""
_ACTS = re.compile(
    rf"\s+(?:must|shall|will|should|can|may|does|did)(?: not| never| only| also)* (?:{'|'.join(_ACTIONS)})\b"
)
"""A modal with something that services do: "payments must publish"."""
_SINGULAR_VERBS = frozenset("has is was does isn wasn hasn doesn itself".split())
_PLACED = re.compile(r"\b(?:in|into|to|from|by|for|with|between|and|em|para|por)\s+[`\"']?$")
_CLOSES = re.compile(r"[`\"']?(?:[.,;:!?)]|$|\s+(?:has|is|was|will|must|shall|which|until|changes)\b)")
"""Where a singular noun without an article is a name: "owned by ledger"."""
_SENTENCE_BEFORE = re.compile(r"[^\W\d_]{3}(?<!etc)(?<!incl)(?<!approx)[\"'”\u2019)`]?[.!?]\s+$")
_PAST = ("ed", "ou", "eu", "iu", "aram", "eram", "iram")
_NOUN_BEFORE = re.compile(
    r"\b(?:(?:micros)?servi[cç]os?|aplica[cç][aã]o|aplicativo|sistema|m[oó]dulo|componente|api|microservice) +(?:d[eoa]s? +)?[`\"']?$",
    re.I,
)
"""Portuguese, and some English, puts the noun first: "o serviço de pagamentos"."""
_PORTUGUESE_SINGULAR = re.compile(r"(?:^|[^\w])(?:o|[dn]a|pel[oa]|ao|(?P<english>a|do|no)) $", re.I)
"""A singular article before a plural word makes it a name: "o notifications"."""
_PORTUGUESE = re.compile(r"[çãõ]|\b(?:que|para|uma|pel[oa]|dos|das|foi|est[aá])\b", re.I)
"""Signs of the language, for articles that are English words, too: "no orders were lost"."""
_ANY_ONE = re.compile(r"\b(?:(?P<every>each|every|any|some|other|all)|an?)\s+$", re.I)
"""Before a kind of service rather than one: "any payments service", "a frontend application"."""
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


_KINDS = frozenset("app application".split())
_SEVERAL = frozenset("services microservices apps applications apis servers microsserviços serviços".split())

_PATH = re.compile(r"[/\\{}()<>=]|\.\w")
"""What makes a piece of code a path or an expression rather than a name."""


def name_certainty(
    match: NameMatch, matches: list[NameMatch], inline: Inline, kind: BlockKind, *, capitalised: bool
) -> float:
    """How surely the matched words mean the service, from 0 to 1.

    `matches` are all of the same text, which is a block of that kind. `capitalised`: other blocks of the kind begin
    with a capital, so that a small letter at the start is deliberate.
    """
    text = inline.text
    in_url = any(a <= match.start < b for a, b in inline.urls)
    if match.alias.ordinary and any(a <= match.start < b and _PATH.search(text, a, b) for a, b in inline.code):
        return FAINT
    if in_url or match.partial:
        first = match.start == 0 or text[match.start - 1] not in "./@-_"
        # "data.example.org" is a host; its first part names a service only where that is called so.
        whole = not match.alias.ordinary or match.alias.strength is Strength.NAME
        return POSSIBLE if first and whole and not in_url else FAINT
    if not match.alias.ordinary:
        return CERTAIN
    if capitalised and match.start == 0 and text[0].islower() and match.alias.strength is Strength.NAME:
        return LIKELY
    return max(_evidence(match, matches, inline, kind))


def _evidence(match: NameMatch, matches: list[NameMatch], inline: Inline, kind: BlockKind) -> Iterator[float]:
    """Each sign that an ordinary word is meant as a name here."""
    text, start, end = inline.text, match.start, match.end
    if match.alias.strength is Strength.NAME:
        yield BARE
    else:
        last = text[start:end].rpartition(" ")[2].lower()
        yield 0.15 if len(match.alias.parts) <= 1 else 0.9 if last in SERVICE_NOUNS else POSSIBLE
    following = _NEXT_WORD.match(text, end)
    word = following[1].lower() if following else ""
    if word in SERVICE_NOUNS:
        # "The frontend applications" are a kind of service, whichever they are.
        before = _ANY_ONE.search(text[max(0, start - 8) : start])
        kind_of = word in _SEVERAL and not _is_enumerated(match, matches, text)
        kind_of = kind_of or bool(before and (before["every"] or word in _KINDS))
        yield FAINT if kind_of else 0.7 if word in _WEAK_NOUNS else 0.95
    named = match.alias.strength is Strength.NAME
    if _is_quoted(text, start, end) or any(a == start and b == end for a, b in inline.code):
        # A piece of a name in quotation marks is as likely a field or a value: "links", `url`.
        several = len(match.alias.parts) > 1
        yield LIKELY if named or (several and text[start].islower()) else 0.45
    if _NOUN_BEFORE.search(text[max(0, start - 28) : start]):
        yield 0.9
    singular = _PORTUGUESE_SINGULAR.search(text[max(0, start - 6) : start]) if text[end - 1] == "s" else None
    if singular and (not singular["english"] or _PORTUGUESE.search(text)):
        yield 0.9
    if named and text[start].islower() and _SENTENCE_BEFORE.search(text[max(0, start - 9) : start]):
        yield LIKELY
    article = _ARTICLE.search(text[max(0, start - 12) : start])
    if not article:
        placed = named and text[start].islower() and text[end - 1] not in "sS"
        if placed and _PLACED.search(text[max(0, start - 12) : start]) and _CLOSES.match(text, end):
            yield 0.5
        if named and word in _SINGULAR_VERBS and text[end - 1] == "s" and text[end - 3 : end] != "ics":
            yield 0.8
        if named and _ACTS.match(text, end):
            yield 0.7
        # "Orders publishes …": a plural with a singular verb, or a noun without its article, is a name.
        if word in _AGENT_VERBS and match.alias.strength is not Strength.HEAD:
            yield 0.7
    elif not _is_any_one(article[0], text) and (
        not word or word in _FUNCTION_WORD or word in _AGENT_VERBS or word in _STATES or word.endswith(_PAST)
    ):
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
    if kind in (BlockKind.ITEM, BlockKind.ROW) and not text[:start].strip(" `\"'*[(") and _LABEL_END.match(text, end):
        yield 0.8


def _is_any_one(article: str, text: str) -> bool:
    """Whether the article is English "a", as in "a ledger of its own", and not Portuguese."""
    return article.strip().lower() == "a" and not _PORTUGUESE.search(text)


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
