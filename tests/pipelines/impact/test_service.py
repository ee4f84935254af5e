import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from parsed_graph.errors import QueryError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.cypher import run_cypher
from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind, NodeLabel
from parsed_graph.view import View
from pipelines.impact.service import Binding, find_service_impact
from tests.pipelines.impact.decided_estate import decided
from tests.small_estate import add_edge, add_node, view_of

DOCUMENT = (Path(__file__).resolve().parents[3] / "docs" / "cypher.md").read_text(encoding="utf-8")
DECISIONS = re.findall(r"^```cypher\n(.*?)^```", DOCUMENT, re.M | re.S)[1]


@pytest.fixture
def view(tmp_path: Path) -> View:
    return view_of(tmp_path, decided())


def names(bindings: Iterable[Binding]) -> list[str]:
    return [bound.record.name for bound in bindings]


def test_what_binds_most_comes_first(view: View) -> None:
    found = find_service_impact(view, "web")
    assert [(bound.record.name, bound.ties[0].how, bound.ties[0].hop) for bound in found.accepted] == [
        ("ADR-1", "governed", 0),
        ("ADR-2", "direct", 0),
        ("ADR-3", "indirect", 0),
        ("ADR-4", "governed", 1),
    ]


def test_each_tie_has_the_chain_that_makes_it_so(view: View) -> None:
    fourth = find_service_impact(view, "web").accepted[3]
    assert [(tie.how, tie.chain) for tie in fourth.ties] == [
        ("governed", ("service:web", "service:orders")),
        ("direct", ("service:web", "service:orders", "service:payments")),
    ]
    assert [(edge.source, edge.target, edge.layer) for edge in fourth.ties[1].needs] == [
        ("service:web", "service:orders", "parsed"),
        ("service:orders", "service:payments", "parsed"),
    ]


def test_depth_and_kinds_say_how_far_decisions_reach(view: View) -> None:
    assert names(find_service_impact(view, "web", 0).accepted) == ["ADR-1", "ADR-2", "ADR-3"]
    assert names(find_service_impact(view, "web", 3).accepted)[4:] == ["ADR-5"]
    assert names(find_service_impact(view, "web", 2, RUNTIME_KINDS | {Kind.CONFIG}).accepted)[4:] == ["ADR-7"]


def test_a_superseded_record_is_replaced_by_the_one_in_force(view: View) -> None:
    found = find_service_impact(view, "web")
    assert [(b.record.name, [old.name for old in b.replaces]) for b in found.successors] == [("ADR-11", ["ADR-9"])]
    assert found.successors[0].ties[0].edge.source == "adr:ADR-9"


def test_a_successor_that_is_tied_itself_is_listed_once(tmp_path: Path) -> None:
    graph = PropertyGraph()
    web = add_node(graph, NodeLabel.SERVICE, "web")
    old = add_node(graph, NodeLabel.ADR, "ADR-1", status="superseded")
    new = add_node(graph, NodeLabel.ADR, "ADR-2", status="accepted")
    add_edge(graph, web, EdgeType.GOVERNED_BY, old)
    add_edge(graph, web, EdgeType.GOVERNED_BY, new)
    add_edge(graph, new, EdgeType.SUPERSEDES, old)
    found = find_service_impact(view_of(tmp_path, graph), "web")
    assert [(b.record.name, [old.name for old in b.replaces]) for b in found.accepted] == [("ADR-2", ["ADR-1"])]
    assert found.successors == ()


def test_a_ring_of_superseded_records_ends(tmp_path: Path) -> None:
    graph = PropertyGraph()
    web = add_node(graph, NodeLabel.SERVICE, "web")
    first, second = (add_node(graph, NodeLabel.ADR, name, status="superseded") for name in ("ADR-1", "ADR-2"))
    add_edge(graph, web, EdgeType.GOVERNED_BY, first)
    add_edge(graph, first, EdgeType.SUPERSEDES, second)
    add_edge(graph, second, EdgeType.SUPERSEDES, first)
    found = find_service_impact(view_of(tmp_path, graph), "web")
    assert (found.accepted, found.successors, names(found.others)) == ((), (), ["ADR-1"])


def test_what_is_not_accepted_stands_apart(view: View) -> None:
    found = find_service_impact(view, "web")
    assert names(found.proposed) == ["ADR-12"]
    assert sorted(names(found.others)) == ["ADR-13", "ADR-9"]


def test_incidents_of_what_it_needs_and_whom_to_ask(view: View) -> None:
    found = find_service_impact(view, "web")
    assert [(bound.record.name, bound.ties[0].service.name) for bound in found.incidents] == [("INC-1", "payments")]
    assert [(each.owner, each.services) for each in found.contacts] == [
        ("team-web", ("web",)),
        ("team-orders", ("orders",)),
    ]


@pytest.mark.parametrize("service", ["web", "orders", "payments", "ledger", "tax", "settings"])
def test_the_accepted_records_are_the_answer_of_the_documented_query(view: View, service: str) -> None:
    accepted = find_service_impact(view, service).accepted
    ties = {(bound.record.name, tie.service.name, tie.edge.type.value) for bound in accepted for tie in bound.ties}
    assert ties == set(run_cypher(view, DECISIONS, {"name": service}).rows)


def test_only_a_service_is_asked_about(view: View) -> None:
    with pytest.raises(QueryError, match="no Service is called 'orders-db'"):
        find_service_impact(view, "orders-db")
