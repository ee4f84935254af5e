from pathlib import Path

import pytest

from parsed_graph.errors import QueryError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.blast import find_blast
from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind, Layer, NodeLabel
from tests.small_estate import add_edge, add_node, depend, view_of


def test_hits_come_by_hop_with_chain_and_owner(tmp_path: Path) -> None:
    found = find_blast(view_of(tmp_path), "orders-db")
    hits = found.hits
    assert [(hit.service.name, hit.hop, hit.owner, hit.oncall) for hit in hits] == [
        ("orders", 1, "team-orders", "P1"),
        ("mail", 2, "team-mail", ""),
        ("storefront", 2, "team-web", ""),
    ]
    assert found.chain(hits[2]) == ("service:storefront", "service:orders", "database:orders-db")


def test_the_edge_of_the_first_link_is_named(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    found = find_blast(view, "orders")
    edge = view.edges(found.edges(found.hits[0]))[0]
    assert (edge.source, edge.target, edge.properties["kinds"]) == ("service:mail", "service:orders", ("event",))


def test_configuration_hits_only_when_asked(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    assert find_blast(view, "config-server").hits == ()
    hits = find_blast(view, "config-server", RUNTIME_KINDS | {Kind.CONFIG}).hits
    assert [hit.service.name for hit in hits] == ["orders", "mail", "storefront"]


def test_start_order_alone_hits_nobody(tmp_path: Path) -> None:
    assert [hit.service.name for hit in find_blast(view_of(tmp_path), "storefront").hits] == []


@pytest.mark.parametrize(
    ("start", "hit"),
    [
        ("orders-events", ["mail", "orders", "storefront"]),
        ("OrderCreated", ["mail"]),
        ("GET /orders/{}", ["storefront"]),
        ("Subscription(mailer)", ["mail"]),
    ],
)
def test_topics_events_endpoints_and_subscriptions_can_fail(tmp_path: Path, start: str, hit: list[str]) -> None:
    assert [found.service.name for found in find_blast(view_of(tmp_path), start).hits] == hit


def test_a_library_hits_whoever_uses_it(tmp_path: Path) -> None:
    graph = PropertyGraph()
    orders, web = (add_node(graph, NodeLabel.SERVICE, name) for name in ("orders", "web"))
    library = add_node(graph, NodeLabel.LIBRARY, "log4j")
    add_edge(graph, orders, EdgeType.DEPENDS_ON, library, version="2.14")
    depend(graph, web, orders, "http")
    hits = find_blast(view_of(tmp_path, graph), "log4j").hits
    assert [(hit.service.name, hit.hop) for hit in hits] == [("orders", 1), ("web", 2)]


def test_depth_bounds_the_hops(tmp_path: Path) -> None:
    assert [hit.service.name for hit in find_blast(view_of(tmp_path), "orders-db", depth=1).hits] == ["orders"]


def test_a_circle_of_dependencies_ends_and_spares_the_start(tmp_path: Path) -> None:
    graph = PropertyGraph()
    a, b, c = (add_node(graph, NodeLabel.SERVICE, name) for name in ("a", "b", "c"))
    for source, target in ((a, b), (b, c), (c, a)):
        depend(graph, source, target, "http")
    hits = find_blast(view_of(tmp_path, graph), "a").hits
    assert [(hit.service.id, hit.hop) for hit in hits] == [(c, 1), (b, 2)]


def test_every_layer_is_cited_the_parsed_one_first(tmp_path: Path) -> None:
    graph = PropertyGraph()
    a, b = (add_node(graph, NodeLabel.SERVICE, name) for name in ("a", "b"))
    add_edge(graph, a, EdgeType.DEPENDS_ON, b, 0.8, Layer.PARSED, kinds=("http",))
    add_edge(graph, a, EdgeType.DEPENDS_ON, b, 1.0, Layer.OBSERVED, kinds=("http",))
    view = view_of(tmp_path, graph)
    found = find_blast(view, "b")
    edges = view.edges(found.edges(found.hits[0]))
    assert [edge.layer for edge in edges] == [Layer.PARSED, Layer.OBSERVED]


def test_what_cannot_fail_is_refused(tmp_path: Path) -> None:
    graph = PropertyGraph()
    add_node(graph, NodeLabel.TEAM, "team-web")
    with pytest.raises(QueryError, match="is called 'team-web'"):
        find_blast(view_of(tmp_path, graph), "team-web")
