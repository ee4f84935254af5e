"""The service-level map that communities are found in: services, topics, events, databases and entities, one weight per pair.

Endpoints, functions and subscriptions are folded into the service that they belong to. What plainly belongs to one
service (its entities, a database that it alone uses, a topic that it alone publishes) goes where the service goes.
Weights say how closely two things change together: a shared database binds more than a call, a call more than a broker.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from community.edge_set import EdgeIndex, EdgeKey
from community.homes import BINDING, find_homes, is_platform, is_support
from community.pair_weights import Pair, PairWeights, pair_weights
from parsed_graph.model import Edge, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import ANSWER_CONFIDENCE, GUESS, EdgeType, Kind, NodeLabel

MAPPED = frozenset({NodeLabel.SERVICE, NodeLabel.TOPIC, NodeLabel.EVENT, NodeLabel.DATABASE, NodeLabel.ENTITY})
"""The labels that belong to a community."""

KIND_WEIGHTS: dict[str, float] = {
    Kind.DATABASE: 2.0,  # whoever shares a store shares a schema
    Kind.IMPORT: 1.5,
    Kind.HTTP: 1.0,
    Kind.GRPC: 1.0,
    Kind.EVENT: 0.5,  # the topic between the two counts as well
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
    EdgeType.PUBLISHES: 0.5,  # a topic and its event are two edges for one message
    EdgeType.CONSUMES: 0.5,
}
TEAM_WEIGHT = 0.5
"""Between two services of one team, less where the team has many."""
SYSTEM_WEIGHT = 2.0
"""Between two services of one declared system, where systems are a hint and not the rule."""
UNIT = 1000
"""Weights are whole numbers of thousandths: sums are then the same on every machine."""
_LARGEST_TIED = 60
_GROUPED_ALL = 0.5
"""A team or system with a larger share of all services ties nothing together."""


@dataclass(frozen=True, slots=True)
class Projection:
    """Nodes sorted by id. `homes`: the node that another one goes with; those without a home are partitioned.

    `weights` join nodes without a home, damped, in thousandths; `ties` the same undamped and with guesses, for what
    weighs nothing. `edges` are the links behind them, sorted. `support`: stores, topics, outside systems and infrastructure,
    which may belong to nobody in particular; `platform`: those that run the estate, such as monitoring. `systems` and
    `domains`: what is declared of a node.
    """

    nodes: tuple[str, ...]
    weights: PairWeights
    ties: PairWeights
    edges: EdgeIndex
    homes: Mapping[str, str] = field(default_factory=dict)
    support: frozenset[str] = frozenset()
    platform: frozenset[str] = frozenset()
    systems: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)

    def home(self, node: str) -> str:
        """The node without a home that this one goes with: itself, where it has none."""
        return self.homes.get(node, node)


@dataclass(frozen=True, slots=True)
class Link:
    """One service-level edge with its weight; `is_sure` where answers would use it."""

    source: str
    kind: str
    target: str
    weight: float
    is_sure: bool


def project(graph: PropertyGraph, systems: Mapping[str, str] | None = None, *, tie_systems: bool = False) -> Projection:
    """The map of a graph. The same graph gives the same map, whatever order it was filled in.

    `systems` (node id -> system) goes before what the graph declares; `tie_systems` draws members of a system together.
    """
    # What only an imported corpus knows is a thing of its texts, not a part of the estate.
    nodes = [node for node in graph.nodes(*MAPPED) if node.service or node.properties.get("kind") != "imported"]
    links = [link for link in _links(graph) if link.source != link.target]
    declared = {node.id: _system(node, systems or {}) for node in nodes}
    homes = find_homes(nodes, links, {node: system for node, system in declared.items() if system})
    anchors = [node for node in nodes if node.id not in homes]
    ties = _ties([link for link in links if link.is_sure], homes)
    groups = [(_members(anchors, "owner"), TEAM_WEIGHT)]
    if tie_systems:
        groups.append((_grouped({n.id: declared[n.id] for n in anchors}), SYSTEM_WEIGHT))
    calling = {link.source for link in links if link.kind in BINDING}
    support = [node for node in anchors if is_support(node, calling)]
    services = sum(node.label is NodeLabel.SERVICE for node in anchors)
    damped = _damped(ties, services)
    for members, weight in groups:
        _tie_groups(damped, members, weight, services)
    names = tuple(node.id for node in nodes)
    return Projection(
        nodes=names,
        weights=pair_weights(names, _whole(damped)),
        ties=pair_weights(names, _whole(_ties(links, homes))),
        edges=EdgeIndex((link.source, link.kind, link.target) for link in links if link.is_sure),
        homes=homes,
        support=frozenset(node.id for node in support),
        platform=frozenset(node.id for node in support if is_platform(node)),
        systems={node: system for node, system in declared.items() if system},
        domains={node.id: domain for node in nodes if (domain := str(node.properties.get("domain", "")))},
    )


def _links(graph: PropertyGraph) -> Iterator[Link]:
    """The layers of one link are one link: what is both parsed and observed does not count twice."""
    seen: dict[EdgeKey, tuple[float, float]] = {}
    for node in graph.nodes(*MAPPED, NodeLabel.SUBSCRIPTION):
        for edge in graph.out_edges(node.id, EdgeType.DEPENDS_ON, *EDGE_WEIGHTS):
            source, target = _folded(graph, edge.source), _folded(graph, edge.target)
            if source is None or target is None or edge.confidence < GUESS:
                continue
            for kind, weight in _weights(edge):
                key = (source.id, kind, target.id)
                known = seen.get(key, (0.0, 0.0))
                seen[key] = max(known[0], weight * edge.confidence), max(known[1], edge.confidence)
    for (source_id, kind, target_id), (weight, confidence) in sorted(seen.items()):
        yield Link(source_id, kind, target_id, weight, confidence >= ANSWER_CONFIDENCE)


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


def _system(node: Node, systems: Mapping[str, str]) -> str:
    return systems.get(node.id) or str(node.properties.get("system", ""))


def _ties(links: list[Link], homes: Mapping[str, str]) -> dict[Pair, float]:
    ties: defaultdict[Pair, float] = defaultdict(float)
    for link in links:
        source, target = homes.get(link.source, link.source), homes.get(link.target, link.target)
        if source != target:
            ties[source, target] += link.weight
    return dict(ties)


def _damped(ties: Mapping[Pair, float], services: int) -> dict[Pair, float]:
    """Weight falls with the share of all services that touch an end: what everything needs (a configuration server, a
    gateway, a broker) ties nothing together. Used by all it weighs next to nothing, by half a quarter, by a tenth four
    fifths.
    """
    incoming: defaultdict[str, int] = defaultdict(int)
    outgoing: defaultdict[str, int] = defaultdict(int)
    for source, target in ties:
        incoming[target] += 1
        outgoing[source] += 1
    return {
        (source, target): weight * _damping(max(incoming[target], outgoing[source]) - 1, services)
        for (source, target), weight in sorted(ties.items())
    }


def _damping(others: int, services: int) -> float:
    return max(0.0, 1.0 - others / max(services, 2)) ** 2


def _tie_groups(weights: dict[Pair, float], groups: list[list[str]], weight: float, services: int) -> None:
    """Draws the members of each group together; each member gets the same in sum, however many there are."""
    for members in groups:
        if len(members) <= min(_LARGEST_TIED, _GROUPED_ALL * services):
            each = weight * _damping(len(members) - 1, services) / max(len(members) - 1, 1)
            for place, first in enumerate(members):
                for second in members[place + 1 :]:
                    weights[first, second] = weights.get((first, second), 0.0) + each


def _members(nodes: list[Node], name: str) -> list[list[str]]:
    return _grouped({node.id: str(node.properties.get(name, "")) for node in nodes if node.label is NodeLabel.SERVICE})


def _grouped(values: Mapping[str, str]) -> list[list[str]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for node, value in sorted(values.items()):
        if value:
            groups[value].append(node)
    return [groups[value] for value in sorted(groups)]


def _whole(weights: Mapping[Pair, float]) -> dict[Pair, int]:
    return {pair: round(weight * UNIT) for pair, weight in weights.items()}
