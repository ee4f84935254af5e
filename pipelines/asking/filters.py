"""The filters in a question: which kind of node is wanted, and what narrows it."""

import re
from collections.abc import Mapping, Sequence

from parsed_graph.schema import NodeLabel
from pipelines.asking import words as vocabulary
from pipelines.asking.mention import COMMUNITY, Mention
from pipelines.asking.question import fold
from pipelines.asking.reading import Reading

_NEGATION_REACH = 30
_MISSING = {
    "owner": re.compile(r"(?:owners?|owned|on[- ]call|teams?|don[oa]s?|responsave(?:l|is)|equipes?|pertence)"),
    "consumers": re.compile(r"(?<!\w)(?:consumers?|consum(?:e|es|ed)|subscrib\w+|listen\w*|readers?|reads?|consom\w+|consumid\w+|escut\w+|inscrit\w+|handl\w+|receiv\w+|process\w*|react\w*|trat\w+|receb\w+|le)(?!\w)"),
    "publishers": re.compile(r"(?:producers?|publish\w*|produc\w+|produz\w*|public\w+)"),
    "callers": re.compile(r"(?:callers?|calls?|called|clients?|invok\w+|used|uses|cham\w+|unused)"),
    "documents": re.compile(r"(?:documentation|undocumented|documented|docs|readmes?|runbooks?|documentac\w+)"),
    "decisions": re.compile(r"(?:decisions?|adrs?|decis\w+)"),
}  # fmt: skip
_LACKED_BY: dict[str, frozenset[str]] = {
    "owner": frozenset({NodeLabel.SERVICE, NodeLabel.ADR, NodeLabel.DOC, NodeLabel.ENDPOINT, NodeLabel.INCIDENT}),
    "consumers": frozenset({NodeLabel.TOPIC, NodeLabel.EVENT}),
    "publishers": frozenset({NodeLabel.TOPIC, NodeLabel.EVENT}),
    "callers": frozenset({NodeLabel.ENDPOINT}),
    "documents": frozenset({NodeLabel.SERVICE}),
    "decisions": frozenset({NodeLabel.SERVICE}),
}
_EVERY_OWNER = re.compile(
    r"(?:our|some|any|a) teams? own|owned by (?:our|a|any|some) teams?|nossas? equipes?|have an owner|has an owner|with an owner|our own"
)
_VERBS_TOO = frozenset(
    "store stores stream streams cache caches resources exchange exchanges groups channels queues routes route schemas".split()
)
"""Names of kinds that are verbs as well: `services store` ends with no noun."""
_YEAR = re.compile(r"(?<![\w<:-])((?:19|20)\d\d)(?![\w-])")
_NARROWING = frozenset({"language", "role", "kind", "protocol", "method", "team", "system", "outside", "broker"})
_OUTSIDE = re.compile(r"(?:outside|not in|beyond|other than|fora d[eoa])(?: of)?(?: the| o| a)? <\d+:community>")
_MANY = re.compile(
    r"<0:service> (?:services|servers|servicos|apps)(?![\w-])|(?:services|servicos) (?:de |of )?<0:service>$"
)
_METHOD = re.compile(r"(?<![\w<:-])(get|post|put|patch|delete) (?:endpoints?|routes?|operations?|requests?|rotas?)")


def asked_kind(reading: Reading) -> str:
    """The kind of node that is wanted, by the first word that names one; "" where none does."""
    text = reading.text
    after = vocabulary.WH.search(text) or vocabulary.LIST.search(text) or vocabulary.COUNT.search(text)
    start = after.start() if after else 0
    found = _kind_at(text, start)
    while found is not None:
        # Of several nouns in a row the last says what is meant: `message brokers`, `database tables`.
        head = _kind_at(text, found[1] + 1)
        if head is None or head[0] != found[1] + 1 or text[head[0] : head[1]] in _VERBS_TOO:
            return found[2]
        found = head
    return ""


def _kind_at(text: str, start: int) -> tuple[int, int, str] | None:
    """Where the next word that names a kind begins and ends, and the kind; the longest of those that begin together."""
    matches = [
        (found.start(), -found.end(), kind)
        for kind, pattern in vocabulary.KINDS.items()
        if (found := pattern.search(text, start))
    ]
    if not matches:
        return None
    first, end, kind = min(matches)
    return first, -end, kind


