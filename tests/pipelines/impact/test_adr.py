from pathlib import Path

import pytest

from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import View
from pipelines.impact.adr import find_adr_impact
from tests.pipelines.impact.decided_estate import decided
from tests.small_estate import add_edge, add_node, depend, shop, view_of


@pytest.fixture
def view(tmp_path: Path) -> View:
    return view_of(tmp_path, decided())


def test_services_and_their_dependents_by_hop_with_chains(view: View) -> None:
    found = find_adr_impact(view, "ADR-5")
    assert [(each.node.name, each.how) for each in found.description.services] == [("ledger", "governed")]
    assert [(each.service.name, each.hop, each.chain) for each in found.dependents] == [
        ("payments", 1, ("service:payments", "service:ledger")),
        ("orders", 2, ("service:orders", "service:payments", "service:ledger")),
    ]
    assert [(edge.source, edge.target) for edge in found.dependents[1].needs] == [
        ("service:orders", "service:payments"),
        ("service:payments", "service:ledger"),
    ]


def test_depth_zero_has_no_dependents(view: View) -> None:
    assert find_adr_impact(view, "ADR-5", 0).dependents == ()


def test_a_service_of_the_record_is_no_dependent(view: View) -> None:
    assert [each.service.name for each in find_adr_impact(view, "ADR-4").dependents] == ["web"]


def test_teams_of_the_record_come_before_those_of_dependents(view: View) -> None:
    assert [each.owner for each in find_adr_impact(view, "ADR-5").contacts] == [
        "team-ledger",
        "team-payments",
        "team-orders",
    ]


def test_records_that_hang_together(view: View) -> None:
    first = find_adr_impact(view, "ADR-1").description
    assert [each.node.name for each in first.amended_by] == ["ADR-12"]
    assert [each.node.name for each in first.referenced_by] == ["INC-1"]
    assert [each.node.name for each in find_adr_impact(view, "ADR-9").description.superseded_by] == ["ADR-10", "ADR-11"]
    assert [each.node.name for each in find_adr_impact(view, "ADR-11").description.supersedes] == ["ADR-10", "ADR-9"]


def test_endpoints_topics_databases_and_decisions(tmp_path: Path) -> None:
    graph = shop()
    record = add_node(graph, NodeLabel.ADR, "ADR-1", number="1", status="accepted")
    add_edge(graph, "service:orders", EdgeType.GOVERNED_BY, record)
    add_edge(graph, record, EdgeType.RELATES_TO, "service:mail", 0.6, impact="indirect")
    for text, category in (("Sign", "security"), ("Cache", "performance"), ("Encrypt", "security")):
        add_edge(
            graph,
            record,
            EdgeType.DECIDES,
            add_node(graph, NodeLabel.DECISION, text, text=text, category=category),
        )
    found = find_adr_impact(view_of(tmp_path, graph), "adr 0001")
    (orders,) = found.surfaces
    assert [node.name for node in orders.endpoints] == ["GET /orders/{}"]
    assert [node.name for node in orders.topics] == ["orders-events"]
    assert [node.name for node in orders.databases] == ["orders-db"]
    assert {category: [each.text for each in decisions] for category, decisions in found.decisions.items()} == {
        "performance": ["Cache"],
        "security": ["Encrypt", "Sign"],
    }


def test_a_database_says_who_else_uses_it(tmp_path: Path) -> None:
    graph = decided()
    shared = add_node(graph, NodeLabel.DATABASE, "ledger-db")
    depend(graph, "service:ledger", shared, "database")
    depend(graph, "service:web", shared, "cache")
    (surface,) = find_adr_impact(view_of(tmp_path, graph), "ADR-5").surfaces

    assert [node.name for node in surface.databases] == ["ledger-db"]
    assert surface.shared_with == {"database:ledger-db": ("web",)}
