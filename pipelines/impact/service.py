"""Which decisions bind a service: by their author's word, by what a text says, and through what the service depends on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.dependencies import dependencies
from parsed_graph.model import Edge, Node
from parsed_graph.queries.find import find_node
from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind, NodeLabel
from parsed_graph.view import Link, View
from pipelines.constraints.check import Violation
from pipelines.constraints.find import OpposedRecords, find_opposed, find_violations
from pipelines.impact.contacts import Contact, contacts
from pipelines.impact.reach import DEPTH, Reached, services_in_reach

STRENGTH = ("governed", "direct", "indirect")
"""How a record is tied to a service, the strongest first: its author says so, its text says so of it, or of its surroundings."""
_OPEN = frozenset({"proposed", "draft"})


@dataclass(frozen=True, slots=True)
class Tie:
    """Why a record bears on the service: it is tied to `service`, which lies at the end of `chain`, `hop` dependencies away.

    `needs` are the dependencies along the chain, `edge` is what ties the record to its end.
    """

    how: str
    service: Node
    hop: int
    chain: tuple[str, ...]
    needs: tuple[Edge, ...]
    edge: Edge


@dataclass(frozen=True, slots=True)
class Binding:
    """A record with its ties, the strongest first. `replaces` are records over the same services that it supersedes."""

    record: Node
    ties: tuple[Tie, ...]
    replaces: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class ServiceImpact:
    """What bears on a service, each list with what binds most first.

    `accepted` are tied to it or to what it needs. `successors` are accepted too but tied to it only by a record that
    they supersede, whose ties they carry. `violations` are links of the service that do not follow a rule of an accepted
    record; `oppositions` are candidates among its accepted records. `others` are superseded, rejected, deprecated or of no known status.
    """

    service: Node
    depth: int
    accepted: tuple[Binding, ...]
    successors: tuple[Binding, ...]
    proposed: tuple[Binding, ...]
    others: tuple[Binding, ...]
    incidents: tuple[Binding, ...]
    violations: tuple[Violation, ...]
    oppositions: tuple[OpposedRecords, ...]
    contacts: tuple[Contact, ...]


def find_service_impact(
    view: View, text: str, depth: int = DEPTH, kinds: Iterable[Kind] = RUNTIME_KINDS
) -> ServiceImpact:
    """What bears on the service that `text` names, through dependencies of some kinds out to `depth` hops (0: none).

    Raises QueryError for a name that is unknown or means several services.
    """
    found = find_node(view, text, NodeLabel.SERVICE)
    reached = services_in_reach(view, [found.key], dependencies(view, kinds).needed_by, depth)
    bindings = _bindings(view, reached)
    records = {key: bound for key, bound in bindings.items() if bound.record.label is NodeLabel.ADR}
    incidents = [bound for bound in bindings.values() if bound.record.label is NodeLabel.INCIDENT]
    accepted, successors = _in_force(view, records)
    proposed = [bound for bound in records.values() if _status(bound.record) in _OPEN]
    others = [bound for bound in records.values() if _status(bound.record) not in (*_OPEN, "accepted")]
    asked = [found.node, *(bound.ties[0].service for bound in _ranked([*accepted, *successors, *proposed]))]
    return ServiceImpact(
        found.node,
        depth,
        _ranked(accepted),
        _ranked(successors),
        _ranked(proposed),
        _ranked(others),
        _ranked(incidents),
        find_violations(view, service=found.node.id),
        find_opposed(view, service=found.node.id),
        contacts(asked),
    )


def _bindings(view: View, reached: Mapping[int, Reached]) -> dict[int, Binding]:
    """Everything tied to a service in reach, by the key of the record."""
    keys = list(reached)
    links = [(link, link.source, link.target) for link in view.leaving_any(keys, EdgeType.GOVERNED_BY)]
    links += [(link, link.target, link.source) for link in view.reaching_any(keys, EdgeType.RELATES_TO)]
    edges = _edges(view, [link for link, _, _ in links], reached.values())
    ways = {key: _Way.of(view, way, edges) for key, way in reached.items()}
    ties: dict[int, list[Tie]] = {}
    for link, service, record in links:
        ties.setdefault(record, []).append(ways[service].tie(edges[link.key]))
    return {
        record: Binding(view.node(record), tuple(sorted(found, key=_weakness)))
        for record, found in sorted(ties.items())
    }


def _edges(view: View, links: Sequence[Link], reached: Iterable[Reached]) -> dict[int, Edge]:
    keys = list(dict.fromkeys([*(link.key for link in links), *(key for way in reached for key in way.edges)]))
    return dict(zip(keys, view.edges(keys), strict=True))


@dataclass(frozen=True, slots=True)
class _Way:
    """How a service is reached, written out once for all that is tied to it."""

    service: Node
    chain: tuple[str, ...]
    needs: tuple[Edge, ...]

    @staticmethod
    def of(view: View, way: Reached, edges: Mapping[int, Edge]) -> "_Way":
        chain = tuple(node.id for node in view.nodes(way.chain))
        return _Way(view.node(way.key), chain, tuple(edges[key] for key in way.edges))

    def tie(self, edge: Edge) -> Tie:
        how = "governed" if edge.type is EdgeType.GOVERNED_BY else str(edge.properties.get("impact", "direct"))
        return Tie(how, self.service, len(self.needs), self.chain, self.needs, edge)


def _in_force(view: View, records: Mapping[int, Binding]) -> tuple[list[Binding], list[Binding]]:
    """The accepted records, and those that stand in for superseded ones without being tied to the services themselves."""
    replaced: dict[int, list[Binding]] = {}
    for key, bound in records.items():
        if _status(bound.record) == "superseded":
            for successor in _successors(view, key):
                replaced.setdefault(successor, []).append(bound)
    accepted = [
        Binding(bound.record, bound.ties, tuple(old.record for old in replaced.get(key, ())))
        for key, bound in records.items()
        if _status(bound.record) == "accepted"
    ]
    successors = [
        Binding(
            view.node(key),
            tuple(sorted((tie for bound in old for tie in bound.ties), key=_weakness)),
            tuple(bound.record for bound in old),
        )
        for key, old in sorted(replaced.items())
        if key not in records
    ]
    return accepted, successors


def _successors(view: View, key: int) -> Iterator[int]:
    """The accepted records that a superseded one leads to, over others that were superseded in turn; a ring ends it."""
    seen, waiting = {key}, [key]
    while waiting:
        for link in view.reaching(waiting.pop(), EdgeType.SUPERSEDES):
            if link.source not in seen:
                seen.add(link.source)
                status = _status(view.node(link.source))
                if status == "accepted":
                    yield link.source
                elif status == "superseded":
                    waiting.append(link.source)


def _ranked(bindings: Iterable[Binding]) -> tuple[Binding, ...]:
    """What is tied to the service itself first, by how; then what is tied to what it needs, the nearest first."""
    newest_first = sorted(bindings, key=lambda bound: bound.record.id)
    newest_first.sort(key=lambda bound: str(bound.record.properties.get("date", "")), reverse=True)
    return tuple(sorted(newest_first, key=lambda bound: _weakness(bound.ties[0])[:3]))


def _weakness(tie: Tie) -> tuple[int, int, float, str]:
    how = STRENGTH.index(tie.how) if tie.how in STRENGTH else len(STRENGTH)
    return tie.hop, how, -tie.edge.confidence, tie.service.id


def _status(record: Node) -> str:
    return str(record.properties.get("status", ""))
