"""The plan of an estate, from which code, records and truth are all written: services and what each needs of others."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from benchmarks.estate47.names import DOMAINS, RESOURCES, TEAMS

LANGUAGES = ("java", "python", "typescript", "go", "csharp")


@dataclass(frozen=True, slots=True)
class Service:
    """One service. `is_declared_in` says which file knows its domain: its catalogue entry or `services.yaml`."""

    name: str
    domain: str
    language: str
    resource: str
    team: str
    platform: str
    is_declared_in: str


@dataclass(frozen=True, slots=True)
class Call:
    """`source` asks `target` over http or grpc; `hidden` says where the address stands: environment or config."""

    source: str
    target: str
    kind: str
    hidden: str


@dataclass(frozen=True, slots=True)
class Stream:
    """`publisher` writes a topic that `subscribers` read; each names it as its configuration does."""

    topic: str
    publisher: str
    subscribers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Estate:
    """Services by name order, and everything between them."""

    services: tuple[Service, ...]
    calls: tuple[Call, ...]
    streams: tuple[Stream, ...]

    def needs(self) -> dict[str, set[str]]:
        """What each service depends on at run time: whom it calls, and who publishes what it reads."""
        found: dict[str, set[str]] = {service.name: set() for service in self.services}
        for call in self.calls:
            found[call.source].add(call.target)
        for stream in self.streams:
            for subscriber in stream.subscribers:
                found[subscriber].add(stream.publisher)
        return found

    def members(self, domain: str) -> tuple[str, ...]:
        """The services of a domain."""
        return tuple(service.name for service in self.services if service.domain == domain)


def plan_estate(seed: int, count: int) -> Estate:
    """An estate of `count` services; the same for the same seed."""
    random = Random(f"estate {seed}")
    services = _services(random, count)
    names = [service.name for service in services]
    random.shuffle(names)
    grpc = {service.name for service in services if service.language in ("go", "python")}
    calls: list[Call] = []
    for place, name in enumerate(names[:-1]):
        # Most needs lead a short way down the order, which makes chains of many hops rather than a star.
        below = names[place + 1 : place + 9]
        for target in sorted(random.sample(below, min(len(below), random.choice((0, 1, 1, 1, 2))))):
            kind = "grpc" if {name, target} <= grpc and random.random() < 0.6 else "http"
            calls.append(Call(name, target, kind, random.choice(("environment", "environment", "config"))))
    return Estate(services, tuple(calls), _streams(random, names, services))


def _services(random: Random, count: int) -> tuple[Service, ...]:
    names: list[tuple[str, str]] = []
    for domain in random.sample(sorted(DOMAINS), len(DOMAINS)):
        names += [(name, domain) for name in DOMAINS[domain]]
    found = []
    declared = {domain: random.choice(("catalog", "catalog", "services.yaml")) for domain in sorted(DOMAINS)}
    teams = {domain: random.choice(TEAMS) for domain in sorted(DOMAINS)}
    for name, domain in sorted(names[:count]):
        language, resource = random.choice(LANGUAGES), random.choice(RESOURCES)
        platform = random.choice(("compose", "kubernetes"))
        found.append(Service(name, domain, language, resource, teams[domain], platform, declared[domain]))
    return tuple(found)


def _streams(random: Random, names: Sequence[str], services: Sequence[Service]) -> tuple[Stream, ...]:
    found = []
    resources = {service.name: service.resource for service in services}
    for place in sorted(random.sample(range(1, len(names)), max(1, len(names) // 4))):
        readers = names[max(0, place - 12) : place]
        chosen = tuple(sorted(random.sample(readers, min(len(readers), random.choice((1, 1, 2))))))
        found.append(Stream(f"{names[place]}.{resources[names[place]]}.v1", names[place], chosen))
    return tuple(found)
