from parsed_graph.model import Edge, Property
from parsed_graph.render_fragment import render_chain, render_fragment
from parsed_graph.schema import EdgeType, Layer


def edge(
    source: str,
    kind: EdgeType,
    target: str,
    confidence: float = 1.0,
    layer: Layer = Layer.PARSED,
    **properties: Property,
) -> Edge:
    return Edge(source, kind, target, layer, confidence, properties)


def shown(node_id: str) -> str:
    label, _, name = node_id.partition(":")
    return f"{label.capitalize()}({name})"


def test_edges_that_follow_one_another_share_a_line() -> None:
    edges = [
        edge("service:orders", EdgeType.PUBLISHES, "event:OrderCreated"),
        edge("event:OrderCreated", EdgeType.ON, "topic:orders-events"),
    ]
    assert render_fragment(edges, shown) == [
        "Service(orders) --PUBLISHES--> Event(OrderCreated) --ON--> Topic(orders-events)"
    ]


def test_a_fork_starts_new_lines() -> None:
    edges = [edge("a:1", EdgeType.CALLS, "a:2"), edge("a:2", EdgeType.CALLS, "a:3"), edge("a:2", EdgeType.CALLS, "a:4")]
    assert render_fragment(edges, shown) == ["A(1) --CALLS--> A(2)", "A(2) --CALLS--> A(3)", "A(2) --CALLS--> A(4)"]


def test_a_circle_ends() -> None:
    edges = [edge("a:1", EdgeType.CALLS, "a:2"), edge("a:2", EdgeType.CALLS, "a:1")]
    assert render_fragment(edges, shown) == ["A(1) --CALLS--> A(2) --CALLS--> A(1)"]


def test_past_the_limit_there_are_counts() -> None:
    edges = [edge("a:0", EdgeType.CALLS, f"a:{number}") for number in range(1, 53)]
    edges += [edge("a:0", EdgeType.PUBLISHES, "t:1")]
    lines = render_fragment(edges, shown)
    assert len(lines) == 51
    assert lines[-1] == "... and 3 more edges: 2 CALLS, 1 PUBLISHES"


def test_an_arrow_tells_kinds_gateway_layer_and_confidence() -> None:
    line = render_chain(
        [(edge("a:1", EdgeType.DEPENDS_ON, "a:2", 0.8, Layer.OBSERVED, kinds=("grpc", "http")), True)], shown
    )
    assert line == "A(1) --DEPENDS_ON(grpc,http observed 0.8)--> A(2)"
    assert "CALLS(via service:gateway)" in render_chain(
        [(edge("a:1", EdgeType.CALLS, "a:2", via="service:gateway"), True)], shown
    )


def test_an_edge_against_the_path_keeps_its_head() -> None:
    steps = [(edge("a:1", EdgeType.CALLS, "e:1"), True), (edge("a:2", EdgeType.EXPOSES, "e:1"), False)]
    assert render_chain(steps, shown) == "A(1) --CALLS--> E(1) <--EXPOSES-- A(2)"
