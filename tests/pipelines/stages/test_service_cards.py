from msgspec.structs import replace

from parsed_graph.model import Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.stages.service_cards import card_rows, first_prose
from tests.pipelines.retrieval.small_library import edge


def estate() -> PropertyGraph:
    graph = PropertyGraph()
    orders = {
        "aliases": ("Orders API",),
        "language": "java",
        "owner": "orders-team",
        "oncall": "P1",
        "role": "application",
    }
    for node in (
        Node("service:orders", NodeLabel.SERVICE, "orders", "service:orders", orders),
        Node("service:payments", NodeLabel.SERVICE, "payments", "service:payments"),
        Node("service:audit", NodeLabel.SERVICE, "audit", "service:audit"),
        Node("endpoint:orders:GET /orders", NodeLabel.ENDPOINT, "GET /orders", "service:orders"),
        Node("topic:orders-events", NodeLabel.TOPIC, "orders-events"),
        Node("event:OrderCreated", NodeLabel.EVENT, "OrderCreated"),
        Node("database:orders-db", NodeLabel.DATABASE, "orders-db", "", {"kind": "postgres"}),
        Node("adr:5", NodeLabel.ADR, "ADR-5", "", {"title": "One database each", "status": "superseded"}),
    ):
        graph.add_node(node)
    for one in (
        edge("service:orders", EdgeType.EXPOSES, "endpoint:orders:GET /orders"),
        edge("service:orders", EdgeType.PUBLISHES, "event:OrderCreated"),
        edge("event:OrderCreated", EdgeType.ON, "topic:orders-events"),
        edge("service:orders", EdgeType.DEPENDS_ON, "database:orders-db"),
        replace(
            edge("service:orders", EdgeType.DEPENDS_ON, "service:payments"), properties={"kinds": ("http", "event")}
        ),
        replace(
            edge("service:orders", EdgeType.DEPENDS_ON, "service:payments", layer=Layer.OBSERVED),
            properties={"kinds": ("grpc",)},
        ),
        edge("service:orders", EdgeType.DEPENDS_ON, "service:audit", 0.4),
        edge("service:orders", EdgeType.GOVERNED_BY, "adr:5"),
    ):
        graph.add_edge(one)
    return graph


def test_card_says_the_same_things_in_the_same_order_for_every_service() -> None:
    cards = {head.service: units[0] for head, units in card_rows(estate(), ())}
    assert cards["service:orders"].text.split("\n") == [
        "orders: application service, in java. Also called Orders API.",
        "APIs: GET /orders",
        "Publishes: OrderCreated on orders-events",
        "Stores data in: orders-db (postgres)",
        "Depends on: payments (event, grpc, http)",
        "Decisions: ADR-5 One database each (superseded)",
        "Owned by: orders-team, on call P1",
    ]
    assert cards["service:payments"].text.split("\n") == ["payments: service.", "Used by: orders (event, grpc, http)"]


def test_card_links_to_what_it_names_and_leaves_out_weak_edges() -> None:
    cards = {head.service: units[0] for head, units in card_rows(estate(), ())}
    assert cards["service:orders"].nodes == (
        "service:orders",
        "database:orders-db",
        "endpoint:orders:GET /orders",
        "event:OrderCreated",
        "service:payments",
    )


def test_first_prose_passes_over_headings_tables_lists_and_images() -> None:
    text = "# Orders\n\n![logo](x.png)\n\n| a | b |\n|---|---|\n\n- item\n\nPlaces and\ncancels orders.\n\nMore."
    assert first_prose(text) == "Places and cancels orders."
    assert first_prose("# Only a heading") == ""
