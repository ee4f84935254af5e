"""Blast radius and paths against the plainest breadth-first search one can write."""

import tempfile
from collections import deque
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.blast import find_blast
from parsed_graph.queries.path import find_paths
from parsed_graph.schema import NodeLabel
from tests.small_estate import add_node, depend, view_of

SERVICES = 8
EDGES = st.sets(
    st.tuples(
        st.integers(0, SERVICES - 1),
        st.integers(0, SERVICES - 1),
        st.sampled_from(["http", "event", "config"]),
        st.sampled_from([1.0, 0.8, 0.4]),
    ),
    max_size=24,
)
Edge = tuple[int, int, str, float]


def built(edges: set[Edge]) -> PropertyGraph:
    graph = PropertyGraph()
    services = [add_node(graph, NodeLabel.SERVICE, f"s{number}") for number in range(SERVICES)]
    for source, target, kind, confidence in sorted(edges):
        if source != target:
            depend(graph, services[source], services[target], kind, confidence=confidence)
    return graph


def strongest(edges: set[Edge]) -> dict[tuple[int, int], tuple[set[str], float]]:
    """What the graph makes of several edges between two services: all kinds, the highest confidence."""
    merged: dict[tuple[int, int], tuple[set[str], float]] = {}
    for source, target, kind, confidence in edges:
        kinds, known = merged.get((source, target), (set(), 0.0))
        merged[source, target] = (kinds | {kind}, max(known, confidence))
    return merged


def distances(start: int, steps: set[tuple[int, int]]) -> dict[int, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        for source, target in sorted(steps):
            if source == at and target not in found:
                found[target] = found[at] + 1
                queue.append(target)
    return found


def usable(edges: set[Edge], *kinds: str) -> set[tuple[int, int]]:
    return {
        pair
        for pair, (known, confidence) in strongest(edges).items()
        if known & set(kinds) and confidence >= 0.5 and pair[0] != pair[1]
    }


@settings(max_examples=20, deadline=None)
@given(EDGES, st.integers(0, SERVICES - 1))
def test_a_blast_reaches_what_a_plain_search_reaches(edges: set[Edge], start: int) -> None:
    backward = {(target, source) for source, target in usable(edges, "http", "event")}
    expected = {f"s{number}": hop for number, hop in distances(start, backward).items() if hop}
    with tempfile.TemporaryDirectory() as folder:
        found = find_blast(view_of(Path(folder), built(edges)), f"s{start}")
        assert {hit.service.name: hit.hop for hit in found.hits} == expected
        for hit in found.hits:
            chain = found.chain(hit)
            numbers = [int(node_id[-1]) for node_id in chain]
            assert len(chain) == hit.hop + 1
            assert all((after, before) in backward for before, after in pairwise(numbers))


@settings(max_examples=20, deadline=None)
@given(EDGES, st.integers(0, SERVICES - 1), st.integers(0, SERVICES - 1))
def test_a_path_is_as_short_as_a_plain_search_finds(edges: set[Edge], start: int, end: int) -> None:
    moves = usable(edges, "http") | {(target, source) for source, target in usable(edges, "event")}
    needs = usable(edges, "http", "event")
    flow, need = distances(start, moves).get(end), distances(start, needs).get(end)
    with tempfile.TemporaryDirectory() as folder:
        found = find_paths(view_of(Path(folder), built(edges)), f"s{start}", f"s{end}", limit=100)
    expected = ("", None) if start == end else ("flow", flow) if flow else ("dependency", need) if need else ("", None)
    steps = moves if expected[0] == "flow" else needs
    assert found.basis == expected[0]
    assert {len(path.services) - 1 for path in found.paths} == ({expected[1]} if expected[1] else set())
    assert len({path.services for path in found.paths}) == len(found.paths)
    for path in found.paths:
        assert all((int(a[-1]), int(b[-1])) in steps for a, b in pairwise(path.services))
