"""From one run to the next: what is rewritten, what is kept, what keeps its id."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from community.community import CommunityState
from community.edge_set import EdgeKey
from community.projection import project
from community.update import FIRST, MOVED, Grouping, Thresholds, Update, update_communities
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from tests.community.generated_estate import Estate, generate_estate
from tests.community.writers import CopyingModel, writer
from tests.small_estate import add_node, depend

SERVICES = 300
EDITS = (0, 1, 4, 15, 40, 120)
"""Of some 1,400 edges: none, a few, one in a hundred, three, eight of them."""


def touching(state: CommunityState, edges: Iterable[EdgeKey]) -> dict[str, frozenset[EdgeKey]]:
    """The edges with an end in each community, counted in the plainest way there is."""
    near: dict[str, set[EdgeKey]] = {}
    for edge in edges:
        for end in (edge[0], edge[2]):
            near.setdefault(end, set()).add(edge)
    return {
        community.id: frozenset(edge for member in community.members for edge in near.get(member, ()))
        for community in state.communities
    }


def changed(before: frozenset[EdgeKey], now: frozenset[EdgeKey]) -> float:
    return len(before ^ now) / len(before) if before else float(bool(now))


@settings(
    max_examples=3,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(EDITS), min_size=3, max_size=4))
def test_reports_are_rewritten_exactly_when_their_edges_changed_by_more_than_the_threshold(
    seed: int, edits: list[int]
) -> None:
    rng = random.Random(seed)
    estate = generate_estate(SERVICES, seed)
    state: CommunityState | None = None
    written: dict[str, frozenset[EdgeKey]] = {}
    last: dict[str, frozenset[EdgeKey]] = {}
    for count in (0, *edits):
        estate.edit(rng, count)
        graph, model = estate.graph(rng), CopyingModel()
        update = update_communities(graph, state, writer(model))
        edges = touching(update.state, project(graph).edges.edges)
        members = {community.id: community.members for community in update.state.communities}
        before = {community.id: community.members for community in state.communities} if state else {}
        alone = {i for i in edges if not edges[i] and before.get(i) != members[i]}
        due = alone | {i for i in edges if i not in written or changed(written[i], edges[i]) > 0.10}
        assert set(update.written) == due
        assert len(model.requests) == len(due)
        assert not update.problems
        assert_ids_are_stable(state, update, last, edges)
        written = {i: edges[i] if i in due else written[i] for i in edges}
        state, last = update.state, edges
        unchanged = update_communities(estate.graph(rng), state, writer(model))
        assert unchanged.state == state or same(unchanged.state, state)
        assert not unchanged.written
        assert len(model.requests) == len(due)


def assert_ids_are_stable(
    before: CommunityState | None,
    update: Update,
    last: dict[str, frozenset[EdgeKey]],
    now: dict[str, frozenset[EdgeKey]],
) -> None:
    """A community that kept nine of ten edges, and is the only one that holds them, keeps its id."""
    tiers = {c.id: c.tier for c in update.state.communities}
    for old in before.communities if before else ():
        heirs = [
            identity
            for identity, edges in now.items()
            if tiers[identity] == old.tier
            and last[old.id]
            and len(edges & last[old.id]) >= 0.9 * len(edges | last[old.id])
        ]
        assert len(heirs) != 1 or heirs == [old.id]


def same(one: CommunityState, other: CommunityState) -> bool:
    """Equal, arrays included."""
    return (
        one.communities == other.communities
        and one.edges == other.edges
        and one.history == other.history
        and one.partition == other.partition
        and dict(one.named) == dict(other.named)
        and {i: (replace(r, edges=0), r.edges.tolist()) for i, r in one.reports.items()}  # type: ignore[arg-type]
        == {i: (replace(r, edges=0), r.edges.tolist()) for i, r in other.reports.items()}  # type: ignore[arg-type]
    )


def ring(graph: PropertyGraph, area: str, count: int = 6) -> list[str]:
    """Services that call one another round and across."""
    names = [add_node(graph, NodeLabel.SERVICE, f"{area}-{place}") for place in range(count)]
    for place, name in enumerate(names):
        depend(graph, name, names[(place + 1) % count], "http")
        depend(graph, name, names[(place + 2) % count], "http")
    return names


def two_areas(*more: tuple[str, str]) -> PropertyGraph:
    graph = PropertyGraph()
    orders, stock = ring(graph, "orders"), ring(graph, "stock")
    depend(graph, orders[0], stock[0], "http")
    for source, target in more:
        add_node(graph, NodeLabel.SERVICE, source.partition(":")[2])
        add_node(graph, NodeLabel.SERVICE, target.partition(":")[2])
        depend(graph, source, target, "grpc")
    return graph


def test_small_changes_add_up_until_the_report_is_rewritten() -> None:
    state = update_communities(two_areas(), None, writer()).state
    more: list[tuple[str, str]] = []
    rewritten = []
    for source, target in (("orders-0", "orders-3"), ("orders-1", "orders-4")):
        more.append((f"service:{source}", f"service:{target}"))
        update = update_communities(two_areas(*more), state, writer())
        state = update.state
        rewritten.append(update.written)
    orders = next(c.id for c in state.communities if "service:orders-1" in c.members and c.tier == 0)
    assert rewritten == [(), (orders,)]
    assert state.reports[orders].because == "15.4% of its edges changed (+2 -0 of 13)"


def test_a_parent_is_judged_by_its_own_ratio() -> None:
    state = update_communities(two_areas(), None, writer()).state
    more = [("service:orders-0", "service:orders-3"), ("service:orders-1", "service:orders-4")]
    update = update_communities(two_areas(*more), state, writer())
    assert "community:whole" not in update.written
    assert len(update.written) == 1


def test_a_new_service_joins_where_most_of_its_weight_points_and_a_gone_one_leaves() -> None:
    state = update_communities(two_areas(), None, writer()).state
    new = ("service:label", "service:stock-1")
    update = update_communities(two_areas(new), state, writer())
    assert not update.is_partitioned
    (home,) = [c for c in update.state.communities if "service:label" in c.members and c.tier == 0]
    assert "service:stock-1" in home.members
    back = update_communities(two_areas(), update.state, writer())
    assert all("service:label" not in c.members for c in back.state.communities)


def test_a_community_without_edges_is_reported_anew_when_its_members_change() -> None:
    def estate(*names: str) -> PropertyGraph:
        graph = PropertyGraph()
        for name in names:
            add_node(graph, NodeLabel.SERVICE, name)
        return graph

    first = update_communities(estate("a", "b"), None, writer(CopyingModel()))
    same_again = update_communities(estate("a", "b"), first.state, writer(CopyingModel()))
    other = update_communities(estate("a", "c"), first.state, writer(CopyingModel()))

    assert same_again.written == ()
    assert len(first.written) == 1
    assert other.written == first.written
    assert other.state.reports[other.written[0]].because == MOVED


def test_the_partition_is_kept_until_the_whole_map_has_changed_enough_or_it_is_asked_for() -> None:
    state = update_communities(two_areas(), None, writer()).state
    assert state.partition == 1
    few = two_areas(("service:orders-0", "service:stock-3"))
    assert not update_communities(few, state, writer()).is_partitioned
    assert update_communities(few, state, writer(), repartition=True).is_partitioned
    many = two_areas(*((f"service:orders-{n}", f"service:stock-{n}") for n in range(6)))
    assert update_communities(many, state, writer()).is_partitioned
    assert not update_communities(many, state, writer(), thresholds=Thresholds(partition=0.5)).is_partitioned


def test_other_settings_partition_anew() -> None:
    state = update_communities(two_areas(), None, writer()).state
    assert update_communities(two_areas(), state, writer(), Grouping("ignore")).is_partitioned


def test_a_declared_system_does_not_wait_for_the_next_partition() -> None:
    state = update_communities(two_areas(), None, writer()).state
    graph = two_areas()
    graph.set_properties("service:orders-0", system="front")
    update = update_communities(graph, state, writer(), thresholds=Thresholds(partition=9))
    found = {c.title: c.members for c in update.state.communities if c.tier == 0}
    assert found["Front"] == ("service:orders-0",)
    assert [event.descent.id for event in update.state.history] == ["community:front"]


def test_systems_can_come_from_the_settings() -> None:
    grouping = Grouping("pin", {"checkout": ["orders-0", "stock-0"]})
    state = update_communities(two_areas(), None, writer(), grouping).state
    (found,) = [c for c in state.communities if c.title == "Checkout"]
    assert {"service:orders-0", "service:stock-0"} <= set(found.members)


def test_another_prompt_or_model_rewrites_only_on_request() -> None:
    model = CopyingModel()
    state = update_communities(two_areas(), None, writer()).state
    assert not update_communities(two_areas(), state, writer(model)).written
    assert not model.requests
    update = update_communities(two_areas(), state, writer(model), rewrite=True)
    assert len(model.requests) == len(update.written) == len(state.communities)
    assert {report.writer for report in update.state.reports.values()} == {"test:copying"}


def test_the_first_run_says_why_it_wrote() -> None:
    state = update_communities(two_areas(), None, writer()).state
    assert {report.because for report in state.reports.values()} == {FIRST}
    assert not state.history


@pytest.mark.parametrize("order", [1, 2])
def test_insertion_order_does_not_matter(order: int) -> None:
    estate: Estate = generate_estate(60, seed=4)
    expected = update_communities(estate.graph(), None, writer()).state
    assert same(update_communities(estate.graph(random.Random(order)), None, writer()).state, expected)
