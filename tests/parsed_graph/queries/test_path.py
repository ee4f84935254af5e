from itertools import pairwise
from pathlib import Path

import pytest

from parsed_graph.errors import QueryError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.path import Path as Found
from parsed_graph.queries.path import find_paths
from parsed_graph.render_fragment import render_chain
from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind, NodeLabel
from tests.small_estate import add_edge, add_node, depend, view_of


def drawn(path: Found) -> str:
    return render_chain([(step.edge, step.forward) for step in path.steps], lambda node_id: node_id)


def test_a_call_and_a_message_are_followed_in_detail(tmp_path: Path) -> None:
    found = find_paths(view_of(tmp_path), "storefront", "mail")
    assert found.basis == "flow"
    assert [path.services for path in found.paths] == [("service:storefront", "service:orders", "service:mail")]
    assert drawn(found.paths[0]) == (
        "service:storefront --CALLS(0.8)--> endpoint:orders:GET /orders/{} <--EXPOSES-- service:orders"
        " --PUBLISHES--> event:OrderCreated:1 --ON--> topic:kafka:orders-events"
        " <--CONSUMES-- subscription:mail:mailer <--OWNS-- service:mail"
    )


def test_a_subscriber_needs_its_publisher_and_what_that_needs(tmp_path: Path) -> None:
    found = find_paths(view_of(tmp_path), "mail", "orders-db")
    assert found.basis == "dependency"
    assert drawn(found.paths[0]) == (
        "service:mail --DEPENDS_ON(event)--> service:orders --DEPENDS_ON(database)--> database:orders-db"
    )


def test_no_path_says_whether_there_is_one_back(tmp_path: Path) -> None:
    found = find_paths(view_of(tmp_path), "orders-db", "storefront")
    assert (found.basis, found.paths) == ("", ())
    assert found.opposite is not None
    assert found.opposite.services == ("service:storefront", "service:orders", "database:orders-db")


@pytest.mark.parametrize(
    ("source", "target", "line"),
    [
        ("storefront", "GET /orders/{}", "service:storefront --CALLS(0.8)--> endpoint:orders:GET /orders/{}"),
        (
            "GET /orders/{}",
            "orders-db",
            "endpoint:orders:GET /orders/{} <--EXPOSES-- service:orders --DEPENDS_ON(database)--> database:orders-db",
        ),
        (
            "orders-events",
            "mail",
            "topic:kafka:orders-events <--CONSUMES-- subscription:mail:mailer <--OWNS-- service:mail",
        ),
        ("orders", "OrderCreated", "service:orders --PUBLISHES--> event:OrderCreated:1"),
        (
            "OrderCreated",
            "mail",
            "event:OrderCreated:1 --ON--> topic:kafka:orders-events"
            " <--CONSUMES-- subscription:mail:mailer <--OWNS-- service:mail",
        ),
    ],
)
def test_paths_start_and_end_at_endpoints_topics_and_events(
    tmp_path: Path, source: str, target: str, line: str
) -> None:
    assert [drawn(path) for path in find_paths(view_of(tmp_path), source, target).paths] == [line]


def test_a_node_is_no_path_to_itself(tmp_path: Path) -> None:
    assert find_paths(view_of(tmp_path), "orders", "oms").paths == ()


def test_configuration_is_followed_only_when_asked(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    assert not find_paths(view, "storefront", "config-server").paths
    assert find_paths(view, "storefront", "config-server", kinds=RUNTIME_KINDS | {Kind.CONFIG}).paths


def test_all_shortest_paths_come_in_a_fixed_order_up_to_the_limit(tmp_path: Path) -> None:
    graph = PropertyGraph()
    a, d, *between = (add_node(graph, NodeLabel.SERVICE, name) for name in ("a", "d", "b1", "b2", "b3", "long"))
    for middle in between[:3]:
        depend(graph, a, middle, "http")
        depend(graph, middle, d, "http")
    depend(graph, between[0], between[3], "http")
    view = view_of(tmp_path, graph)
    stations = [path.services[1] for path in find_paths(view, "a", "d").paths]
    assert stations == ["service:b1", "service:b2", "service:b3"]
    assert len(find_paths(view, "a", "d", limit=2).paths) == 2


def test_a_gateway_stays_on_the_path(tmp_path: Path) -> None:
    graph = PropertyGraph()
    web, gateway, orders = (add_node(graph, NodeLabel.SERVICE, name) for name in ("web", "gateway", "orders"))
    endpoint = add_node(graph, NodeLabel.ENDPOINT, "GET /orders", "orders", "GET /orders", service=orders)
    add_edge(graph, orders, EdgeType.EXPOSES, endpoint)
    add_edge(graph, web, EdgeType.CALLS, endpoint, via=gateway)
    depend(graph, web, gateway, "http")
    depend(graph, gateway, orders, "http")
    found = find_paths(view_of(tmp_path, graph), "web", "orders")
    assert found.paths[0].services == (web, gateway, orders)


def test_a_subscriber_of_another_event_on_the_topic_is_no_target(tmp_path: Path) -> None:
    graph = PropertyGraph()
    audit, orders = (add_node(graph, NodeLabel.SERVICE, name) for name in ("audit", "orders"))
    topic = add_node(graph, NodeLabel.TOPIC, "bus")
    placed, paid = (add_node(graph, NodeLabel.EVENT, name) for name in ("Placed", "Paid"))
    subscription = add_node(graph, NodeLabel.SUBSCRIPTION, "audit", service=audit)
    add_edge(graph, orders, EdgeType.PUBLISHES, placed)
    for event in (placed, paid):
        add_edge(graph, event, EdgeType.ON, topic)
    add_edge(graph, audit, EdgeType.OWNS, subscription)
    add_edge(graph, subscription, EdgeType.CONSUMES, topic, event="Paid")
    view = view_of(tmp_path, graph)
    assert not find_paths(view, "Event(Placed)", "audit").paths
    assert find_paths(view, "Event(Paid)", "audit").paths


def test_an_unknown_end_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="is called 'nobody'"):
        find_paths(view_of(tmp_path), "nobody", "orders")


def test_a_long_chain_does_not_overflow(tmp_path: Path) -> None:
    graph = PropertyGraph()
    services = [add_node(graph, NodeLabel.SERVICE, f"s{number:04d}") for number in range(1500)]
    for source, target in pairwise(services):
        depend(graph, source, target, "http")
    found = find_paths(view_of(tmp_path, graph), "s0000", "s1499")
    assert len(found.paths[0].services) == 1500
