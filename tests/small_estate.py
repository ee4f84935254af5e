"""A small estate to ask about: storefront calls orders, which stores, publishes, and is subscribed to by mail."""

from pathlib import Path

from parsed_graph.identity import node_id
from parsed_graph.model import Edge, Evidence, Node, Problem, Property
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import View


def add_node(
    graph: PropertyGraph, label: NodeLabel, name: str, *parts: str, service: str = "", **properties: Property
) -> str:
    """Adds a node whose id is made of `parts`, or of its name, and gives its id."""
    identity = node_id(label, *(parts or (name,)))
    graph.add_node(Node(identity, label, name, service, properties))
    return identity


def add_edge(
    graph: PropertyGraph,
    source: str,
    edge_type: EdgeType,
    target: str,
    confidence: float = 1.0,
    layer: Layer = Layer.PARSED,
    line: int = 1,
    **properties: Property,
) -> None:
    """Adds an edge with one place as its evidence."""
    evidence = (Evidence("shop", "src/Client.java", line, "test"),)
    graph.add_edge(Edge(source, edge_type, target, layer, confidence, properties, evidence))


def depend(graph: PropertyGraph, source: str, target: str, *kinds: str, confidence: float = 1.0) -> None:
    """Adds a dependency of some kinds."""
    add_edge(graph, source, EdgeType.DEPENDS_ON, target, confidence, kinds=kinds)


def shop() -> PropertyGraph:
    """storefront -http-> orders -database-> orders-db; orders -OrderCreated-> orders-events -> mail; mail -smtp-> relay."""
    graph = PropertyGraph()
    storefront = add_node(graph, NodeLabel.SERVICE, "storefront", owner="team-web")
    orders = add_node(
        graph,
        NodeLabel.SERVICE,
        "orders",
        aliases=("orders-api", "oms"),
        owner="team-orders",
        oncall="P1",
        path="orders",
    )
    mail = add_node(graph, NodeLabel.SERVICE, "mail", owner="team-mail")
    config = add_node(graph, NodeLabel.SERVICE, "config-server", role="config")
    database = add_node(graph, NodeLabel.DATABASE, "orders-db", kind="postgres")
    endpoint = add_node(graph, NodeLabel.ENDPOINT, "GET /orders/{}", "orders", "GET /orders/{}", service=orders)
    function = add_node(
        graph, NodeLabel.FUNCTION, "load", "storefront", "com.shop.OrderClient.load", service=storefront, line=9
    )
    event = add_node(graph, NodeLabel.EVENT, "OrderCreated", "OrderCreated", "1", version="1")
    topic = add_node(graph, NodeLabel.TOPIC, "orders-events", "kafka", "orders-events", broker="kafka")
    subscription = add_node(graph, NodeLabel.SUBSCRIPTION, "mailer", "mail", "mailer", service=mail, group="mailer")
    add_edge(graph, orders, EdgeType.EXPOSES, endpoint, line=20)
    add_edge(graph, storefront, EdgeType.CALLS, endpoint, 0.8, line=31)
    add_edge(graph, function, EdgeType.CALLS, endpoint, 0.8, line=31)
    add_edge(graph, orders, EdgeType.PUBLISHES, event, line=40)
    add_edge(graph, orders, EdgeType.PUBLISHES, topic, line=40)
    add_edge(graph, event, EdgeType.ON, topic, line=40)
    add_edge(graph, mail, EdgeType.OWNS, subscription, line=12)
    add_edge(graph, subscription, EdgeType.CONSUMES, topic, line=12, event="OrderCreated")
    depend(graph, storefront, orders, "http", confidence=0.8)
    depend(graph, orders, database, "database")
    depend(graph, mail, orders, "event")
    depend(graph, orders, config, "config", confidence=0.8)
    add_edge(graph, mail, EdgeType.DEPENDS_ON, storefront, 0.4, Layer.DECLARED, kinds=("other",))
    return graph


def write_shop(output: Path, graph: PropertyGraph | None = None) -> Path:
    """Writes a graph, or the shop, as a snapshot."""
    write_snapshot(
        output, graph or shop(), [Problem("http", "shop:src/X.java", 3, "unresolved-host", "x")], RunReport()
    )
    return output


def view_of(output: Path, graph: PropertyGraph | None = None) -> View:
    """A view of a graph, or of the shop, that sees everything from 0.5 on."""
    return View(open_snapshot(write_shop(output, graph)))
