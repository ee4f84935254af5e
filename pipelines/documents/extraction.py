"""What was read out of a document's prose: services, records it names, decisions; each with a verbatim quote and its line."""

from dataclasses import dataclass

IMPACTS = ("direct", "indirect", "mentioned_only")
RELATIONS = ("references", "supersedes", "amends", "contradicts")
CATEGORIES = ("security", "performance", "api", "data", "other")


@dataclass(frozen=True, slots=True)
class ServiceClaim:
    """The document affects a service. `service` is the inventory's id; `confidence` 0 to 1."""

    service: str
    impact: str
    confidence: float
    evidence: str
    line: int


@dataclass(frozen=True, slots=True)
class ReferenceClaim:
    """The prose names another record. `adr` is that record's id."""

    adr: str
    relation: str
    evidence: str
    line: int


@dataclass(frozen=True, slots=True)
class DecisionClaim:
    """Something decided, in one line, with one of CATEGORIES."""

    text: str
    category: str
    evidence: str
    line: int


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything read out of one document. Only direct and indirect services stand here."""

    services: tuple[ServiceClaim, ...] = ()
    references: tuple[ReferenceClaim, ...] = ()
    decisions: tuple[DecisionClaim, ...] = ()
