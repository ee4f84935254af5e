"""Constraints and violations as a snapshot gives them back."""

from pathlib import Path

import pyarrow.parquet as pq

from parsed_graph.grant import Grant
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import Principal, View
from pipelines.constraints.check import check_constraints
from pipelines.constraints.find import find_constraints, find_opposed, find_violations
from pipelines.constraints.oppositions import find_oppositions
from pipelines.constraints.tables import constraints_parts
from tests.pipelines.constraints.test_check import estate
from tests.pipelines.constraints.test_oppositions import estate as opposed
from tests.small_estate import view_of

RULE = "forbid: application -> database of another service"


def written(output: Path) -> Path:
    graph = estate(RULE)
    checked = check_constraints(graph)
    write_snapshot(output, graph, checked.problems, RunReport(), parts=constraints_parts(checked))
    return output


def test_what_was_found_is_found_again(tmp_path: Path) -> None:
    view = View(open_snapshot(written(tmp_path)))
    checked = check_constraints(estate(RULE))

    assert find_constraints(view, "adr:ADR-1") == ((RULE, "shop:adr/1.md:4"),)
    assert find_violations(view, record="adr:ADR-1") == find_violations(view) == checked.violations
    assert find_violations(view, service="service:orders") == checked.violations
    assert find_violations(view, service="service:web") == ()


def test_a_violation_is_hidden_with_either_of_its_ends(tmp_path: Path) -> None:
    snapshot = open_snapshot(written(tmp_path))

    assert find_violations(View(snapshot, Principal("x", frozenset({"database:stock-db"})))) == ()
    assert find_violations(View(snapshot, Principal("x", frozenset({"adr:ADR-1"})))) == ()


def test_a_snapshot_without_them_has_none(tmp_path: Path) -> None:
    view = view_of(tmp_path)

    assert find_violations(view) == ()
    assert find_constraints(view, "adr:ADR-1") == ()


def test_violations_are_a_table_of_their_own(tmp_path: Path) -> None:
    rows = pq.read_table(written(tmp_path) / "violations.parquet").to_pylist()

    assert [(row["record"], row["source"], row["target"], row["rule"]) for row in rows] == [
        ("adr:ADR-1", "service:orders", "database:stock-db", "forbid")
    ]


def test_candidates_of_a_contradiction_are_found_from_either_record_and_from_the_service(tmp_path: Path) -> None:
    graph = opposed("We use Redis for the cart.", "We do not use Redis.")
    part, _ = constraints_parts(check_constraints(graph), find_oppositions(graph))
    write_snapshot(tmp_path, graph, [], RunReport(), parts=[part])
    view = View(open_snapshot(tmp_path))
    (found,) = find_opposed(view, record="adr:ADR-2")

    assert (found.one.name, found.other.name, found.services, found.what) == ("ADR-1", "ADR-2", ("orders",), "redis")
    assert (found.one_says.quote, found.other_says.place) == ("We use Redis for the cart.", "shop:adr/2.md:9")
    assert find_opposed(view, record="adr:ADR-1") == find_opposed(view, service="service:orders") == (found,)
    assert find_opposed(view, service="service:web") == ()


def test_a_rule_that_names_what_is_hidden_is_hidden_with_it(tmp_path: Path) -> None:
    rules = ("forbid: orders -> stock", "forbid: web -> orders")
    graph = estate(*rules)
    checked = check_constraints(graph)
    write_snapshot(tmp_path, graph, [], RunReport(), parts=constraints_parts(checked))
    grant = Grant(services=frozenset({"web", "orders"}), documents=frozenset({"*"}))
    view = View(open_snapshot(tmp_path), Principal("ana", grant=grant))

    assert [text for text, _ in find_constraints(view, "adr:ADR-1")] == ["forbid: web -> orders"]
    assert [each.said for each in find_violations(view)] == ["web -> orders by http"]
