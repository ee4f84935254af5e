"""Accepted records over one service that may contradict each other."""

import pytest

from parsed_graph.model import Edge, Evidence
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.constraints.oppositions import find_oppositions
from tests.small_estate import add_edge, add_node


def estate(first: str, second: str, **properties: str) -> PropertyGraph:
    """ADR-1 and ADR-2 govern orders and decide what is said."""
    graph = PropertyGraph()
    orders = add_node(graph, NodeLabel.SERVICE, "orders")
    for number, quote in ((1, first), (2, second)):
        record = add_node(graph, NodeLabel.ADR, f"ADR-{number}", status=properties.get(f"status{number}", "accepted"))
        decision = add_node(graph, NodeLabel.DECISION, f"decision {number}", text=quote, category="data")
        add_edge(graph, orders, EdgeType.GOVERNED_BY, record)
        evidence = (Evidence("shop", f"adr/{number}.md", 9, "prose rules", quote),)
        graph.add_edge(Edge(record, EdgeType.DECIDES, decision, Layer.EXTRACTED, 0.8, {}, evidence))
    return graph


def candidates(graph: PropertyGraph) -> list[tuple[str, str, str]]:
    return [(each.one, each.other, each.what) for each in find_oppositions(graph)]


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        ("We use Redis for the cart.", "We do not use Redis.", "redis"),
        ("We will retire SFTP in March.", "Exports use SFTP.", "sftp"),
        ("Services share one PostgreSQL server.", "We stop sharing the PostgreSQL server.", "postgresql server"),
        ("We use gRPC between services.", "We use HTTP instead of gRPC.", "grpc"),
    ],
)
def test_for_and_against_one_thing_is_a_candidate(first: str, second: str, what: str) -> None:
    assert candidates(estate(first, second)) == [("adr:ADR-1", "adr:ADR-2", what)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("We use Redis for the cart.", "We use Kafka for events."),
        ("We do not use Redis.", "We retire Redis."),
        ("We use Redis.", "Redis is not used for money."),
    ],
)
def test_other_things_are_none(first: str, second: str) -> None:
    assert candidates(estate(first, second)) == []


def test_a_record_that_amends_the_other_does_not_contradict_it() -> None:
    graph = estate("We use Redis.", "We do not use Redis.")
    add_edge(graph, "adr:ADR-2", EdgeType.AMENDS, "adr:ADR-1")

    assert candidates(graph) == []


def test_a_record_that_is_not_accepted_does_not_count() -> None:
    assert candidates(estate("We use Redis.", "We do not use Redis.", status2="proposed")) == []
