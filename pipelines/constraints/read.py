"""Reads one constraint. What cannot be read is told with the word at which it went wrong and what could stand there."""

import re
from difflib import get_close_matches

from parsed_graph.errors import EstateError
from parsed_graph.schema import Kind, Role
from pipelines.constraints.language import (
    FACTS,
    MESSAGING,
    NOUNS,
    VERBS,
    Boundary,
    Condition,
    Crossing,
    EveryHas,
    EveryLinks,
    OnlyBy,
    Pattern,
    Relation,
    Requirement,
    Side,
)

_TOKEN = re.compile(
    r"""\s*(?:(?P<quoted>"[^"]*"|'[^']*'|`[^`]*`)|(?P<arrow>->|-(?=[A-Z_]+\s*(?:\(|->)))|(?P<sign>[(),])|(?P<word>[^\s(),"'`]+?(?=->|[\s(),"'`]|$)))"""
)
_ROLES = tuple(role.value for role in Role)
_KINDS = tuple(kind.value for kind in Kind)
_BOUNDARIES = tuple(boundary.value for boundary in Boundary)
_PLURALS = {"services": "service", "databases": "database", "caches": "cache", "topics": "topic", "events": "event", "endpoints": "endpoint", "entities": "entity", "libraries": "library", "applications": "application", "gateways": "gateway"}  # fmt: skip
_FACT_WORDS = {"oncall": "on-call", "decision": "adr", "adrs": "adr", "doc": "documentation", "docs": "documentation"}


class ConstraintError(EstateError):
    """A constraint that cannot be read. The message says where and what could stand there."""


def read_forbidden(text: str) -> Pattern:
    """What `forbid` or `allow` names: `side -> side` or `side -VERB(kinds)-> side`. Raises ConstraintError."""
    reader = _Reader(text)
    found = reader.pattern()
    reader.end()
    return found


def read_required(text: str) -> Requirement:
    """What `require` names. Raises ConstraintError."""
    reader = _Reader(text)
    if reader.takes("every"):
        side = reader.side()
        if reader.takes("has", "have"):
            reader.takes("an", "a")
            found: Requirement = EveryHas(side, reader.one_of(FACTS, "fact", _FACT_WORDS))
        else:
            found = EveryLinks(reader.pattern_from(side))
    elif reader.takes("crossing"):
        reader.takes("a", "an")
        boundary = Boundary(reader.one_of(_BOUNDARIES, "boundary"))
        reader.expect("boundary")
        reader.expect("is")
        found = Crossing(boundary, reader.kinds())
    else:
        pattern = reader.pattern()
        reader.expect("is")
        found = OnlyBy(pattern, reader.kinds())
    reader.end()
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            if found is None:
                raise ConstraintError(f"cannot read {text[at:].strip()[:20]!r}")
            kind = found.lastgroup or ""
            self.tokens.append((kind, found[kind]))
            at = found.end()
        self.at = 0

    @property
    def peek(self) -> str:
        """The next word, in lower case; "" at the end."""
        return self.tokens[self.at][1].lower() if self.at < len(self.tokens) else ""

    def next(self, wanted: str) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise ConstraintError(f"ends where {wanted} should follow")
        self.at += 1
        return self.tokens[self.at - 1]

    def takes(self, *words: str) -> bool:
        if self.peek in words and self.tokens[self.at][0] != "quoted":
            self.at += 1
            return True
        return False

    def expect(self, word: str) -> None:
        if not self.takes(word):
            raise self.wrong(repr(word))

    def end(self) -> None:
        if self.at < len(self.tokens):
            raise self.wrong("nothing more")

    def wrong(self, wanted: str) -> ConstraintError:
        if self.at >= len(self.tokens):
            return ConstraintError(f"ends where {wanted} should follow")
        before = "".join(f" {token}" for _, token in self.tokens[: self.at])
        after = f" after{before!s}" if before else ""
        return ConstraintError(f"{self.tokens[self.at][1]!r} stands where {wanted} should{after}")

    def one_of(self, known: tuple[str, ...], what: str, others: dict[str, str] | None = None) -> str:
        _, word = self.next(f"a {what}")
        found = (others or {}).get(word.lower(), word.lower())
        if found not in known:
            raise ConstraintError(f"{word!r} is no {what}{_meant(word, known)}; there are {', '.join(known)}")
        return found

    def pattern(self) -> Pattern:
        return self.pattern_from(self.side())

    def pattern_from(self, source: Side) -> Pattern:
        verb, kinds = "DEPENDS_ON", frozenset[Kind]()
        kind, token = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        if kind != "arrow":
            raise self.wrong("an arrow, -> or -CALLS->,")
        self.at += 1
        if token == "-":
            _, word = self.next("a verb")
            verb = word.upper()
            if verb not in VERBS:
                raise ConstraintError(f"{word!r} is no verb{_meant(verb, VERBS)}; there are {', '.join(VERBS)}")
            if self.takes("("):
                kinds = self.kinds()
                self.expect(")")
            self.expect("->")
        return Pattern(source, verb, kinds, self.side())

    def kinds(self) -> frozenset[Kind]:
        found: set[Kind] = set()
        while True:
            kind = Kind(self.one_of(_KINDS, "kind"))
            found |= MESSAGING if kind is Kind.MESSAGING else {kind}
            if not self.takes(",", "or"):
                return frozenset(found)

    def side(self) -> Side:
        self.takes("a", "an", "any", "the")
        kind, word = self.next("a service, database or the like")
        if kind in ("arrow", "sign"):
            self.at -= 1
            raise self.wrong("a service, database or the like")
        noun = _PLURALS.get(word.lower(), word.lower())
        if kind == "quoted":
            side = Side("", word[1:-1])
        elif noun in (*NOUNS, *_ROLES):
            side = Side(noun)
        else:
            side = Side("", word)
        conditions = []
        while self.peek in ("of", "not", "named"):
            conditions.append(self.condition())
        return Side(side.noun, side.name, tuple(conditions))

    def condition(self) -> Condition:
        is_not = self.takes("not")
        if self.takes("named"):
            return Condition("name", Relation.NAMED, self.name(), is_not)
        self.expect("of")
        if self.takes("another"):
            return Condition(self.one_of(_BOUNDARIES, "boundary"), Relation.ANOTHER, "", is_not)
        if self.takes("the", "this"):
            self.takes("same")
            return Condition(self.one_of(_BOUNDARIES, "boundary"), Relation.THE_SAME, "", is_not)
        what = self.one_of((*_BOUNDARIES, "kind", "role"), "condition")
        return Condition(what, Relation.NAMED, self.name(), is_not)

    def name(self) -> str:
        kind, word = self.next("a name")
        return word[1:-1] if kind == "quoted" else word


def _meant(word: str, known: tuple[str, ...]) -> str:
    close = get_close_matches(word, known, 1, 0.7)
    return f" (did you mean {close[0]}?)" if close else ""
