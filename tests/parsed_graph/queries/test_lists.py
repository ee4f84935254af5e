from pathlib import Path

import pytest

from parsed_graph.errors import QueryError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.callers import find_callers
from parsed_graph.queries.consumers import find_consumers
from parsed_graph.queries.show import find_card
from parsed_graph.queries.status import find_status
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from tests.small_estate import add_edge, add_node, view_of


def test_consumers_come_with_subscription_group_event_and_evidence(tmp_path: Path) -> None:
    found = find_consumers(view_of(tmp_path), "orders-events")
    consumer = found.consumers[0]
    assert (consumer.service.name, consumer.subscription.name, consumer.group, consumer.event) == (
        "mail",
        "mailer",
        "mailer",
        "OrderCreated",
    )
    assert consumer.consumes[0].evidence[0].line == 12
    assert [node.name for node in found.publishers] == ["orders"]


def test_an_event_has_the_consumers_that_read_it(tmp_path: Path) -> None:
    graph = PropertyGraph()
    topic = add_node(graph, NodeLabel.TOPIC, "bus")
    for event in ("Paid", "Placed"):
        add_edge(graph, add_node(graph, NodeLabel.EVENT, event), EdgeType.ON, topic)
    for name, event in (("ledger", "Paid"), ("audit", ""), ("stock", "Placed")):
        service = add_node(graph, NodeLabel.SERVICE, name)
        subscription = add_node(graph, NodeLabel.SUBSCRIPTION, name, service=service)
        add_edge(graph, service, EdgeType.OWNS, subscription)
        add_edge(graph, subscription, EdgeType.CONSUMES, topic, **({"event": event} if event else {}))
    view = view_of(tmp_path, graph)
    assert [consumer.service.name for consumer in find_consumers(view, "Paid").consumers] == ["audit", "ledger"]
    assert len(find_consumers(view, "bus").consumers) == 3


def test_a_consumer_seen_in_two_layers_is_listed_once(tmp_path: Path) -> None:
    graph = PropertyGraph()
    topic, service = add_node(graph, NodeLabel.TOPIC, "bus"), add_node(graph, NodeLabel.SERVICE, "audit")
    subscription = add_node(graph, NodeLabel.SUBSCRIPTION, "audit", service=service)
    for layer in (Layer.PARSED, Layer.OBSERVED):
        add_edge(graph, service, EdgeType.OWNS, subscription, layer=layer)
        add_edge(graph, subscription, EdgeType.CONSUMES, topic, layer=layer)
    consumers = find_consumers(view_of(tmp_path, graph), "bus").consumers
    assert [[edge.layer for edge in consumer.consumes] for consumer in consumers] == [[Layer.OBSERVED, Layer.PARSED]]


def test_a_topic_without_consumers_has_none(tmp_path: Path) -> None:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.TOPIC, "lonely")
    assert find_consumers(view_of(tmp_path, graph), "lonely").consumers == ()


def test_a_service_is_no_topic(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="no Topic or Event is called 'storefront'"):
        find_consumers(view_of(tmp_path), "storefront")


def test_callers_come_with_functions_and_evidence(tmp_path: Path) -> None:
    found = find_callers(view_of(tmp_path), "GET /orders/{id}")
    assert found.provider is not None
    assert found.provider.name == "orders"
    caller = found.callers[0]
    assert (caller.service.name, caller.confidence, caller.via) == ("storefront", 0.8, "")
    assert [function.name for function in caller.functions] == ["load"]
    assert caller.calls[0].evidence[0].line == 31


def test_a_call_through_a_gateway_names_it(tmp_path: Path) -> None:
    graph = PropertyGraph()
    web, orders = add_node(graph, NodeLabel.SERVICE, "web"), add_node(graph, NodeLabel.SERVICE, "orders")
    endpoint = add_node(graph, NodeLabel.ENDPOINT, "GET /orders", "orders", "GET /orders", service=orders)
    gateway = add_node(graph, NodeLabel.SERVICE, "gateway", role="gateway")
    add_edge(graph, web, EdgeType.CALLS, endpoint, via=gateway)
    assert find_callers(view_of(tmp_path, graph), "GET /orders").callers[0].via == "service:gateway"


def test_a_card_holds_both_directions_and_counts_them(tmp_path: Path) -> None:
    card = find_card(view_of(tmp_path), "orders")
    assert card.counts == {"DEPENDS_ON": 4, "EXPOSES": 1, "PUBLISHES": 2}
    assert {edge.type for edge in card.reaching} == {EdgeType.DEPENDS_ON}


def test_status_counts_all_that_is_stored(tmp_path: Path) -> None:
    record = find_status(view_of(tmp_path))
    assert record.counts.nodes["Service"] == 4
    assert record.counts.edges["DEPENDS_ON"] == {"declared": 1, "parsed": 4}
    assert record.counts.problems == {"unresolved-host": 1}


def test_views_of_the_store_answer_in_sql(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    consumers = list(
        view.rows("SELECT topic_name, service_name, subscription_name, confidence FROM consumers_of_topic")
    )
    assert consumers == [("orders-events", "mail", "mailer", 1.0)]
    callers = list(view.rows("SELECT provider, service, function FROM callers_of_endpoint ORDER BY function"))
    assert callers == [
        ("service:orders", "service:storefront", ""),
        ("service:orders", "service:storefront", "function:storefront:com.shop.OrderClient.load"),
    ]
    mapped = list(view.rows("SELECT source, target, kinds FROM service_map WHERE target_label = 'Database'"))
    assert mapped == [("service:orders", "database:orders-db", '["database"]')]


def test_symbols_are_found_by_the_words_in_their_names(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    sql = "SELECT graph_nodes.id FROM node_search JOIN graph_nodes ON key = node_search.rowid WHERE node_search MATCH ?"
    assert list(view.rows(sql, ("created",))) == [("event:OrderCreated:1",)]
