"""Who is built with something of a service."""

from pathlib import Path

from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.impact.rebuild import find_rebuilds
from tests.small_estate import add_edge, add_node, depend, shop, view_of


def test_code_stubs_and_event_types_are_reasons_for_a_rebuild(tmp_path: Path) -> None:
    graph = shop()
    graph.set_properties("event:OrderCreated:1", fields=("id*:string",))
    reports = add_node(graph, NodeLabel.SERVICE, "reports")
    pricing = add_node(graph, NodeLabel.SERVICE, "pricing")
    quote = add_node(graph, NodeLabel.ENDPOINT, "Quote /shop.Orders/Quote", "orders", "Quote", service="service:orders", protocol="grpc")  # fmt: skip
    add_edge(graph, "service:orders", EdgeType.EXPOSES, quote)
    add_edge(graph, pricing, EdgeType.CALLS, quote)
    depend(graph, reports, "service:orders", "import")
    view = view_of(tmp_path, graph)
    key = view.key("service:orders")
    assert key is not None

    assert [(each.service.name, each.why, each.through) for each in find_rebuilds(view, [key])] == [
        ("mail", "reads its topic", "orders-events"),
        ("pricing", "calls it by gRPC", "Quote /shop.Orders/Quote"),
        ("reports", "imports its code", ""),
    ]


def test_a_caller_by_http_needs_none(tmp_path: Path) -> None:
    view = view_of(tmp_path, shop())
    key = view.key("service:orders")
    assert key is not None

    assert find_rebuilds(view, [key]) == ()
