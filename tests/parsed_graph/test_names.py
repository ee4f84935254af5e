import pytest

from parsed_graph.model import Node, Property
from parsed_graph.name_words import split_words
from parsed_graph.node_names import Tier, bare_name, display_name, lookup_names, names_of, route_key
from parsed_graph.schema import NodeLabel


def node(label: NodeLabel, name: str, identity: str = "", **properties: Property) -> Node:
    return Node(identity or f"{label.lower()}:{name}", label, name, "service:orders", properties)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("OrderCreatedV1", ["order", "created", "v", "1"]),
        ("order_created", ["order", "created"]),
        ("orders-api", ["orders", "api"]),
        ("HTTPServer", ["http", "server"]),
        ("com.shop.OrderClient", ["com", "shop", "order", "client"]),
        ("CaféAção_2", ["café", "ação", "2"]),
        ("ÉteHTTPServer", ["éte", "http", "server"]),
        ("", []),
    ],
)
def test_names_fall_into_words(name: str, words: list[str]) -> None:
    assert split_words(name) == words


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("GET /orders/{id}", "get /orders/{}"),
        ("get /Orders/:id/", "get /orders/{}"),
        ("/orders/<int:id>?page=1", "/orders/{}"),
        ("POST //a//b", "post /a/b"),
        ("/", "/"),
        ("orders", ""),
        ("a b c /d", ""),
    ],
)
def test_routes_are_compared_without_the_names_of_placeholders(written: str, key: str) -> None:
    assert route_key(written) == key


@pytest.mark.parametrize(
    ("name", "bare"), [("orders-api", "orders"), ("OrdersService", "orders"), ("api", "api"), ("cartservice", "cart")]
)
def test_the_word_for_service_is_dropped(name: str, bare: str) -> None:
    assert bare_name(name) == bare


def test_a_service_is_found_by_name_spelling_alias_and_bare_name() -> None:
    names = names_of(node(NodeLabel.SERVICE, "Orders-API", aliases=("oms",)))
    assert names["orders-api"] is Tier.NAME
    assert names["ordersapi"] is Tier.SPELLING
    assert names["oms"] is Tier.ALIAS
    assert names["orders"] is Tier.PART


def test_a_function_is_found_by_its_qualified_name_first() -> None:
    names = names_of(node(NodeLabel.FUNCTION, "place", "function:orders:com.shop.Orders.place"))
    assert names["com.shop.orders.place"] is Tier.NAME
    assert names["orders.place"] is Tier.PART
    assert names["place"] is Tier.PART


def test_a_decision_is_found_by_its_number_however_padded() -> None:
    names = names_of(node(NodeLabel.ADR, "ADR-0042", title="Use Kafka", number="0042", path="docs/adr/0042-kafka.md"))
    assert "adr42" in names
    assert "0042-kafka.md" in names
    assert "use kafka" in names
    assert "adr42" in lookup_names("ADR 42")


def test_a_version_belongs_to_the_name_of_an_event() -> None:
    assert display_name(node(NodeLabel.EVENT, "OrderCreated", version="1")) == "Event(OrderCreated v1)"
    assert display_name(node(NodeLabel.EVENT, "OrderCreated", version="v2")) == "Event(OrderCreated v2)"
    assert "ordercreated v1" in names_of(node(NodeLabel.EVENT, "OrderCreated", version="1"))
