"""A generated estate of any size, the same for the same seed: domains of forty services in five tiers, and a few hubs.

A service depends on services of lower tiers, mostly of its own domain, and one time in ten on a hub of another one.
"""

import random
from dataclasses import dataclass

from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel

_WORDS = """orders payments carts stock search users invoices shipping pricing offers reviews mail audit ledger tax
fraud media returns loyalty catalog""".split()
_DOMAIN, _TIERS = 40, 5
_KINDS = (("http",), ("http",), ("grpc",), ("http", "grpc"))


@dataclass(frozen=True)
class Size:
    """How many of each; edges to functions fill up to `edges`."""

    services: int
    endpoints: int
    topics: int
    databases: int
    functions: int
    edges: int


LARGE = Size(services=2_000, endpoints=24_000, topics=3_000, databases=1_000, functions=63_500, edges=1_000_000)
"""With 6,500 subscriptions on top: 100,000 nodes and 1,000,000 edges."""


def generate_graph(size: Size, seed: int = 7) -> PropertyGraph:
    """The whole graph."""
    rng = random.Random(seed)
    graph = PropertyGraph()
    services = [_service(graph, number) for number in range(size.services)]
    endpoints = [_endpoint(graph, services[number % len(services)], number) for number in range(size.endpoints)]
    topics = [_topic(graph, number) for number in range(size.topics)]
    databases = [_database(graph, number) for number in range(size.databases)]
    functions = [_function(graph, services[number % len(services)], number) for number in range(size.functions)]
    subscriptions = 100_000 - sum((size.services, size.endpoints, size.topics, size.databases, size.functions))
    for number, service in enumerate(services):
        _join(graph, rng, service, databases[number % len(databases)], EdgeType.DEPENDS_ON, kinds=("database",))
    for number in range(max(subscriptions, size.topics)):
        _subscribe(graph, rng, services, topics, number)
    for number in range(size.services * 10):
        source = number % len(services)
        target = _needed(rng, source, len(services))
        if target is not None:
            _join(graph, rng, services[source], services[target], EdgeType.DEPENDS_ON, kinds=rng.choice(_KINDS))
            for endpoint in rng.sample(range(target, size.endpoints, len(services)), 4):
                _join(graph, rng, services[source], endpoints[endpoint], EdgeType.CALLS)
    while graph.edge_count < size.edges:
        source = rng.choice(functions)
        target = _popular(rng, endpoints) if rng.random() < 0.15 else rng.choice(functions)
        if source != target:
            _join(graph, rng, source, target, EdgeType.CALLS)
    return graph


def service_name(number: int) -> str:
    return f"{_WORDS[number % len(_WORDS)]}-{number // len(_WORDS):03d}"


def _service(graph: PropertyGraph, number: int) -> str:
    name = service_name(number)
    owner, oncall = f"team-{number % 90}", f"pagerduty.com/P{number % 90}"
    properties = {"owner": owner, "oncall": oncall, "repo": f"repo-{number % 200}", "path": name, "language": "java"}
    graph.add_node(Node(node_id(NodeLabel.SERVICE, name), NodeLabel.SERVICE, name, properties=properties))
    return node_id(NodeLabel.SERVICE, name)


def _endpoint(graph: PropertyGraph, service: str, number: int) -> str:
    name = f"{('GET', 'POST', 'PUT')[number % 3]} /{_WORDS[number % 20]}/{number}/{{}}"
    identity = node_id(NodeLabel.ENDPOINT, service.partition(":")[2], name)
    graph.add_node(Node(identity, NodeLabel.ENDPOINT, name, service, {"protocol": "http"}))
    graph.add_edge(_edge(service, EdgeType.EXPOSES, identity, 1.0, number))
    return identity


def _topic(graph: PropertyGraph, number: int) -> str:
    name = f"{_WORDS[number % 20]}-events-{number}"
    topic = node_id(NodeLabel.TOPIC, "kafka", name)
    graph.add_node(Node(topic, NodeLabel.TOPIC, name, properties={"broker": "kafka"}))
    return topic


def _database(graph: PropertyGraph, number: int) -> str:
    name = f"db-{number}"
    graph.add_node(Node(node_id(NodeLabel.DATABASE, name), NodeLabel.DATABASE, name, properties={"kind": "postgres"}))
    return node_id(NodeLabel.DATABASE, name)


def _function(graph: PropertyGraph, service: str, number: int) -> str:
    name = f"com.shop.{_WORDS[number % 20]}.Class{number // 12}.method{number}"
    identity = node_id(NodeLabel.FUNCTION, name)
    properties = {"signature": "(String, int)", "path": f"src/Class{number // 12}.java", "line": number % 400}
    graph.add_node(Node(identity, NodeLabel.FUNCTION, name, service, properties))
    return identity


def _subscribe(graph: PropertyGraph, rng: random.Random, services: list[str], topics: list[str], number: int) -> None:
    topic = topics[number] if number < len(topics) else _popular(rng, topics)
    domain = rng.randrange(len(services) // _DOMAIN) * _DOMAIN
    publisher, consumer = (services[domain + rng.randrange(_DOMAIN)] for _ in range(2))
    name = f"{consumer.partition(':')[2]}.{topic.rpartition(':')[2]}.{number}"
    subscription = node_id(NodeLabel.SUBSCRIPTION, name)
    graph.add_node(Node(subscription, NodeLabel.SUBSCRIPTION, name, consumer, {"group": name}))
    graph.add_edge(_edge(publisher, EdgeType.PUBLISHES, topic, 0.8, number))
    graph.add_edge(_edge(consumer, EdgeType.OWNS, subscription, 1.0, number))
    graph.add_edge(_edge(subscription, EdgeType.CONSUMES, topic, 0.8, number))
    if publisher != consumer:
        graph.add_edge(_edge(consumer, EdgeType.DEPENDS_ON, publisher, 0.8, number, kinds=("event",)))


def _needed(rng: random.Random, source: int, services: int) -> int | None:
    """A service of a lower tier, None where there is none below: of the same domain, or a hub of another."""
    tier, domain = source % _TIERS, source // _DOMAIN
    if tier == _TIERS - 1:
        return None
    if rng.random() < 0.1:
        domain = rng.randrange(services // _DOMAIN)
        return domain * _DOMAIN + _TIERS - 1
    below = rng.randrange(tier + 1, _TIERS)
    return min(domain * _DOMAIN + rng.randrange(_DOMAIN // _TIERS) * _TIERS + below, services - 1)


def _popular(rng: random.Random, choices: list[str]) -> str:
    share = 0.2 if rng.random() < 0.8 else 1.0
    return choices[rng.randrange(int(len(choices) * share))]


def _join(
    graph: PropertyGraph,
    rng: random.Random,
    source: str,
    target: str,
    edge_type: EdgeType,
    kinds: tuple[str, ...] = (),
) -> None:
    confidence = rng.choice((1.0, 0.8, 0.8, 0.6, 0.6, 0.3))
    graph.add_edge(_edge(source, edge_type, target, confidence, rng.randrange(500), kinds=kinds))


def _edge(
    source: str, edge_type: EdgeType, target: str, confidence: float, line: int, kinds: tuple[str, ...] = ()
) -> Edge:
    evidence = Evidence("repo", f"src/main/java/Class{line % 977}.java", line, "generated", hops=())
    properties = {"kinds": kinds} if kinds else {}
    return Edge(source, edge_type, target, Layer.PARSED, confidence, properties, (evidence,))
