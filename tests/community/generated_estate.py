"""A generated estate that can be edited: services in areas, with databases, topics and calls, most of them within their area."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node, Property
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel

_WORDS = """orders payments carts stock search users invoices shipping pricing offers reviews mail audit ledger tax
fraud media returns loyalty catalog""".split()
_AREA = 15
_KINDS = ("http", "http", "grpc", "event")
_TEAMS = 2
Call = tuple[str, str, str]


@dataclass
class Estate:
    """Service names, who calls whom by which kind, which store each uses, and which topics are published and read."""

    services: set[str] = field(default_factory=set)
    calls: set[Call] = field(default_factory=set)
    stores: dict[str, str] = field(default_factory=dict)
    topics: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)

    def graph(self, rng: random.Random | None = None) -> PropertyGraph:
        """The estate as a graph; `rng` shuffles the order in which it is filled in."""
        graph = PropertyGraph()
        nodes = list(self._nodes())
        edges = list(self._edges())
        if rng:
            rng.shuffle(nodes)
            rng.shuffle(edges)
        for node in nodes:
            graph.add_node(node)
        for edge in edges:
            graph.add_edge(edge)
        return graph

    def edit(self, rng: random.Random, count: int) -> None:
        """Adds, removes and moves `count` calls; once in a while a service goes or comes."""
        for _ in range(count):
            calls = sorted(self.calls)
            what = rng.random()
            if what < 0.45 and calls:
                self.calls.discard(rng.choice(calls))
            elif what < 0.95:
                source, target = rng.sample(sorted(self.services), 2)
                self.calls.add((source, rng.choice(_KINDS), target))
            elif what < 0.975:
                self._add_service(rng)
            else:
                self.remove_service(rng.choice(sorted(self.services)))

    def remove_service(self, name: str) -> None:
        """Takes a service away with all its links."""
        self.services.discard(name)
        self.calls = {call for call in self.calls if name not in (call[0], call[2])}
        self.stores.pop(name, None)
        self.topics = {
            topic: (publisher, readers - {name})
            for topic, (publisher, readers) in self.topics.items()
            if publisher != name
        }

    def _add_service(self, rng: random.Random) -> None:
        name = f"{rng.choice(_WORDS)}-new-{rng.randrange(10**6)}"
        near = rng.choice(sorted(self.services))
        self.services.add(name)
        self.calls |= {(name, "http", near), (near, "grpc", name)}
        self.stores[name] = f"{name}-db"

    def _nodes(self) -> Iterable[Node]:
        for name in self.services:
            area = _area(name)
            properties: dict[str, Property] = {"owner": f"team-{area % _TEAMS}-{area}", "role": "application"}
            yield Node(service(name), NodeLabel.SERVICE, name, service(name), properties)
        for store in set(self.stores.values()):
            yield Node(node_id(NodeLabel.DATABASE, store), NodeLabel.DATABASE, store, "", {"kind": "postgres"})
        for topic, (_, readers) in self.topics.items():
            yield Node(node_id(NodeLabel.TOPIC, topic), NodeLabel.TOPIC, topic)
            for reader in readers:
                yield Node(_subscription(reader, topic), NodeLabel.SUBSCRIPTION, topic, service(reader))

    def _edges(self) -> Iterable[Edge]:
        kinds: dict[tuple[str, str], list[str]] = {}
        for source, kind, target in sorted(self.calls):
            kinds.setdefault((source, target), []).append(kind)
        for (source, target), found in kinds.items():
            yield _edge(service(source), EdgeType.DEPENDS_ON, service(target), kinds=tuple(found))
        for user, store in self.stores.items():
            yield _edge(service(user), EdgeType.DEPENDS_ON, node_id(NodeLabel.DATABASE, store), kinds=("database",))
        for topic, (publisher, readers) in self.topics.items():
            yield _edge(service(publisher), EdgeType.PUBLISHES, node_id(NodeLabel.TOPIC, topic))
            for reader in readers:
                yield _edge(service(reader), EdgeType.OWNS, _subscription(reader, topic))
                yield _edge(_subscription(reader, topic), EdgeType.CONSUMES, node_id(NodeLabel.TOPIC, topic))


def generate_estate(services: int, seed: int, per_service: int = 4) -> Estate:
    """An estate of that many services: areas of fifteen, four of five links within them."""
    rng = random.Random(seed)
    estate = Estate()
    names = [f"{_WORDS[place // _AREA % len(_WORDS)]}-{place}" for place in range(services)]
    estate.services = set(names)
    for place, name in enumerate(names):
        area = place // _AREA * _AREA
        near = names[area : area + _AREA]
        for _ in range(per_service):
            target = rng.choice(near if rng.random() < 0.8 else names)
            if target != name:
                estate.calls.add((name, rng.choice(_KINDS), target))
        if rng.random() < 0.5:
            estate.stores[name] = f"{name}-db"
        if rng.random() < 0.3:
            readers = frozenset(rng.sample(near, min(2, len(near)))) - {name}
            estate.topics[f"{name}-events"] = (name, readers)
    return estate


def service(name: str) -> str:
    """The id of a service."""
    return node_id(NodeLabel.SERVICE, name)


def _area(name: str) -> int:
    digits = name.rpartition("-")[2]
    return int(digits) // _AREA if "-new-" not in name else 0


def _subscription(reader: str, topic: str) -> str:
    return node_id(NodeLabel.SUBSCRIPTION, reader, topic)


def _edge(source: str, edge_type: EdgeType, target: str, **properties: Property) -> Edge:
    evidence = (Evidence("generated", "estate.yaml", 1, "generated"),)
    return Edge(source, edge_type, target, Layer.PARSED, 1.0, properties, evidence)
