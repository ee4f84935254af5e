"""Who and what is concerned when a decision record is changed or dropped."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.dependencies import Dependencies, dependencies
from parsed_graph.model import Edge, Node
from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind, NodeLabel
from parsed_graph.view import View
from pipelines.constraints.check import Violation
from pipelines.constraints.find import OpposedRecords, find_constraints, find_opposed, find_violations
from pipelines.documents.describe_record import RecordDescription, RecordedDecision, describe_decision_record
from pipelines.documents.find_record import find_record
from pipelines.impact.contacts import Contact, contacts
from pipelines.impact.reach import DEPTH, Reached, services_in_reach
from pipelines.impact.rebuild import Rebuild, find_rebuilds


@dataclass(frozen=True, slots=True)
class Dependent:
    """A service that depends on one that the record is about; the chain leads from it to that one, by `needs`."""

    service: Node
    hop: int
    chain: tuple[str, ...]
    needs: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Surface:
    """What one service that the record is about offers and uses, by name. `shared_with`: who else uses a database, by its id."""

    service: Node
    endpoints: tuple[Node, ...]
    topics: tuple[Node, ...]
    databases: tuple[Node, ...]
    shared_with: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AdrImpact:
    """A record with what hangs on it. `surfaces` are those of the services it governs or says it changes (direct).

    `dependents` come by hop; `rebuilds` are built with something of these services; `decisions` by category; `constraints`
    are its rules with their places, `violations` where the code does not follow them; `oppositions` are candidates;
    `contacts` answer for the services of the record first.
    """

    description: RecordDescription
    depth: int
    surfaces: tuple[Surface, ...]
    dependents: tuple[Dependent, ...]
    rebuilds: tuple[Rebuild, ...]
    decisions: Mapping[str, tuple[RecordedDecision, ...]]
    constraints: tuple[tuple[str, str], ...]
    violations: tuple[Violation, ...]
    oppositions: tuple[OpposedRecords, ...]
    contacts: tuple[Contact, ...]


def find_adr_impact(view: View, text: str, depth: int = DEPTH, kinds: Iterable[Kind] = RUNTIME_KINDS) -> AdrImpact:
    """What hangs on the ADR that `text` names, with its services' dependents out to `depth` hops (0: none).

    Raises QueryError for a name that is unknown or means several records.
    """
    found = find_record(view, text, NodeLabel.ADR)
    description = describe_decision_record(view, found.node.id)
    assert description is not None
    about = _keys(view, (each.node for each in description.services))
    changed = _keys(view, (each.node for each in description.services if each.how in ("governed", "direct")))
    needs = dependencies(view, kinds)
    reached = services_in_reach(view, about, needs.needing, depth)
    dependents = _dependents(view, [way for way in reached.values() if way.hop])
    rebuilds = find_rebuilds(view, changed)
    return AdrImpact(
        description,
        depth,
        tuple(_surface(view, key, needs) for key in changed),
        dependents,
        rebuilds,
        _by_category(description.decisions),
        find_constraints(view, found.node.id),
        find_violations(view, record=found.node.id),
        find_opposed(view, record=found.node.id),
        contacts([*view.nodes(about), *(each.service for each in dependents), *(each.service for each in rebuilds)]),
    )


def _keys(view: View, services: Iterable[Node]) -> list[int]:
    """The keys of some services, each once, in their order."""
    keys = (view.key(service.id) for service in services)
    return list(dict.fromkeys(key for key in keys if key is not None))


def _dependents(view: View, reached: Sequence[Reached]) -> tuple[Dependent, ...]:
    keys = list(dict.fromkeys(key for way in reached for key in way.edges))
    edges = dict(zip(keys, view.edges(keys), strict=True))
    return tuple(
        Dependent(
            view.node(way.key),
            way.hop,
            tuple(node.id for node in reversed(view.nodes(way.chain))),
            tuple(edges[key] for key in reversed(way.edges)),
        )
        for way in reached
    )


def _surface(view: View, service: int, needs: Dependencies) -> Surface:
    subscriptions = [link.target for link in view.leaving(service, EdgeType.OWNS)]
    published = [link.target for link in view.leaving(service, EdgeType.PUBLISHES)]
    topics = {key for key in published if view.node(key).label is NodeLabel.TOPIC}
    topics |= {link.target for link in view.leaving_any(published, EdgeType.ON)}
    topics |= {link.target for link in view.leaving_any(subscriptions, EdgeType.CONSUMES)}
    databases = [key for key in needs.needed_by(service) if view.node(key).label is NodeLabel.DATABASE]
    endpoints = {link.target for link in view.leaving(service, EdgeType.EXPOSES)}
    shared = {
        view.node(key).id: tuple(node.name for node in view.nodes(k for k in needs.needing(key) if k != service))
        for key in sorted(databases)
    }
    return Surface(
        view.node(service),
        _named(view, endpoints),
        _named(view, topics),
        _named(view, databases),
        {database: names for database, names in shared.items() if names},
    )


def _named(view: View, keys: Iterable[int]) -> tuple[Node, ...]:
    return tuple(view.nodes(sorted(keys)))


def _by_category(decisions: Sequence[RecordedDecision]) -> Mapping[str, tuple[RecordedDecision, ...]]:
    found: dict[str, list[RecordedDecision]] = {}
    for decision in decisions:
        found.setdefault(decision.category, []).append(decision)
    return {category: tuple(found[category]) for category in sorted(found)}
