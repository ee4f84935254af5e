"""Levels: a whole above, groups of many communities, parts of large ones."""

from collections import Counter

from community.group_kind import GroupKind
from community.grouping import group_nodes
from community.hierarchy import ABOVE, MAX_SERVICES, MIDDLE, PART, TOP, Group, build_hierarchy
from community.projection import Projection, project
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from tests.community.generated_estate import generate_estate
from tests.small_estate import add_node, depend


def built(projection: Projection) -> list[Group]:
    return build_hierarchy(projection, group_nodes(projection, None, pinned=True))


def test_one_community_has_one_level() -> None:
    graph = PropertyGraph()
    depend(graph, add_node(graph, NodeLabel.SERVICE, "a"), add_node(graph, NodeLabel.SERVICE, "b"), "http")
    (group,) = built(project(graph))
    assert (group.tier, group.parent) == (MIDDLE, "")


def test_few_communities_are_parts_of_one_whole() -> None:
    groups = built(project(generate_estate(60, seed=5).graph()))
    tiers = Counter(group.tier for group in groups)
    assert (tiers[TOP], tiers[ABOVE], tiers[MIDDLE]) == (1, 0, 4)
    assert {group.parent for group in groups if group.tier == MIDDLE} == {groups[0].key}
    assert groups[0].kind is GroupKind.WHOLE


def test_many_communities_are_grouped_below_the_whole() -> None:
    groups = built(project(generate_estate(300, seed=1).graph()))
    tiers = Counter(group.tier for group in groups)
    assert tiers[TOP] == 1
    assert 2 <= tiers[ABOVE] < tiers[MIDDLE]


def test_declared_domains_group_systems() -> None:
    graph = PropertyGraph()
    for system, domain in (("orders", "sales"), ("stock", "sales"), ("ledger", "finance"), ("tax", "finance")):
        pair = [
            add_node(graph, NodeLabel.SERVICE, f"{system}-{end}", system=system, domain=domain)
            for end in ("api", "job")
        ]
        depend(graph, *pair, "http")
    above = [group for group in built(project(graph)) if group.tier == ABOVE]
    assert [(group.name, len(group.members)) for group in above] == [("finance", 4), ("sales", 4)]


def test_a_large_community_is_divided_and_nothing_gets_lost() -> None:
    graph = PropertyGraph()
    for number in range(40):
        add_node(graph, NodeLabel.SERVICE, f"s{number:02}", system="big")
    for number in range(40):
        cluster = number // 10 * 10
        for step in (1, 2, 3):
            depend(graph, f"service:s{number:02}", f"service:s{cluster + (number + step) % 10:02}", "http")
    for cluster in (0, 10, 20):
        depend(graph, f"service:s{cluster:02}", f"service:s{cluster + 10:02}", "http")
    groups = built(project(graph))
    parts = [group for group in groups if group.tier == PART]
    assert len(parts) == 4
    assert all(len(part.members) <= MAX_SERVICES for part in parts)
    assert sorted(node for part in parts for node in part.members) == sorted(groups[0].members)


def test_every_level_holds_every_node_once() -> None:
    projection = project(generate_estate(300, seed=2).graph())
    groups = built(projection)
    middle = [node for group in groups if group.tier == MIDDLE for node in group.members]
    assert sorted(middle) == list(projection.nodes)
    by_key = {group.key: group for group in groups}
    for group in groups:
        assert not group.parent or set(group.members) <= set(by_key[group.parent].members)


def test_the_same_map_gives_the_same_levels() -> None:
    projection = project(generate_estate(300, seed=2).graph())
    assert built(projection) == built(projection)
