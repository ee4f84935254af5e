"""The partition: order and hash seeds do not matter, systems are pinned, everything belongs somewhere."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

from community.group_kind import GroupKind
from community.grouping import SHARED, UNLINKED, Known, group_nodes
from community.projection import Projection, project
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from tests.community.generated_estate import generate_estate
from tests.small_estate import add_node, depend

ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
import json, random, sys
from community.grouping import group_nodes
from community.projection import project
from tests.community.generated_estate import generate_estate
graph = generate_estate(60, seed=5).graph(random.Random(int(sys.argv[1])))
print(json.dumps(group_nodes(project(graph), None, pinned=True)))
"""


def service(graph: PropertyGraph, name: str, **properties: str) -> str:
    return add_node(graph, NodeLabel.SERVICE, name, **properties)


def grouped(graph: PropertyGraph, *, pinned: bool = True) -> set[frozenset[str]]:
    return as_sets(project(graph), group_nodes(project(graph), None, pinned=pinned))


def as_sets(projection: Projection, groups: dict[str, str]) -> set[frozenset[str]]:
    members: dict[str, set[str]] = {}
    for node in projection.nodes:
        members.setdefault(groups[projection.home(node)], set()).add(node)
    return {frozenset(group) for group in members.values()}


def test_shuffled_insertion_and_hash_seeds_give_the_same_partition() -> None:
    expected = group_nodes(project(generate_estate(60, seed=5).graph()), None, pinned=True)
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run([sys.executable, "-c", _PROGRAM, seed], capture_output=True, env=environment, check=True)
        assert json.loads(run.stdout) == expected


def test_areas_are_found() -> None:
    estate = generate_estate(60, seed=5)
    groups = group_nodes(project(estate.graph(random.Random(1))), None, pinned=True)
    areas: dict[str, set[str]] = {}
    for node, group in groups.items():
        if node.startswith("service:"):
            areas.setdefault(group, set()).add(node.partition("-")[0])
    assert sorted(map(len, areas.values())) == [1, 1, 1, 1]


def test_a_declared_system_is_a_group_whatever_its_links_say() -> None:
    graph = PropertyGraph()
    orders, stock = service(graph, "orders", system="sales"), service(graph, "stock", system="sales")
    payments, mail = service(graph, "payments", system="money"), service(graph, "mail")
    for target in (payments, mail):
        depend(graph, orders, target, "http")
    depend(graph, payments, stock, "http")
    assert grouped(graph) == {frozenset({orders, stock, mail}), frozenset({payments})}


def test_systems_can_be_ignored() -> None:
    graph = PropertyGraph()
    orders, payments = service(graph, "orders", system="sales"), service(graph, "payments", system="money")
    depend(graph, orders, payments, "http")
    assert grouped(graph, pinned=False) == {frozenset({orders, payments})}


def test_what_nothing_links_is_together_and_nothing_is_left_out() -> None:
    graph = PropertyGraph()
    orders, payments = service(graph, "orders"), service(graph, "payments")
    alone, forgotten = service(graph, "alone"), service(graph, "forgotten")
    depend(graph, orders, payments, "http")
    projection = project(graph)
    groups = group_nodes(projection, None, pinned=True)
    assert groups[alone] == groups[forgotten] == UNLINKED
    assert set(groups) | set(projection.homes) == set(projection.nodes)


def test_a_weak_tie_still_says_where_a_service_belongs() -> None:
    graph = PropertyGraph()
    orders, payments, mail = service(graph, "orders"), service(graph, "payments"), service(graph, "mail")
    depend(graph, orders, payments, "http")
    depend(graph, orders, mail, "other", confidence=0.4)
    assert grouped(graph) == {frozenset({orders, payments, mail})}


def test_infrastructure_that_serves_three_groups_belongs_to_none() -> None:
    graph = PropertyGraph()
    registry = service(graph, "registry", role="discovery")
    for area in range(3):
        pair = [service(graph, f"area-{area}-{place}") for place in "ab"]
        depend(graph, *pair, "http")
        for member in pair:
            depend(graph, member, registry, "discovery")
    projection = project(graph)
    groups = group_nodes(projection, None, pinned=True)
    assert groups[registry] == SHARED
    assert len(set(groups.values())) == 4


def test_infrastructure_that_half_of_all_services_use_belongs_to_neither_of_two_groups() -> None:
    graph = PropertyGraph()
    registry = service(graph, "registry", role="discovery")
    for area in range(2):
        names = [service(graph, f"area-{area}-{place}") for place in "abc"]
        for place, name in enumerate(names):
            depend(graph, name, names[(place + 1) % 3], "http")
        depend(graph, names[0], registry, "discovery")
        depend(graph, names[1], registry, "discovery")
    groups = group_nodes(project(graph), None, pinned=True)
    assert groups[registry] == SHARED
    assert len(set(groups.values())) == 3


def test_the_search_starts_from_the_last_partition() -> None:
    """Two triangles joined by two equal bridges: the node between them stays where it was."""
    graph = PropertyGraph()
    left, right = [[service(graph, f"{side}{n}") for n in range(3)] for side in ("l", "r")]
    middle = service(graph, "m")
    for triangle in (left, right):
        for place in range(3):
            depend(graph, triangle[place], triangle[(place + 1) % 3], "http")
        depend(graph, triangle[0], middle, "http")
        depend(graph, middle, triangle[1], "http")
    projection = project(graph)
    for side, home in ((left, "one"), (right, "two")):
        known = Known(
            {**dict.fromkeys(left, "one"), **dict.fromkeys(right, "two"), middle: home},
            {"one": GroupKind.LINKED, "two": GroupKind.LINKED},
        )
        groups = group_nodes(projection, known, pinned=True)
        assert groups[middle] == groups[side[0]]
