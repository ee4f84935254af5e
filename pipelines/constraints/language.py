"""What a constraint says, once it is read: sides, links between them, and what has to hold. The grammar is in docs/constraints.md."""

from dataclasses import dataclass
from enum import StrEnum

from parsed_graph.schema import Kind


class Boundary(StrEnum):
    """What nodes may lie on two sides of."""

    SERVICE = "service"
    SYSTEM = "system"
    DOMAIN = "domain"
    TEAM = "team"


class Relation(StrEnum):
    """How a node lies to the one at the other end, or to a boundary that is named."""

    ANOTHER = "another"
    THE_SAME = "the same"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class Condition:
    """`of another system`, `of system shop`, `of kind postgres`, `of role gateway`, `named orders-*`; `is_not` turns it round."""

    what: str
    relation: Relation
    value: str = ""
    is_not: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One end of a link. `noun` is a label, a role, `anything`, or "" where `name` is a pattern of names."""

    noun: str
    name: str = ""
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """`application -CALLS(http)-> database`: links of a verb, along some kinds where any are named."""

    source: Side
    verb: str
    kinds: frozenset[Kind]
    target: Side


@dataclass(frozen=True, slots=True)
class Crossing:
    """`crossing a system boundary is messaging`."""

    boundary: Boundary
    kinds: frozenset[Kind]


@dataclass(frozen=True, slots=True)
class OnlyBy:
    """`application -> database of the same system is database`: all such links go by these kinds."""

    pattern: Pattern
    kinds: frozenset[Kind]


@dataclass(frozen=True, slots=True)
class EveryHas:
    """`every application has an owner`."""

    side: Side
    fact: str


@dataclass(frozen=True, slots=True)
class EveryLinks:
    """`every application -CALLS-> auth`: each has at least one such link."""

    pattern: Pattern


Requirement = Pattern | Crossing | OnlyBy | EveryHas | EveryLinks

VERBS = ("DEPENDS_ON", "CALLS", "PUBLISHES", "CONSUMES", "EXPOSES", "DEFINES")
NOUNS = ("anything", "service", "database", "cache", "topic", "event", "endpoint", "entity", "library")
FACTS = ("owner", "on-call", "system", "domain", "adr", "documentation")
MESSAGING = frozenset({Kind.MESSAGING, Kind.EVENT})
"""What `messaging` means where kinds are named: whatever goes through a broker."""
