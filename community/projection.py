"""The service-level map that communities are found in: services, topics, events, databases and entities, one weight per pair.

Endpoints, functions and subscriptions are folded into the service that they belong to. Weights say how closely two
things change together: a shared database binds more than a call, a call more than a broker that everyone shares.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from parsed_graph.model import Edge, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import ANSWER_CONFIDENCE, EdgeType, Kind, NodeLabel

MAPPED = frozenset({NodeLabel.SERVICE, NodeLabel.TOPIC, NodeLabel.EVENT, NodeLabel.DATABASE, NodeLabel.ENTITY})
"""The labels that belong to a community."""

KIND_WEIGHTS: dict[str, float] = {
    Kind.DATABASE: 2.0,  # whoever shares a store shares a schema
    Kind.IMPORT: 1.5,
    Kind.HTTP: 1.0,
    Kind.GRPC: 1.0,
    Kind.EVENT: 1.0,
    Kind.CACHE: 0.5,
    Kind.MESSAGING: 0.2,  # a broker says little of who talks to whom: topics do
    Kind.AUTH: 0.1,
    Kind.OTHER: 0.1,
    Kind.CONFIG: 0.05,
    Kind.DISCOVERY: 0.05,
    Kind.MONITORING: 0.05,
}
EDGE_WEIGHTS: dict[EdgeType, float] = {
    EdgeType.DEFINES: 2.0,
    EdgeType.ON: 1.0,
    EdgeType.PUBLISHES: 1.0,
    EdgeType.CONSUMES: 1.0,
}
EdgeKey = tuple[str, str, str]
"""Source, what kind of link, target: the service-level edges that change is counted in."""


@dataclass(frozen=True, slots=True)
class Projection:
    """Nodes sorted by id; `weights` by (source, target), damped; `edges` are the links behind them, undamped."""

    nodes: tuple[str, ...]
    weights: dict[tuple[str, str], float]
    edges: frozenset[EdgeKey]


def project(graph: PropertyGraph) -> Projection:
    """The map of a graph. The same graph gives the same map, whatever order it was filled in."""
    nodes = tuple(node.id for node in graph.nodes(*MAPPED))
    raw: defaultdict[tuple[str, str], float] = defaultdict(float)
    edges: set[EdgeKey] = set()
    for source, link, target, weight in _links(graph):
        if source != target:
            raw[source, target] += weight
            edges.add((source, link, target))
    services = sum(graph.node(i).label is NodeLabel.SERVICE for i in nodes)  # type: ignore[union-attr]
    return Projection(nodes, _damped(raw, services), frozenset(edges))


def _links(graph: PropertyGraph) -> Iterator[tuple[str, str, str, float]]:
    seen: dict[EdgeKey, float] = {}
    for edge in graph.edges(EdgeType.DEPENDS_ON, *EDGE_WEIGHTS):
        source, target = _folded(graph, edge.source), _folded(graph, edge.target)
        if edge.confidence < ANSWER_CONFIDENCE or source is None or target is None:
            continue
        for link, weight in _weights(edge):
            # The layers of one link are one link: what is both parsed and observed does not count twice.
            key = (source.id, link, target.id)
            seen[key] = max(seen.get(key, 0.0), weight * edge.confidence)
    for (source_id, link, target_id), weight in sorted(seen.items()):
        yield source_id, link, target_id, weight


def _weights(edge: Edge) -> Iterator[tuple[str, float]]:
    if edge.type is EdgeType.DEPENDS_ON:
        kinds = edge.properties.get("kinds", ())
        for kind in kinds if isinstance(kinds, tuple) else (str(kinds),):
            yield kind, KIND_WEIGHTS.get(kind, 0.1)
    else:
        yield edge.type.value, EDGE_WEIGHTS[edge.type]


def _folded(graph: PropertyGraph, node_id: str) -> Node | None:
    node = graph.node(node_id)
    if node is None or node.label in MAPPED:
        return node
    return graph.node(node.service) if node.service else None


def _damped(raw: dict[tuple[str, str], float], services: int) -> dict[tuple[str, str], float]:
    """Weight falls with the share of all services that touch an end: what everything needs (a configuration server, a
    gateway, a broker) ties nothing together. Used by all it weighs nothing, by half a quarter, by a tenth four fifths.
    """
    incoming: defaultdict[str, int] = defaultdict(int)
    outgoing: defaultdict[str, int] = defaultdict(int)
    for source, target in raw:
        incoming[target] += 1
        outgoing[source] += 1
    damped = {}
    for (source, target), weight in sorted(raw.items()):
        share = max(incoming[target] - 1, outgoing[source] - 1) / max(services, 2)
        damped[source, target] = weight * max(0.0, 1.0 - share) ** 2
    return damped
