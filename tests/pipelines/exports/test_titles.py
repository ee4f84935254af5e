"""Titles: readable, on one line, and shared by no two nodes."""

from hypothesis import given
from hypothesis import strategies as st

from parsed_graph.model import Node
from parsed_graph.schema import NodeLabel
from pipelines.exports.titles import unique_titles


def test_a_name_that_nobody_shares_stands_alone() -> None:
    nodes = [
        Node("service:orders", NodeLabel.SERVICE, "orders"),
        Node("entity:orders:Order", NodeLabel.ENTITY, "Order", "service:orders"),
    ]

    assert unique_titles(nodes) == {"service:orders": "Service(orders)", "entity:orders:Order": "Entity(Order)"}


def test_entities_of_one_name_are_told_apart_by_their_service() -> None:
    nodes = [
        Node("service:orders", NodeLabel.SERVICE, "orders"),
        Node("entity:orders:Order", NodeLabel.ENTITY, "Order", "service:orders"),
        Node("entity:billing:Order", NodeLabel.ENTITY, "Order", "service:billing"),
    ]

    titles = unique_titles(nodes)

    assert titles["entity:orders:Order"] == "Entity(orders Order)"
    assert titles["entity:billing:Order"] == "Entity(billing Order)"


def test_records_of_one_number_are_told_apart_by_their_place() -> None:
    nodes = [Node("adr:a:docs/1", NodeLabel.ADR, "ADR-1"), Node("adr:b:docs/1", NodeLabel.ADR, "ADR-1")]

    assert unique_titles(nodes) == {"adr:a:docs/1": "ADR(ADR-1, a:docs/1)", "adr:b:docs/1": "ADR(ADR-1, b:docs/1)"}


def test_subscriptions_of_one_group_are_told_apart_by_their_topics() -> None:
    nodes = [
        Node("service:orders", NodeLabel.SERVICE, "orders"),
        *(
            Node(f"subscription:orders:orders:{topic}", NodeLabel.SUBSCRIPTION, "orders", "service:orders")
            for topic in ("payments-events", "shipments-events")
        ),
    ]

    assert list(unique_titles(nodes).values()) == [
        "Service(orders)",
        "Subscription(orders, payments-events)",
        "Subscription(orders, shipments-events)",
    ]


def test_a_title_has_no_line_end_and_no_mark_that_reorders() -> None:
    nodes = [Node("service:x", NodeLabel.SERVICE, "or\nders\u202e\x1b[31m")]

    assert unique_titles(nodes) == {"service:x": "Service(or ders[31m)"}


@given(st.lists(st.tuples(st.sampled_from(NodeLabel), st.sampled_from(["a", "a b", "a\n b", "A"])), max_size=8))
def test_no_two_nodes_share_a_title(kinds: list[tuple[NodeLabel, str]]) -> None:
    nodes = [Node(f"{label}:{place}", label, name, "service:s") for place, (label, name) in enumerate(kinds)]

    titles = unique_titles(nodes)

    assert len(set(titles.values())) == len(nodes)
