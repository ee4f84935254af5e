"""A change between two states of an estate: what it is about, whether it breaks anybody, why, and whom it hits."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """Whether whoever relies on a thing has to change with it. `unknown` is never a guess at either."""

    BREAKING = "breaking"
    UNKNOWN = "unknown"
    NON_BREAKING = "non-breaking"


_ORDER = tuple(Verdict)


class Action(StrEnum):
    """What became of a thing."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for a verdict."""

    verdict: Verdict
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A service that relies on what changed. `place` is where (`repo:path:line`); `stays` says that it still does afterwards."""

    service: str
    name: str
    how: str
    place: str
    stays: bool


@dataclass(frozen=True, slots=True)
class Change:
    """`about` is service, endpoint, call, contract, topic, event, dependency, library or owner; `service` the id of whose it is, "" for nobody's.

    `place` is where it stood or stands.
    """

    about: str
    action: Action
    id: str
    name: str
    service: str
    reasons: tuple[Reason, ...]
    hits: tuple[Hit, ...] = ()
    place: str = ""
    verdict: Verdict = field(init=False)

    def __post_init__(self) -> None:
        """The verdict is the gravest of the reasons; a change without any breaks nothing."""
        object.__setattr__(self, "verdict", gravest(reason.verdict for reason in self.reasons))


def gravest(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict that decides."""
    return min(verdicts, key=_ORDER.index, default=Verdict.NON_BREAKING)


def ranked(changes: Iterable[Change]) -> tuple[Change, ...]:
    """What breaks comes first, then what is unknown; of each what hits most, then by kind and id."""
    return tuple(
        sorted(
            changes, key=lambda each: (_ORDER.index(each.verdict), -len(each.hits), each.about, each.id, each.action)
        )
    )
