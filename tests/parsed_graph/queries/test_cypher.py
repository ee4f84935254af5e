import re
import time
from pathlib import Path

import pytest

from parsed_graph.errors import QueryError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.cypher import Value, column_texts, run_cypher
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from parsed_graph.view import View
from tests.small_estate import add_edge, add_node, depend, view_of

DOCUMENT = (Path(__file__).resolve().parents[3] / "docs" / "cypher.md").read_text(encoding="utf-8")
DOCUMENTED = re.findall(r"^```cypher\n(.*?)^```", DOCUMENT, re.M | re.S)
WITHIN_TWO_HOPS, DECISIONS, RELATED, TOLD, STORES, MESSAGES, UNGOVERNED = DOCUMENTED


def decided() -> PropertyGraph:
    """web -> orders -> payments -> ledger; orders -0.4-> tax; each with an ADR, payments' by its text and a superseded one."""
    graph = PropertyGraph()
    web, orders, payments, ledger, tax = (
        add_node(graph, NodeLabel.SERVICE, name, owner=f"team-{name}")
        for name in ("web", "orders", "payments", "ledger", "tax")
    )
    depend(graph, web, orders, "http")
    add_edge(graph, web, EdgeType.DEPENDS_ON, orders, 0.9, Layer.OBSERVED, kinds=("http",))
    depend(graph, orders, payments, "grpc", "http")
    depend(graph, payments, ledger, "http")
    depend(graph, orders, tax, "other", confidence=0.4)
    depend(graph, orders, add_node(graph, NodeLabel.DATABASE, "orders-db"), "database")
    for service, number, status in (
        (web, 1, "accepted"),
        (orders, 2, "accepted"),
        (payments, 3, "superseded"),
        (ledger, 4, "accepted"),
        (tax, 5, "accepted"),
    ):
        adr = add_node(graph, NodeLabel.ADR, f"ADR-{number}", status=status)
        add_edge(graph, service, EdgeType.GOVERNED_BY, adr, layer=Layer.DECLARED)
    text = add_node(graph, NodeLabel.ADR, "ADR-6", status="accepted")
    add_edge(graph, text, EdgeType.RELATES_TO, payments, 0.8, Layer.EXTRACTED, impact="direct")
    return graph


def rows(view: View, query: str, **parameters: Value) -> list[tuple[Value, ...]]:
    return list(run_cypher(view, query, parameters).rows)


def test_services_within_two_hops(tmp_path: Path) -> None:
    found = run_cypher(view_of(tmp_path, decided()), WITHIN_TWO_HOPS, {"name": "web"})
    assert found.columns == ("service", "hops")
    assert found.rows == (("orders", 1), ("payments", 2))


def test_decisions_over_the_services_within_two_hops(tmp_path: Path) -> None:
    assert rows(view_of(tmp_path, decided()), DECISIONS, name="web") == [
        ("ADR-1", "web", "GOVERNED_BY"),
        ("ADR-2", "orders", "GOVERNED_BY"),
        ("ADR-6", "payments", "RELATES_TO"),
    ]


def test_the_arrow_form_misses_what_a_text_says(tmp_path: Path) -> None:
    arrow = DECISIONS.replace("RELATES_TO]-(adr", "RELATES_TO]->(adr")
    assert [row[0] for row in rows(view_of(tmp_path, decided()), arrow, name="web")] == ["ADR-1", "ADR-2"]


def test_the_other_documented_queries(tmp_path: Path) -> None:
    view = view_of(tmp_path / "decided", decided())
    assert rows(view, RELATED, name="payments") == [("ADR-6", "direct")]
    assert rows(view, TOLD, name="orders") == [("web", "team-web")]
    assert rows(view, STORES) == [("orders", "orders-db")]
    assert rows(view, UNGOVERNED) == []
    assert rows(view_of(tmp_path / "shop"), MESSAGES) == [("orders", "OrderCreated", "orders-events", "mail")]


def test_nodes_lists_and_parameters_come_back_as_values(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    table = run_cypher(
        view, "MATCH (s:Service {name: $n}) RETURN s, s.aliases, $extra AS extra", {"n": "orders", "extra": [1, 2]}
    )
    node, aliases, extra = table.rows[0]
    assert isinstance(node, dict)
    assert node["labels"] == ["Service"]
    assert aliases == ["orders-api", "oms"]
    assert extra == [1, 2]
    assert column_texts(table.rows) == [["service:orders", '["orders-api", "oms"]', "[1, 2]"]]


def test_functions_and_files_are_out_of_reach(tmp_path: Path) -> None:
    assert rows(view_of(tmp_path), "MATCH (f:Function) RETURN f") == []


@pytest.mark.parametrize(
    "query",
    [
        "CREATE (:Service {name: 'x'})",
        "MATCH (n) SET n.name = 'x'",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n:Service) REMOVE n.name",
        "MERGE (n:Service {name: 'x'})",
        "match (n) /* ' */ set n.x = 1 /* ' */ return n",
        "FOREACH (x IN [1] | CREATE (:Y))",
        "LOAD CSV FROM '/etc/passwd' AS line RETURN line",
        "load /* */ csv from '/etc/passwd' as line return line",
        "CALL db.labels()",
        "RETURN pageRank()",
        "MATCH (n) RETURN n" + " " * 30_000,
    ],
)
def test_what_does_more_than_read_is_refused(tmp_path: Path, query: str) -> None:
    view = view_of(tmp_path)
    with pytest.raises(QueryError):
        run_cypher(view, query)
    assert rows(view, "MATCH (s:Service) RETURN count(s) AS n") == [(4,)]


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (s:Service) WHERE s.name = 'CREATE' RETURN s",
        "MATCH (s:Service) RETURN s.set // DELETE nothing",
        "MATCH (s:Service {delete: 'x'}) RETURN s",
    ],
)
def test_words_in_names_and_texts_are_no_writes(tmp_path: Path, query: str) -> None:
    run_cypher(view_of(tmp_path), query)


@pytest.mark.parametrize("query", ["MATCH (n RETURN n", "RETURN unknown", "MATCH (s:Service) RETURN t.name", ""])
def test_a_wrong_query_says_what_is_wrong(tmp_path: Path, query: str) -> None:
    with pytest.raises(QueryError, match="Cypher"):
        run_cypher(view_of(tmp_path), query)


def test_rows_are_limited(tmp_path: Path) -> None:
    table = run_cypher(view_of(tmp_path), "MATCH (s:Service) RETURN s.name", most_rows=2)
    assert len(table.rows) == 2
    assert table.truncated


def test_time_is_limited(tmp_path: Path) -> None:
    started = time.monotonic()
    with pytest.raises(QueryError, match=r"took longer than 0\.2 s"):
        run_cypher(view_of(tmp_path), "UNWIND range(1, 1000000000) AS x RETURN count(x)", seconds=0.2)
    assert time.monotonic() - started < 10
