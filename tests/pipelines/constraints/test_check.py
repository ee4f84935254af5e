"""Which links follow the rules of accepted records, and which do not."""

import pytest

from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.constraints.check import Checked, check_constraints
from tests.small_estate import add_edge, add_node, depend


def estate(*constraints: str, status: str = "accepted", governs: tuple[str, ...] = ()) -> PropertyGraph:
    """Of system sales: web -http-> orders -> orders-db (a database). Of system stock: stock -> stock-db, which orders reads too.

    orders -event-> stock: it consumes what stock publishes. ADR-1 has the constraints.
    """
    graph = PropertyGraph()
    web, orders = (add_node(graph, NodeLabel.SERVICE, name, system="sales", owner="team") for name in ("web", "orders"))
    stock = add_node(graph, NodeLabel.SERVICE, "stock", system="stock")
    orders_db = add_node(graph, NodeLabel.DATABASE, "orders-db", kind="postgres")
    stock_db = add_node(graph, NodeLabel.DATABASE, "stock-db", kind="postgres")
    depend(graph, web, orders, "http")
    depend(graph, orders, orders_db, "database")
    depend(graph, orders, stock_db, "database")
    depend(graph, stock, stock_db, "database")
    depend(graph, orders, stock, "event")
    lines = tuple(str(number) for number in range(4, 4 + len(constraints)))
    record = add_node(
        graph, NodeLabel.ADR, "ADR-1", status=status, repo="shop", path="adr/1.md", constraints=constraints, constraint_lines=lines
    )  # fmt: skip
    for name in governs:
        add_edge(graph, f"service:{name}", EdgeType.GOVERNED_BY, record)
    return graph


def said(checked: Checked) -> list[str]:
    return [each.said for each in checked.violations]


@pytest.mark.parametrize(
    ("constraint", "violations"),
    [
        ("forbid: application -CALLS-> database of another system", ["orders -> stock-db by database"]),
        ("forbid: application -> database of another service", ["orders -> stock-db by database"]),
        ("forbid: application -> database of another team", []),
        ("forbid: web -> orders", ["web -> orders by http"]),
        ("forbid: web -DEPENDS_ON(grpc)-> orders", []),
        ("forbid: service of system sales -> service of system stock", ["orders -> stock by event"]),
        ("forbid: application -> database of kind mysql", []),
        ("forbid: application not named web -> database", [
            "orders -> orders-db by database", "orders -> stock-db by database", "stock -> stock-db by database",
        ]),
        ("require: crossing a system boundary is messaging", ["orders -> stock-db by database, from system sales to stock"]),
        ("require: application -> application is http", ["orders -> stock by event"]),
        ("require: every application has an owner", ["stock has no owner"]),
        ("require: every application -> database", ["web has no such link: DEPENDS_ON database"]),
        ("require: every application named o* -> database", []),
    ],
)  # fmt: skip
def test_what_does_not_follow_a_rule_is_a_violation(constraint: str, violations: list[str]) -> None:
    checked = check_constraints(estate(constraint))

    assert said(checked) == violations
    assert [problem.reason for problem in checked.problems] == ["violation"] * len(violations)


def test_a_violation_has_the_place_of_its_rule_and_of_the_link() -> None:
    (found,) = check_constraints(estate("forbid: web -> orders")).violations

    assert (found.record, found.place) == ("adr:ADR-1", "shop:adr/1.md:4")
    assert [(each.path, each.line) for each in found.evidence] == [("src/Client.java", 1)]


def test_an_allowed_link_is_an_exception() -> None:
    rules = ("forbid: application -> database of another service", "allow: orders -> stock-db")

    assert said(check_constraints(estate(*rules))) == []


def test_a_record_that_governs_services_binds_these_alone() -> None:
    rule = "forbid: application -> database"

    assert said(check_constraints(estate(rule, governs=("stock",)))) == ["stock -> stock-db by database"]


@pytest.mark.parametrize("status", ["proposed", "superseded", "rejected", "unknown"])
def test_only_accepted_records_are_checked(status: str) -> None:
    assert check_constraints(estate("forbid: web -> orders", status=status)) == Checked((), (), ())


def test_what_cannot_be_read_is_a_problem_at_its_line() -> None:
    (problem,) = check_constraints(estate("forbid: web", "allow: web -> orders")).problems[:1]

    assert (problem.path, problem.line, problem.reason) == ("shop:adr/1.md", 4, "bad-constraint")
    assert problem.detail == "forbid: ends where an arrow, -> or -CALLS->, should follow"


def test_a_name_that_means_nothing_is_told_with_what_may_be_meant() -> None:
    (problem,) = check_constraints(estate("forbid: order -> stock-db")).problems

    assert (problem.reason, problem.detail) == ("unknown-name", "forbid: nothing is called order; did you mean orders?")


def test_an_exception_without_a_rule_is_told() -> None:
    (problem,) = check_constraints(estate("allow: web -> orders")).problems

    assert problem.detail == "allow is an exception from forbid and require, of which this record has none"


def test_a_side_whose_system_is_not_known_crosses_nothing() -> None:
    graph = estate("require: crossing a system boundary is messaging", "forbid: web -> lone")
    lone = add_node(graph, NodeLabel.SERVICE, "lone")
    depend(graph, "service:web", lone, "http")

    assert [each.target for each in check_constraints(graph).violations] == ["database:stock-db", "service:lone"]


def test_what_the_code_says_is_the_first_evidence() -> None:
    graph = estate("forbid: web -> orders")
    add_edge(graph, "service:web", EdgeType.DEPENDS_ON, "service:orders", 1.0, Layer.DECLARED, 7, kinds=("http",))
    (found,) = check_constraints(graph).violations

    assert [each.line for each in found.evidence] == [1, 7]
