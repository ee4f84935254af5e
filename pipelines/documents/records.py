"""What parsing a document gives: values that the cache holds, so that most runs need none of what made them."""

from dataclasses import dataclass

from parsed_graph.model import Problem
from pipelines.documents.document import Field
from pipelines.documents.find_documents import DocumentKind

SUPERSEDES, SUPERSEDED_BY, AMENDS, AMENDED_BY, REFERENCES = (
    "supersedes",
    "superseded_by",
    "amends",
    "amended_by",
    "references",
)
_DAY = 8
"""Digits of a day."""
INVERSE = {SUPERSEDES: SUPERSEDED_BY, SUPERSEDED_BY: SUPERSEDES, AMENDS: AMENDED_BY, AMENDED_BY: AMENDS}


@dataclass(frozen=True, slots=True)
class RecordReference:
    """Another record, as this document names it.

    `target` is a link's target or "", `number` the record's digits without leading zeros or "", `label` the words
    used. `is_link` tells a link from a mention, `is_declared` metadata from prose. `quote` stands in the document at `line`.
    """

    relation: str
    target: str
    number: str
    label: str
    line: int
    quote: str
    is_link: bool
    is_declared: bool = False


@dataclass(frozen=True, slots=True)
class StatedConstraint:
    """A rule as it is written. `rule` is forbid, require or allow; anything else could not be read, and `text` says why."""

    rule: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class AdrRecord:
    """What a decision record says of itself. `number` has no leading zeros, "" where there is none; `label` has them."""

    path: str
    number: str
    label: str
    title: str
    status: str
    status_original: str
    date: str
    deciders: tuple[str, ...]
    applies_to: tuple[Field, ...]
    tags: tuple[str, ...]
    references: tuple[RecordReference, ...]
    documents: tuple[RecordReference, ...] = ()
    """Links to documents that are no records."""
    constraints: tuple[StatedConstraint, ...] = ()

    @property
    def is_dated(self) -> bool:
        """Whether the number is a day, as log4brains has it: several records may share one."""
        return len(self.label) == _DAY


@dataclass(frozen=True, slots=True)
class IncidentRecord:
    """What a postmortem says of itself. `label` is its own number ("INC-2024-07") or "", `severity` is SEV1 … or a word."""

    path: str
    label: str
    title: str
    date: str
    severity: str
    severity_original: str
    services: tuple[Field, ...]
    references: tuple[RecordReference, ...]


@dataclass(frozen=True, slots=True)
class TextUnit:
    """Lines `line` to `end_line` of a document as they stand there; `heading` is the path of titles, ` > ` between them."""

    id: str
    heading: str
    text: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """What a document says without being understood. `adr` or `incident` is there for a document of that kind."""

    kind: DocumentKind
    title: str
    title_line: int
    adr: AdrRecord | None
    incident: IncidentRecord | None
    units: tuple[TextUnit, ...]
    problems: tuple[Problem, ...]
