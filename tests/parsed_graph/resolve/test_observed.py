"""What traces showed: it ages from the newest of it, and every edge that traces could show says who knows of it."""

from parsed_graph.build import build_graph
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import Fact, ObservedSpan, ServiceDecl, SourceSpan, StartOrder
from parsed_graph.schema import EdgeType

COMPOSE = SourceSpan("compose.yaml", 1)
SERVICES: list[Fact] = [ServiceDecl(name, COMPOSE, "compose", image=name) for name in ("orders", "stock", "billing")]


def seen(source: str, target: str, day: str) -> ObservedSpan:
    return ObservedSpan(source, target, "http", "GET /x", 1, day, SourceSpan("trace.json", 1))


def statuses(*facts: Fact, days: int = 90) -> set[tuple[str, str, str, str]]:
    built = build_graph(EstateFacts([("shop", [*SERVICES, *facts])]), days)
    return {
        (edge.source.removeprefix("service:"), edge.target.removeprefix("service:"), edge.layer, str(status))
        for edge in built.graph.edges(EdgeType.DEPENDS_ON)
        for status in [edge.properties.get("status", "")]
    }


def test_each_edge_says_whether_it_is_static_observed_or_both() -> None:
    found = statuses(
        StartOrder("orders", "stock", COMPOSE),
        StartOrder("stock", "billing", COMPOSE),
        seen("orders", "stock", "2026-03-01"),
        seen("billing", "stock", "2026-03-01"),
    )

    assert found == {
        ("orders", "stock", "declared", "both"),
        ("orders", "stock", "observed", "both"),
        ("stock", "billing", "declared", "static"),
        ("billing", "stock", "observed", "observed"),
    }


def test_without_traces_nothing_is_said_of_them() -> None:
    assert statuses(StartOrder("orders", "stock", COMPOSE)) == {("orders", "stock", "declared", "")}


def test_what_was_last_seen_too_long_before_the_newest_no_longer_counts_and_is_a_problem() -> None:
    facts = [*SERVICES, seen("orders", "stock", "2026-03-31"), seen("billing", "stock", "2026-03-01")]

    built = build_graph(EstateFacts([("shop", facts)]), 29)

    assert [edge.source for edge in built.graph.edges(EdgeType.DEPENDS_ON)] == ["service:orders"]
    assert [(problem.reason, problem.detail) for problem in built.problems] == [
        ("aged", "billing to stock was last seen on 2026-03-01, before 2026-03-02")
    ]


def test_on_the_last_day_it_still_counts_and_so_does_what_has_no_date() -> None:
    found = statuses(
        seen("orders", "stock", "2026-03-31"),
        seen("billing", "stock", "2026-03-01"),
        seen("stock", "billing", ""),
        days=30,
    )

    assert {(source, target) for source, target, _, _ in found} == {
        ("orders", "stock"),
        ("billing", "stock"),
        ("stock", "billing"),
    }
