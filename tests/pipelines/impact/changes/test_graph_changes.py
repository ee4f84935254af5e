"""What changed between two small graphs: topics, events, dependencies, libraries, owners, records, contracts, communities."""

from collections.abc import Iterable

import pytest

from community.update import Grouping, Thresholds
from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import ApiDecl, SourceSpan
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.impact.changes.change import Change
from pipelines.impact.changes.communities import community_changes
from pipelines.impact.changes.contracts import contract_changes
from pipelines.impact.changes.dependencies import dependency_changes, library_changes, owner_changes
from pipelines.impact.changes.messages import event_changes, topic_changes
from pipelines.impact.changes.records import record_changes
from pipelines.impact.changes.state import TwoStates, seen_state
from tests.small_estate import add_edge, add_node, depend

TOPIC, EVENT = "topic:kafka:orders", "event:OrderPlaced:1"


def estate(
    *, publishers: str = "orders", consumers: str = "mail", fields: tuple[str, ...] = ("id*:string", "note:string")
) -> PropertyGraph:
    """Services, by name, that publish and consume one topic, which carries one event."""
    graph = PropertyGraph()
    for name in ("orders", "mail", "stock"):
        add_node(graph, NodeLabel.SERVICE, name, owner=f"team-{name}")
    add_node(graph, NodeLabel.TOPIC, "orders", "kafka", "orders")
    add_node(graph, NodeLabel.EVENT, "OrderPlaced", "OrderPlaced", "1", version="1", fields=fields)
    add_edge(graph, EVENT, EdgeType.ON, TOPIC)
    for name in publishers.split():
        add_edge(graph, f"service:{name}", EdgeType.PUBLISHES, TOPIC)
        add_edge(graph, f"service:{name}", EdgeType.PUBLISHES, EVENT)
    for name in consumers.split():
        subscription = add_node(graph, NodeLabel.SUBSCRIPTION, f"{name}-sub", name, service=f"service:{name}")
        add_edge(graph, f"service:{name}", EdgeType.OWNS, subscription)
        add_edge(graph, subscription, EdgeType.CONSUMES, TOPIC, event="OrderPlaced")
    return graph


def states(before: PropertyGraph, after: PropertyGraph) -> TwoStates:
    return TwoStates(seen_state(before, EstateFacts([]), {}), seen_state(after, EstateFacts([]), {}), {})


def told(changes: Iterable[Change]) -> list[tuple[str, str, list[str]]]:
    return [(str(c.action), str(c.verdict), [r.text for r in c.reasons]) for c in changes]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (estate(publishers=""), ("changed", "breaking", ["orders no longer publishes it, nobody else does, and it is still consumed by mail"])),
        (estate(publishers="stock"), ("changed", "unknown", ["stock publishes it now", "orders no longer publishes it, others still do"])),
        (estate(consumers=""), ("changed", "unknown", ["mail no longer consumes it, nobody else does, and it is still published by orders"])),
        (estate(consumers="mail stock"), ("changed", "non-breaking", ["stock consumes it now"])),
        (estate(publishers="", consumers=""), ("removed", "non-breaking", ["orders no longer publishes it, and nobody is known to consume it", "mail no longer consumes it"])),
    ],
)  # fmt: skip
def test_a_topic_minds_who_is_left(after: PropertyGraph, expected: tuple[str, str, list[str]]) -> None:
    assert told(topic_changes(states(estate(), after))) == [expected]


def test_an_event_that_loses_a_field_breaks_those_who_publish_and_read_it() -> None:
    (change,) = event_changes(states(estate(), estate(fields=("id*:string",))))

    assert (change.name, str(change.verdict), [r.text for r in change.reasons]) == (
        "OrderPlaced 1", "breaking", ["event note is gone"],
    )  # fmt: skip
    assert [(hit.name, hit.how) for hit in change.hits] == [
        ("mail", "consumes orders, which carries it"),
        ("orders", "publishes it"),
    ]


