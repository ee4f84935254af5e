from pathlib import Path

import pytest

from parsed_graph.errors import AccessError, QueryError, SettingsError
from parsed_graph.queries.blast import find_blast
from parsed_graph.queries.cypher import run_cypher
from parsed_graph.queries.find import find_node
from parsed_graph.queries.path import find_paths
from parsed_graph.queries.show import find_card
from parsed_graph.queries.status import find_status
from parsed_graph.schema import EdgeType
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import Principal, View
from tests.small_estate import view_of, write_shop


def test_confidence_is_between_a_guess_and_certainty(tmp_path: Path) -> None:
    snapshot = open_snapshot(write_shop(tmp_path))
    with pytest.raises(SettingsError, match=r"confidence 0\.2 is not between 0.3 and 1"):
        View(snapshot, least_confidence=0.2)


def test_edges_below_the_least_confidence_are_left_out(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    mail = find_node(view, "mail").key
    assert len(view.leaving(mail, EdgeType.DEPENDS_ON)) == 1
    assert len(View(view.snapshot, least_confidence=0.3).leaving(mail, EdgeType.DEPENDS_ON)) == 2


def test_an_edge_comes_with_properties_and_evidence(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    link = view.leaving(find_node(view, "storefront").key, EdgeType.CALLS)[0]
    edge = view.edges([link.key])[0]
    assert (edge.source, edge.target, edge.confidence) == ("service:storefront", "endpoint:orders:GET /orders/{}", 0.8)
    assert (edge.evidence[0].path, edge.evidence[0].line) == ("src/Client.java", 31)


def test_a_hidden_node_leaves_no_trace(tmp_path: Path) -> None:
    snapshot = open_snapshot(write_shop(tmp_path))
    view = View(snapshot, Principal("guest", frozenset({"service:orders"})))
    for name in ("orders", "oms", "service:orders"):
        with pytest.raises(QueryError) as unknown:
            find_node(view, name)
        assert "Service(orders)" not in str(unknown.value)
    assert not find_paths(view, "storefront", "mail").paths
    assert not find_blast(view, "orders-db").hits
    assert all("orders" not in (edge.source, edge.target) for edge in find_card(view, "storefront").leaving)
    assert find_status(view).counts.nodes["Service"] == 3
    with pytest.raises(AccessError, match="only a principal that sees everything"):
        run_cypher(view, "MATCH (n) RETURN n")
