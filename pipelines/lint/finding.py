"""What `lint` finds: a rule, where, what is wrong, and where it is safe the edit that puts it right."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is: errors and warnings fail a run, notes never do."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding."""

    level: Level
    description: str


RULES: Mapping[str, Rule] = {
    "dead-link": Rule(Level.ERROR, "A link to a record leads to no file"),
    "duplicate-number": Rule(Level.ERROR, "Two records of a folder have the same number"),
    "front-matter": Rule(Level.ERROR, "The front matter is no YAML"),
    "missing-applies-to": Rule(Level.ERROR, "A record does not say which services it applies to"),
    "missing-number": Rule(Level.WARNING, "A record has no number though its neighbours have one"),
    "no-successor": Rule(Level.WARNING, "A record is superseded, and nothing says by what"),
    "number-disagrees": Rule(Level.WARNING, "The title and the file name give different numbers"),
    "number-gap": Rule(Level.NOTE, "Numbers that no record of a folder has"),
    "one-way-chain": Rule(Level.WARNING, "One record says that it supersedes another, which does not say so"),
    "service-gone": Rule(Level.WARNING, "A record in force applies to a service that is gone"),
    "service-without-record": Rule(Level.NOTE, "Services to which no record applies"),
    "successor-silent": Rule(Level.NOTE, "A record names its successor, which does not say what it supersedes"),
    "superseded-in-circle": Rule(Level.ERROR, "Records supersede one another in a circle"),
    "title-disagrees": Rule(Level.WARNING, "The title shares no word with the file name or the front matter"),
    "unknown-record": Rule(Level.ERROR, "A record supersedes, amends or relates to one that is not there"),
    "unknown-service": Rule(Level.ERROR, "No service of the estate has this name"),
    "unknown-status": Rule(Level.ERROR, "A status that cannot be read"),
    "unreadable-date": Rule(Level.ERROR, "A date that cannot be read"),
}


_SENTENCES: Mapping[str, str] = {
    "dead-link": "the link {} leads to no file",
    "title-disagrees": "{} share no word",
    "unknown-record": "{} is no record of this repository",
    "unknown-status": "the status {} is none of draft, proposed, accepted, rejected, deprecated and superseded",
    "unreadable-date": "{} is no date",
}


def sentence(rule: str, detail: str) -> str:
    """What a problem's detail says, in words for a reader."""
    return _SENTENCES.get(rule, "{}").format(detail) if "is meant" not in detail else detail


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one file. With `old`, `new` takes its place in `line`; without, `new` is a line after `line`."""

    path: str
    line: int
    old: str
    new: str


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing that is wrong. `path` is relative to the repository; `suggestion` says what is probably meant."""

    path: str
    line: int
    rule: str
    message: str
    suggestion: str = ""
    edit: Edit | None = None

    @property
    def level(self) -> Level:
        """That of its rule."""
        return RULES[self.rule].level


@dataclass(frozen=True, slots=True)
class Proposal:
    """A service that a record which says no `applies_to` affects by its text, with the sentence."""

    path: str
    service: str
    line: int
    quote: str