def test_dependencies_come_go_and_change_their_kind() -> None:
    before, after = estate(), estate()
    depend(before, "service:orders", "service:stock", "http")
    depend(before, "service:orders", "service:mail", "http")
    depend(after, "service:orders", "service:stock", "grpc")
    depend(after, "service:mail", "service:stock", "http", confidence=0.9)
    depend(after, "service:stock", "service:mail", "other", confidence=0.4)

    found = list(dependency_changes(states(before, after)))

    assert [(change.name, *said) for change, said in zip(found, told(found), strict=True)] == [
        ("mail -> stock", "added", "non-breaking", ["it is new (http)"]),
        ("orders -> mail", "removed", "non-breaking", ["it is gone (http)"]),
        ("orders -> stock", "changed", "non-breaking", ["it goes by grpc instead of http"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("versions", "verdict"), [(("1.2", "1.3"), "non-breaking"), (("^1.2", "2.0.0"), "unknown"), (("1", "latest"), "non-breaking")]
)  # fmt: skip
def test_another_major_version_of_a_library_may_break(versions: tuple[str, str], verdict: str) -> None:
    graphs = estate(), estate()
    for graph, version in zip(graphs, versions, strict=True):
        library = add_node(graph, NodeLabel.LIBRARY, "kafkajs")
        add_edge(graph, "service:orders", EdgeType.DEPENDS_ON, library, version=version)

    assert told(library_changes(states(*graphs))) == [
        ("changed", verdict, [f"version {versions[1]} instead of {versions[0]}"])
    ]


def test_an_owner_that_changes_is_told() -> None:
    after = estate()
    after.set_properties("service:mail", owner="team-post")

    assert told(owner_changes(states(estate(), after))) == [
        ("changed", "non-breaking", ["its owner is team-post instead of team-mail"])
    ]


def test_a_record_that_is_superseded_says_by_which() -> None:
    def decided(status: str) -> PropertyGraph:
        graph = estate()
        add_node(graph, NodeLabel.ADR, "ADR-1", status=status)
        return graph

    after = decided("superseded")
    add_edge(after, add_node(after, NodeLabel.ADR, "ADR-2", status="accepted"), EdgeType.SUPERSEDES, "adr:ADR-1")
    changed, added = record_changes(states(decided("accepted"), after))

    assert (changed.record.name, changed.what) == ("ADR-1", ("status is superseded instead of accepted",))
    assert [record.name for record in changed.superseded_by] == ["ADR-2"]
    assert (added.record.name, str(added.action)) == ("ADR-2", "added")


def test_an_operation_that_nobody_serves_is_told_by_its_contract() -> None:
    def declared(response: str, *methods: str) -> EstateFacts:
        span = SourceSpan("orders.proto", 3)
        return EstateFacts(
            [
                (
                    "shop",
                    [ApiDecl("grpc", "shop.Orders", m, f"/shop.Orders/{m}", span, response=response) for m in methods],
                )
            ]
        )

    old, new = declared("Order{id#1:string,note#2:string}", "Get", "Take"), declared("Order{id#1:string}", "Get")
    both = TwoStates(seen_state(PropertyGraph(), old, {}), seen_state(PropertyGraph(), new, {}), {})

    assert told(contract_changes(both)) == [
        ("changed", "breaking", ["response note is gone; nobody in the estate is known to serve it"]),
        ("removed", "unknown", ["it is gone, and a contract promised it; nobody in the estate is known to serve it"]),
    ]


def test_a_community_with_many_new_edges_is_told_and_one_without_is_not() -> None:
    def linked(*more: tuple[str, str]) -> PropertyGraph:
        graph = PropertyGraph()
        for name in "abcd":
            add_node(graph, NodeLabel.SERVICE, name, system="shop")
        for source, target in (("a", "b"), ("b", "c"), *more):
            depend(graph, f"service:{source}", f"service:{target}", "http")
        return graph

    def changes(*more: tuple[str, str]) -> list[str]:
        found = community_changes(linked(), linked(*more), None, Grouping(), Thresholds())
        return [each.because for each in found]

    assert changes() == []
    assert changes(("c", "d")) == ["50.0% of its edges changed (+1 -0 of 2)"]
