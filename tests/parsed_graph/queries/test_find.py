from pathlib import Path

import pytest

from parsed_graph.errors import QueryError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.find import find_node
from parsed_graph.schema import NodeLabel
from tests.small_estate import add_node, view_of


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("service:orders", "service:orders"),
        ("orders", "service:orders"),
        ("Orders", "service:orders"),
        ("orders-api", "service:orders"),
        ("OrdersApi", "service:orders"),
        ("Service(orders)", "service:orders"),
        ("service( oms )", "service:orders"),
        ("orders service", "service:orders"),
        ("config_server", "service:config-server"),
        ("GET /orders/{}", "endpoint:orders:GET /orders/{}"),
        ("GET /orders/{orderId}", "endpoint:orders:GET /orders/{}"),
        ("get /orders/:id/", "endpoint:orders:GET /orders/{}"),
        ("/orders/{id}", "endpoint:orders:GET /orders/{}"),
        ("/orders/42", "endpoint:orders:GET /orders/{}"),
        ("GET /orders/42?full=1", "endpoint:orders:GET /orders/{}"),
        ("orders /orders/42", "endpoint:orders:GET /orders/{}"),
        ("Endpoint(orders GET /orders/{})", "endpoint:orders:GET /orders/{}"),
        ("orders GET /orders/42/", "endpoint:orders:GET /orders/{}"),
        ("orders-api GET /orders/<id>", "endpoint:orders:GET /orders/{}"),
        ("oms: /orders/42 get", "endpoint:orders:GET /orders/{}"),
        ("GET /orders/42 Service(orders)", "endpoint:orders:GET /orders/{}"),
        ("orders:GET /orders/42", "endpoint:orders:GET /orders/{}"),
        ("orders/orders/42", "endpoint:orders:GET /orders/{}"),
        ("GET http://orders:8080/orders/42?full=1#top", "endpoint:orders:GET /orders/{}"),
        ("http://orders.shop.svc.cluster.local/orders/42", "endpoint:orders:GET /orders/{}"),
        ("OrderCreated", "event:OrderCreated:1"),
        ("OrderCreated v1", "event:OrderCreated:1"),
        ("Event(OrderCreated v1)", "event:OrderCreated:1"),
        ("orders_events", "topic:kafka:orders-events"),
        ("com.shop.OrderClient.load", "function:storefront:com.shop.OrderClient.load"),
        ("OrderClient.load", "function:storefront:com.shop.OrderClient.load"),
    ],
)
def test_names_are_forgiving(tmp_path: Path, written: str, found: str) -> None:
    assert find_node(view_of(tmp_path), written).node.id == found


@pytest.mark.parametrize(
    "written", ["stock Reserve", "StockService/Reserve", "acme.v1.StockService/Reserve", "reserve"]
)
def test_a_remote_procedure_is_found_by_service_and_name(tmp_path: Path, written: str) -> None:
    graph = PropertyGraph()
    for name in ("stock", "depot"):
        service = add_node(graph, NodeLabel.SERVICE, name)
        procedure = f"Reserve /acme.v1.{name.title()}Service/Reserve"
        add_node(graph, NodeLabel.ENDPOINT, procedure, name, procedure, service=service, protocol="grpc")
    view = view_of(tmp_path, graph)
    if written == "reserve":
        with pytest.raises(QueryError, match="names 2 nodes"):
            find_node(view, written)
    else:
        assert find_node(view, written, NodeLabel.ENDPOINT).node.service == "service:stock"


def test_a_route_without_literal_segments_is_found_in_a_service_that_is_named(tmp_path: Path) -> None:
    graph = PropertyGraph()
    service = add_node(graph, NodeLabel.SERVICE, "links")
    add_node(graph, NodeLabel.ENDPOINT, "GET /{}", "links", "GET /{}", service=service)
    view = view_of(tmp_path, graph)
    assert find_node(view, "links GET /x9f2").node.id == "endpoint:links:GET /{}"
    with pytest.raises(QueryError, match="no node is called"):
        find_node(view, "GET /x9f2")


@pytest.mark.parametrize(
    "written",
    ["DELETE /orders/42", "/orders/42/items", "payments /orders/42", "/42", "GET https://orders.example/orders/42"],
)
def test_a_path_that_fits_no_template_finds_nothing(tmp_path: Path, written: str) -> None:
    with pytest.raises(QueryError, match="no node is called"):
        find_node(view_of(tmp_path), written)


def test_an_unknown_name_brings_the_closest(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match=r"no node is called 'storefrnt'; did you mean Service\(storefront\)\?"):
        find_node(view_of(tmp_path), "storefrnt")


def test_nothing_close_is_suggested_for_nonsense(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match=r"no node is called 'qqqqxxxx'$"):
        find_node(view_of(tmp_path), "qqqqxxxx")


def test_several_of_one_name_are_listed(tmp_path: Path) -> None:
    graph = PropertyGraph()
    for owner in ("cart", "orders"):
        service = add_node(graph, NodeLabel.SERVICE, owner)
        add_node(graph, NodeLabel.ENDPOINT, "GET /health", owner, "GET /health", service=service)
    with pytest.raises(QueryError) as several:
        find_node(view_of(tmp_path, graph), "GET /health")
    assert str(several.value).splitlines() == [
        "'GET /health' names 2 nodes; say which:",
        "  Endpoint(cart GET /health)  endpoint:cart:GET /health",
        "  Endpoint(orders GET /health)  endpoint:orders:GET /health",
    ]


def test_a_service_is_meant_before_others_of_its_name(tmp_path: Path) -> None:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.SERVICE, "orders-api", aliases=("orders",))
    add_node(graph, NodeLabel.DATABASE, "orders")
    add_node(graph, NodeLabel.FUNCTION, "orders", "x", "orders")
    view = view_of(tmp_path, graph)
    found = find_node(view, "orders")
    assert found.node.id == "service:orders-api"
    assert found.others == ("Database(orders)",)
    assert find_node(view, "Database(orders)").node.id == "database:orders"


def test_labels_narrow_the_choice(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    assert find_node(view, "orders-events", NodeLabel.TOPIC, NodeLabel.EVENT).node.label is NodeLabel.TOPIC
    with pytest.raises(QueryError, match="no Topic or Event is called 'storefront'"):
        find_node(view, "storefront", NodeLabel.TOPIC, NodeLabel.EVENT)


def test_a_topic_is_found_without_the_word_that_says_that_it_is_one(tmp_path: Path) -> None:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.SERVICE, "orders")
    for name in ("orders-events", "orders-dead-letters", "stock_events", "stock.queue"):
        add_node(graph, NodeLabel.TOPIC, name)
    view = view_of(tmp_path, graph)
    assert find_node(view, "Orders", NodeLabel.TOPIC, NodeLabel.EVENT).node.name == "orders-events"
    assert find_node(view, "Topic(orders)").node.name == "orders-events"
    assert find_node(view, "orders").node.label is NodeLabel.SERVICE
    with pytest.raises(QueryError, match="'stock' names 2 nodes; say which:"):
        find_node(view, "stock", NodeLabel.TOPIC, NodeLabel.EVENT)
    with pytest.raises(QueryError, match="no Topic or Event is called 'orders-dead'"):
        find_node(view, "orders-dead", NodeLabel.TOPIC, NodeLabel.EVENT)
    with pytest.raises(QueryError, match="no Topic or Event is called"):
        find_node(view, "Service(orders)", NodeLabel.TOPIC, NodeLabel.EVENT)
