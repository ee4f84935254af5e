"""The plan of the decision records: for each what it binds, how it says so, whom it only mentions, and what replaced it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from benchmarks.estate47.plan import Estate
from benchmarks.estate47.topics import TOPICS, Topic

ACCEPTED, PROPOSED, SUPERSEDED, REJECTED, DEPRECATED = "accepted", "proposed", "superseded", "rejected", "deprecated"
NEVER = ("unlike", "history", "cleared", "rejected", "option")
"""The ways in which a record names a service that it does not bind."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record. `decided` are services that the decision names, or with `domain` all of that domain, named only so.

    `applies_to` is what the front matter states: names or a domain. `reached` are services that only the consequences
    name; `mentioned` pairs a way of NEVER with a service or domain. `successor` is the number of the record that replaced it.
    """

    number: int
    topic: Topic
    status: str
    portuguese: bool
    decided: tuple[str, ...]
    domain: str
    applies_to: tuple[str, ...]
    reached: tuple[str, ...]
    mentioned: tuple[tuple[str, str], ...]
    binds: frozenset[str]
    successor: int = 0
    predecessor: int = 0

    @property
    def path(self) -> str:
        """Where the record is in the estate."""
        words = (self.topic.titulo if self.portuguese else self.topic.title).lower().replace(" ", "-")
        return f"docs/adr/{self.number:04}-{words}.md"


def plan_records(seed: int, estate: Estate, count: int) -> tuple[Record, ...]:
    """`count` records, in the order of their numbers."""
    random = Random(f"records {seed}")
    successor = _chains(random, count)
    predecessor = {after: before for before, after in successor.items()}
    found: list[Record] = []
    for number in range(1, count + 1):
        before = found[predecessor[number] - 1] if number in predecessor else None
        status = _status(random, superseded=number in successor, replaces=before is not None)
        found.append(_record(random, estate, number, status, before, successor.get(number, 0)))
    return tuple(found)


def _chains(random: Random, count: int) -> dict[int, int]:
    """Superseded number -> the number that replaces it; chains of two and of three records."""
    chosen = random.sample(range(1, count + 1), count // 5)
    found: dict[int, int] = {}
    while len(chosen) >= 2:
        size = min(len(chosen), random.choice((2, 2, 3)))
        chain, chosen = sorted(chosen[:size]), chosen[size:]
        found |= dict(pairwise(chain))
    return found


def _status(random: Random, *, superseded: bool, replaces: bool) -> str:
    if superseded:
        return SUPERSEDED
    if replaces:
        return ACCEPTED
    return random.choices((ACCEPTED, PROPOSED, REJECTED, DEPRECATED), (82, 9, 5, 4))[0]


def _record(random: Random, estate: Estate, number: int, status: str, before: Record | None, successor: int) -> Record:
    names = [service.name for service in estate.services]
    topic = before.topic if before else random.choice(TOPICS)
    domain, decided = _bound(random, estate, names, before)
    is_stated = random.random() < 0.6
    members = estate.members(domain) if domain else decided
    applies_to = ((domain,) if domain and random.random() < 0.6 else members) if is_stated else ()
    # A record that states its scope may leave all names out of its text.
    named = () if is_stated and not domain and random.random() < 0.25 else decided
    strangers = [name for name in names if name not in members]
    random.shuffle(strangers)
    reached = tuple(sorted(strangers.pop() for _ in range(random.choice((0, 0, 0, 1, 1, 2))) if strangers))
    domains = sorted({service.domain for service in estate.services} - {domain})
    mentioned = tuple(
        (way, strangers.pop() if random.random() < 0.85 or way == "option" else _quiet(random, domains, estate, (*members, *reached)))
        for way in random.sample(NEVER, random.choice((0, 1, 1, 2, 2, 3)))
        if strangers
    )  # fmt: skip
    mentioned = tuple((way, name) for way, name in mentioned if name)
    return Record(
        number, topic, status, random.random() < 0.15, named, domain, applies_to, reached, mentioned,
        frozenset((*members, *reached)), successor, before.number if before else 0,
    )  # fmt: skip


def _bound(random: Random, estate: Estate, names: Sequence[str], before: Record | None) -> tuple[str, tuple[str, ...]]:
    """A domain, or one to three services; what replaces a record is mostly about the same, and sometimes about one more."""
    if before is not None and before.domain:
        return before.domain, ()
    if before is not None:
        known = [name for name in sorted(before.binds) if name not in before.reached]
        more = [random.choice(names)] if random.random() < 0.3 else []
        return "", tuple(sorted({*known[: max(1, len(known) - (random.random() < 0.3))], *more}))
    if random.random() < 0.15:
        return random.choice(sorted({service.domain for service in estate.services})), ()
    return "", tuple(sorted(random.sample(names, min(len(names), random.choice((1, 1, 1, 1, 2, 2, 3))))))


def _quiet(random: Random, domains: Sequence[str], estate: Estate, bound: Sequence[str]) -> str:
    """A domain with no service that the record binds: the truth about it would be a matter of opinion."""
    free = [domain for domain in domains if not set(estate.members(domain)) & set(bound)]
    return random.choice(free) if free else ""
