"""The graph as constraints speak of it: links between nodes with verbs and kinds, and on which side of a boundary a node lies."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from parsed_graph.identity import name_stem
from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import ANSWER_CONFIDENCE, EdgeType, Kind, Layer, NodeLabel, Role
from pipelines.constraints.language import Boundary, Condition, Relation, Side

_CALLING = frozenset({Kind.HTTP, Kind.GRPC, Kind.DATABASE, Kind.CACHE})
_LABELS = {
    "service": NodeLabel.SERVICE,
    "database": NodeLabel.DATABASE,
    "topic": NodeLabel.TOPIC,
    "event": NodeLabel.EVENT,
    "endpoint": NodeLabel.ENDPOINT,
    "entity": NodeLabel.ENTITY,
    "library": NodeLabel.LIBRARY,
}
_CACHES = frozenset({"redis", "memcached", "valkey", "hazelcast", "infinispan", "ignite", "keydb"})
_VERB_OF = {
    EdgeType.CALLS: "CALLS",
    EdgeType.PUBLISHES: "PUBLISHES",
    EdgeType.EXPOSES: "EXPOSES",
    EdgeType.DEFINES: "DEFINES",
}


@dataclass(slots=True)
class EstateLink:
    """From a service to a node, whatever layers say so. `verbs` it answers to; `evidence` with what code says first."""

    source: Node
    target: Node
    verbs: set[str] = field(default_factory=set)
    kinds: set[Kind] = field(default_factory=set)
    evidence: list[Evidence] = field(default_factory=list)


def estate_links(graph: PropertyGraph) -> list[EstateLink]:
    """Every link that an answer would use, by source and target."""
    found: dict[tuple[str, str], EstateLink] = {}
    for edge, source, target, verb in _edges(graph):
        link = found.setdefault((source.id, target.id), EstateLink(source, target))
        kinds = edge.properties.get("kinds", ()) if edge.type is EdgeType.DEPENDS_ON else ()
        own = {Kind(kind) for kind in (kinds if isinstance(kinds, tuple) else ())}
        if edge.type is EdgeType.CALLS:
            own = {Kind.GRPC if target.properties.get("protocol") == "grpc" else Kind.HTTP}
        link.kinds |= own
        link.verbs |= {verb, "CALLS"} if own & _CALLING else {verb}
        link.evidence += (each for each in edge.evidence if each not in link.evidence)
    return [found[key] for key in sorted(found)]


def _edges(graph: PropertyGraph) -> Iterator[tuple[Edge, Node, Node, str]]:
    edges = list(graph.edges(EdgeType.DEPENDS_ON, EdgeType.CONSUMES, *_VERB_OF))
    for edge in sorted(edges, key=lambda edge: edge.layer is not Layer.PARSED):
        source, target = graph.node(edge.source), graph.node(edge.target)
        if edge.confidence < ANSWER_CONFIDENCE - 1e-9 or source is None or target is None:
            continue
        if edge.type is EdgeType.CONSUMES:
            source = graph.node(source.service)
        if source is not None and source.label is NodeLabel.SERVICE:
            yield edge, source, target, _VERB_OF.get(edge.type, edge.type.value)


class Sides:
    """Which nodes a side of a pattern means, and which of them lie across a boundary."""

    def __init__(self, graph: PropertyGraph, links: Iterable[EstateLink]) -> None:
        self._graph = graph
        self._users: defaultdict[str, dict[str, Node]] = defaultdict(dict)
        for link in links:
            if (
                link.target.label in (NodeLabel.DATABASE, NodeLabel.TOPIC, NodeLabel.EVENT)
                and "CONSUMES" not in link.verbs
            ):
                self._users[link.target.id][link.source.id] = link.source

    def meant(self, side: Side) -> list[Node]:
        """The nodes that a side means by itself, by id; conditions on the other end are left out."""
        labels = (
            [NodeLabel.SERVICE]
            if not side.noun or side.noun in list(Role)
            else [_LABELS.get(side.noun, NodeLabel.SERVICE)]
        )
        return [node for node in self._graph.nodes(*labels) if self.matches(side, node, None)]

    def matches(self, side: Side, node: Node, other: Node | None) -> bool:
        """Whether a node is what a side means, seen from the node at the other end."""
        return _is(side, node) and all(self._holds(condition, node, other) for condition in side.conditions)

    def lie_apart(self, boundary: Boundary, one: Node, other: Node) -> bool:
        """Whether two nodes lie on both sides of a boundary; False where that is not known of one of them."""
        here, there = self.place(boundary, one), self.place(boundary, other)
        return bool(here and there and here != there)

    def place(self, boundary: Boundary, node: Node) -> str:
        """The service, system, domain or team that a node belongs to, "" where that is not known."""
        home = self._home(node)
        if boundary is Boundary.SERVICE:
            return home.id if home else ""
        name = "owner" if boundary is Boundary.TEAM else boundary.value
        stated = str(node.properties.get(name, ""))
        return stated or (str(home.properties.get(name, "")) if home else "")

    def _home(self, node: Node) -> Node | None:
        """The service that a node is or belongs to: a store or topic goes with its only user, or with the one it is named after."""
        if node.label is NodeLabel.SERVICE:
            return node
        if node.service:
            return self._graph.node(node.service)
        users: Mapping[str, Node] = self._users.get(node.id, {})
        if len(users) == 1:
            return next(iter(users.values()))
        stem = _store_stem(node.name)
        named = [user for user in users.values() if name_stem(user.name) == stem]
        return named[0] if len(named) == 1 else None

    def _holds(self, condition: Condition, node: Node, other: Node | None) -> bool:
        if condition.relation is not Relation.NAMED:
            if other is None:
                return True
            boundary = Boundary(condition.what)
            here, there = self.place(boundary, node), self.place(boundary, other)
            if not here or not there:
                return False
            return ((here != there) == (condition.relation is Relation.ANOTHER)) != condition.is_not
        return self._is_named(condition, node) != condition.is_not

    def _is_named(self, condition: Condition, node: Node) -> bool:
        if condition.what == "name":
            return _fits(condition.value, _names(node))
        if condition.what in ("kind", "role"):
            default = Role.APPLICATION.value if condition.what == "role" and node.label is NodeLabel.SERVICE else ""
            return _fits(
                condition.value, [str(node.properties.get(condition.what, default)), *_kind_of(condition, node)]
            )
        if condition.what == Boundary.SERVICE:
            home = self._home(node)
            return home is not None and _fits(condition.value, _names(home))
        return _fits(condition.value, [self.place(Boundary(condition.what), node)])


def _kind_of(condition: Condition, node: Node) -> list[str]:
    return (
        [str(node.properties.get("broker", ""))] if condition.what == "kind" and node.label is NodeLabel.TOPIC else []
    )


def _is(side: Side, node: Node) -> bool:
    if not side.noun:
        return _fits(side.name, _names(node))
    if side.noun == "anything":
        return True
    if side.noun in ("cache", "database") and node.label is NodeLabel.DATABASE:
        return (str(node.properties.get("kind", "")).lower() in _CACHES) == (side.noun == "cache")
    if side.noun in _LABELS:
        return node.label is _LABELS[side.noun]
    return node.label is NodeLabel.SERVICE and node.properties.get("role", Role.APPLICATION.value) == side.noun


def _names(node: Node) -> list[str]:
    aliases = node.properties.get("aliases", ())
    return [node.name, node.id, *(aliases if isinstance(aliases, tuple) else ())]


def _fits(pattern: str, names: Iterable[str]) -> bool:
    wanted = pattern.lower()
    return any(name and fnmatchcase(name.lower(), wanted) for name in names)


def _store_stem(name: str) -> str:
    """`orders-db`, `OrdersDatabase` and `orders-events` go with `orders`."""
    stem = name_stem(name)
    for suffix in ("database", "events", "event", "topic", "cache", "store", "redis", "db"):
        if stem.endswith(suffix) and len(stem) > len(suffix):
            return stem[: -len(suffix)]
    return stem
