"""The nodes next to one, each with all edges that say so: calls, messages, dependencies, ownership."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from parsed_graph.model import Edge, Node
from parsed_graph.queries.callers import find_callers
from parsed_graph.queries.consumers import find_consumers
from parsed_graph.schema import EdgeType, Kind, NodeLabel
from parsed_graph.view import Link
from pipelines.asking.scope import Scope, edge_kinds

CALLS = frozenset({Kind.HTTP.value, Kind.GRPC.value})
"""How one service calls another."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A node and the edges that join it to the one that was asked about; `detail` says how, `proof` are finer edges."""

    node: Node
    edges: tuple[Edge, ...]
    detail: str = ""
    proof: tuple[Edge, ...] = ()
    is_through: bool = False
    """Joined over something between, such as a gateway."""


def consumers(scope: Scope, key: int) -> list[Neighbour]:
    """Services that read a topic or event; the edges join service and topic, over their subscription."""
    found = find_consumers(scope.view, scope.view.node(key).id)
    grouped: defaultdict[str, list[Edge]] = defaultdict(list)
    nodes: dict[str, Node] = {}
    details: dict[str, str] = {}
    for consumer in found.consumers:
        edges = [over(edge, consumer.service.id) for edge in consumer.consumes if _counts(scope, edge)]
        if edges:
            nodes[consumer.service.id] = consumer.service
            grouped[consumer.service.id] += edges
            details.setdefault(consumer.service.id, f"subscription {consumer.subscription.name}")
    return [Neighbour(nodes[each], tuple(grouped[each]), details[each]) for each in sorted(nodes)]


def consumed(scope: Scope, key: int) -> list[Neighbour]:
    """Topics and events that a service reads; an event where its subscription says which."""
    view = scope.view
    service = view.node(key)
    subscriptions = sorted({link.target for link in view.leaving(key, EdgeType.OWNS)})
    edges: defaultdict[int, list[Edge]] = defaultdict(list)
    for link, edge in scope.edges(view.leaving_any(subscriptions, EdgeType.CONSUMES)):
        edges[link.target].append(over(edge, service.id))
    found = []
    for topic, proofs in sorted(edges.items()):
        events = sorted({str(edge.properties["event"]) for edge in proofs if edge.properties.get("event")})
        found.append(Neighbour(view.node(topic), tuple(proofs), f"event {', '.join(events)}" if events else ""))
    return found


def events_read(scope: Scope, key: int) -> list[Neighbour]:
    """Events on the topics that a service reads, those that it is not known to pass over."""
    view, found = scope.view, []
    for topic in consumed(scope, key):
        named = {str(edge.properties["event"]) for edge in topic.edges if edge.properties.get("event")}
        topic_key = view.key(topic.node.id)
        assert topic_key is not None
        for link in view.reaching(topic_key, EdgeType.ON):
            event = view.node(link.source)
            if not named or event.name in named:
                edges = tuple(replace(edge, target=event.id) for edge in topic.edges)
                found.append(Neighbour(event, edges, f"on {topic.node.name}"))
    return found


def publishers(scope: Scope, key: int) -> list[Neighbour]:
    """Services that send to a topic, or send an event; of a topic also those of the events on it."""
    view = scope.view
    links = list(view.reaching(key, EdgeType.PUBLISHES))
    events = [link.source for link in view.reaching(key, EdgeType.ON)]
    direct = {link.source for link in links}
    links += [link for link in view.reaching_any(events, EdgeType.PUBLISHES) if link.source not in direct]
    return _grouped(scope, links, from_source=True)


def published(scope: Scope, key: int, *labels: NodeLabel) -> list[Neighbour]:
    """Topics and events that a service sends, of these labels or both."""
    found = _grouped(scope, scope.view.leaving(key, EdgeType.PUBLISHES), from_source=False)
    return [each for each in found if not labels or each.node.label in labels]


def endpoint_callers(scope: Scope, key: int) -> list[Neighbour]:
    """Services that call an endpoint, themselves or through a gateway."""
    found = []
    for caller in find_callers(scope.view, scope.view.node(key).id).callers:
        own = [edge for edge in caller.calls if edge.source == caller.service.id and _counts(scope, edge)]
        edges = own or [replace(edge, source=caller.service.id) for edge in caller.calls[:1] if _counts(scope, edge)]
        if edges:
            found.append(
                Neighbour(
                    caller.service,
                    tuple(edges),
                    f"via {scope.name(caller.via)}" if caller.via else "",
                    is_through=bool(caller.via),
                )
            )
    return found


def called_endpoints(scope: Scope, key: int) -> list[Neighbour]:
    """Endpoints that a service calls."""
    return _grouped(scope, scope.view.leaving(key, EdgeType.CALLS), from_source=False)


def needing(scope: Scope, key: int, wanted: Callable[[Edge], bool] = lambda _: True) -> list[Neighbour]:
    """What depends on a node by edges that are wanted."""
    return _grouped(scope, scope.view.reaching(key, EdgeType.DEPENDS_ON), from_source=True, wanted=wanted)


def needed(
    scope: Scope, key: int, *labels: NodeLabel, wanted: Callable[[Edge], bool] = lambda _: True
) -> list[Neighbour]:
    """What a service depends on by edges that are wanted, of these labels or of all but libraries."""
    found = _grouped(scope, scope.view.leaving(key, EdgeType.DEPENDS_ON), from_source=False, wanted=wanted)
    if labels:
        return [each for each in found if each.node.label in labels]
    return [each for each in found if each.node.label is not NodeLabel.LIBRARY]


def of_type(scope: Scope, key: int, edge_type: EdgeType, *, reaching: bool) -> list[Neighbour]:
    """Neighbours along one type."""
    links = scope.view.reaching(key, edge_type) if reaching else scope.view.leaving(key, edge_type)
    return _grouped(scope, links, from_source=reaching)


def has_kind(*kinds: str) -> Callable[[Edge], bool]:
    """Whether a dependency has one of some kinds."""
    wanted = frozenset(kinds)
    return lambda edge: not wanted.isdisjoint(edge_kinds(edge))


def over(edge: Edge, service: str) -> Edge:
    """An edge of a subscription as one of the service that owns it."""
    return replace(edge, source=service, properties={**edge.properties, "subscription": edge.source})


def _counts(scope: Scope, edge: Edge) -> bool:
    return not scope.layers or edge.layer.value in scope.layers


def _grouped(
    scope: Scope, links: Iterable[Link], *, from_source: bool, wanted: Callable[[Edge], bool] = lambda _: True
) -> list[Neighbour]:
    edges: defaultdict[int, list[Edge]] = defaultdict(list)
    listed = list(links)
    scope.view.nodes({link.source if from_source else link.target for link in listed})
    for link, edge in scope.edges(listed):
        if wanted(edge):
            edges[link.source if from_source else link.target].append(edge)
    found = []
    for key, proofs in sorted(edges.items()):
        node = scope.view.node(key)
        if from_source and node.label is NodeLabel.FUNCTION:
            continue
        kinds = dict.fromkeys(kind for edge in proofs for kind in edge_kinds(edge))
        found.append(Neighbour(node, tuple(proofs), ", ".join(kinds)))
    return found