def narrows_by_mention(reading: Reading, kind: str) -> bool:
    """Whether the only node that is named is the kind of store or broker that is asked for: `Kafka topics`, `PostgreSQL databases`."""
    if kind == NodeLabel.SERVICE and len(reading.mentions) == 1 and _MANY.search(reading.text):
        return any(pattern.search(fold(reading.mentions[0].text)) for pattern in vocabulary.ROLES.values())
    patterns = {NodeLabel.DATABASE: vocabulary.STORES, NodeLabel.TOPIC: vocabulary.BROKERS}
    if len(reading.mentions) != 1 or kind not in patterns:
        return False
    return any(pattern.fullmatch(fold(reading.mentions[0].text)) for pattern in patterns[NodeLabel(kind)].values())


def read_filters(reading: Reading, kind: str) -> Mapping[str, str]:
    """What narrows a list of this kind; values as the graph writes them, `none` and `any` for the lack or the presence of."""
    text = reading.text
    if narrows_by_mention(reading, kind) and kind == NodeLabel.SERVICE:
        return _first("role", vocabulary.ROLES, fold(reading.mentions[0].text))
    if narrows_by_mention(reading, kind):
        patterns = vocabulary.STORES if kind == NodeLabel.DATABASE else vocabulary.BROKERS
        return _first("kind" if kind == NodeLabel.DATABASE else "broker", patterns, fold(reading.mentions[0].text))
    found: dict[str, str] = {}
    if kind == NodeLabel.SERVICE:
        found |= _first("language", vocabulary.LANGUAGES, text)
        found |= _first("role", vocabulary.ROLES, _OUTSIDE.sub("", text))
    if kind in (NodeLabel.ADR, NodeLabel.INCIDENT):
        year, severity = _YEAR.search(text), vocabulary.SEVERITY.search(text)
        found |= {"year": year[1]} if year else {}
        found |= {"severity": severity[0]} if severity else {}
    if kind == NodeLabel.DOC:
        found |= _first("kind", vocabulary.DOCUMENTS, text)
    if kind == NodeLabel.ADR:
        found |= _first("status", vocabulary.STATUSES, text)
    if kind == NodeLabel.DATABASE:
        found |= _first("kind", vocabulary.STORES, text)
    if kind in (NodeLabel.TOPIC, NodeLabel.SUBSCRIPTION):
        found |= _first("broker", vocabulary.BROKERS, text)
    if kind == NodeLabel.ENDPOINT:
        found |= _first("protocol", vocabulary.PROTOCOLS, text)
        method = _METHOD.search(text)
        found |= {"method": method[1].upper()} if method else {}
    return found | _missing(text, kind) | _named(reading, kind)


def narrowing(reading: Reading, kind: str, subjects: Sequence[Mention]) -> dict[str, str]:
    """The filters that narrow what a relationship finds; what is asked about is no filter of its own."""
    named = {mention.name for mention in subjects}
    found = read_filters(reading, kind)
    return {name: value for name, value in found.items() if name in _NARROWING and value not in (*named, "none", "any")}


def _first(name: str, patterns: Mapping[str, re.Pattern[str]], text: str) -> dict[str, str]:
    matches = [
        (found.end() - found.start(), value) for value, pattern in patterns.items() if (found := pattern.search(text))
    ]
    return {name: max(matches)[1]} if matches else {}


def _missing(text: str, kind: str) -> dict[str, str]:
    nobody = vocabulary.NOBODY.search(text) or vocabulary.NOT.search(text)
    if nobody:
        near = text[max(nobody.start() - _NEGATION_REACH, 0) : nobody.end() + _NEGATION_REACH]
        for name, pattern in _MISSING.items():
            if pattern.search(near) and kind in _LACKED_BY[name]:
                return {name: "none"}
    return {"owner": "any"} if kind == NodeLabel.SERVICE and _EVERY_OWNER.search(text) else {}


def _named(reading: Reading, kind: str) -> dict[str, str]:
    """Filters by the nodes that are named: of a team, a service, a system; of the broker or store that a topic is on."""
    found: dict[str, str] = {}
    for mention in reading.mentions:
        if mention.kind == NodeLabel.TEAM:
            found["team"] = mention.name or mention.text
        elif mention.kind == COMMUNITY:
            found["outside" if _OUTSIDE.search(reading.text) else "system"] = mention.name or mention.text
        elif mention.kind == NodeLabel.SERVICE and kind != NodeLabel.SERVICE and "broker" not in found:
            found["service"] = mention.name or mention.text
    return found
