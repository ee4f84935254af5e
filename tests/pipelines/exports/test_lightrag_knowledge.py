"""What LightRAG is given: one relation for each pair, isolates, texts."""

from pathlib import Path

from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.exports.exported_estate import read_estate
from pipelines.exports.lightrag.knowledge import build_knowledge
from tests.small_estate import add_edge, add_node, shop, view_of


def test_all_between_two_nodes_is_one_relation_that_tells_directions(tmp_path: Path) -> None:
    knowledge = build_knowledge(read_estate(view_of(tmp_path)), str)

    relation = knowledge.relations["Endpoint(orders GET /orders/{})", "Service(storefront)"]
    assert relation.description == (
        "Service(storefront) to Endpoint(orders GET /orders/{}): "
        "CALLS. Parsed, confidence 0.8, read in shop:src/Client.java:31 by test."
    )
    assert relation.keywords == "CALLS"
    assert knowledge.relations["Service(orders)", "Service(storefront)"].keywords == "DEPENDS_ON, http"


def test_types_of_one_pair_are_merged(tmp_path: Path) -> None:
    graph = shop()
    record = add_node(graph, NodeLabel.ADR, "ADR-1", "shop", "docs/1")
    add_edge(graph, "service:orders", EdgeType.GOVERNED_BY, record)
    add_edge(graph, record, EdgeType.RELATES_TO, "service:orders", 0.8, impact="direct")

    relation = build_knowledge(read_estate(view_of(tmp_path, graph)), str).relations["ADR(ADR-1)", "Service(orders)"]

    assert relation.keywords == "GOVERNED_BY, RELATES_TO"
    assert [line.partition(": ")[0] for line in relation.description.splitlines()] == [
        "ADR(ADR-1) to Service(orders)",
        "Service(orders) to ADR(ADR-1)",
    ]


def test_a_node_that_nothing_touches_is_kept_and_a_loop_is_told_by_its_node(tmp_path: Path) -> None:
    graph = shop()
    add_node(graph, NodeLabel.SERVICE, "lonely")
    add_edge(graph, "service:mail", EdgeType.DEPENDS_ON, "service:mail", kinds=("http",))

    knowledge = build_knowledge(read_estate(view_of(tmp_path, graph)), str)

    assert "Service(lonely)" in knowledge.entities
    assert "With itself: DEPENDS_ON (http)." in knowledge.entities["Service(mail)"].description
    assert all(source != target for source, target in knowledge.relations)


def test_names_that_normalising_makes_equal_stay_apart(tmp_path: Path) -> None:
    graph = shop()
    add_node(graph, NodeLabel.SERVICE, "Mail")

    names = build_knowledge(read_estate(view_of(tmp_path, graph)), str.lower).entities

    assert {"service(mail)", "service(mail) 2"} <= set(names)


def test_an_entity_cites_a_text_that_is_there(tmp_path: Path) -> None:
    knowledge = build_knowledge(read_estate(view_of(tmp_path)), str)

    assert knowledge.entities["Service(orders)"].chunk == "facts:service:orders#1"
    assert {row.chunk for row in knowledge.relations.values()} <= {*knowledge.chunks, ""}
