"""Edge sets and the ratio by which they changed."""

from hypothesis import given
from hypothesis import strategies as st

from community.change import edge_change
from community.edge_set import EdgeIndex, EdgeKey, edge_set, pack, unpack

A, B, C = ("a", "http", "b"), ("b", "http", "c"), ("c", "event", "a")
_node = st.sampled_from("abcdef")
_edges = st.frozensets(st.tuples(_node, st.sampled_from(["http", "event"]), _node), max_size=20)


def ratio(before: set[EdgeKey], now: set[EdgeKey]) -> float:
    return edge_change(edge_set(before), edge_set(now)).ratio


def test_added_and_removed_edges_are_counted_over_those_there_were() -> None:
    assert ratio({A, B}, {B, C}) == 1.0
    assert ratio({A, B}, {A, B, C}) == 0.5
    assert ratio({A, B}, {A, B}) == 0.0


def test_from_none_to_some_is_a_whole_change_and_from_none_to_none_is_none() -> None:
    assert ratio(set(), {A}) == 1.0
    assert ratio(set(), set()) == 0.0


def test_another_kind_of_link_between_the_same_two_is_a_change() -> None:
    assert ratio({("a", "http", "b")}, {("a", "grpc", "b")}) == 2.0


@given(_edges, _edges)
def test_the_ratio_is_that_of_plain_sets(before: frozenset[EdgeKey], now: frozenset[EdgeKey]) -> None:
    change = edge_change(edge_set(before), edge_set(now))
    assert (change.before, change.added, change.removed) == (len(before), len(now - before), len(before - now))


@given(_edges)
def test_packed_sets_come_back(edges: frozenset[EdgeKey]) -> None:
    assert unpack(pack(edge_set(edges))).tolist() == edge_set(edges).tolist()


@given(_edges)
def test_edges_of_a_group_are_those_inside_and_at_its_border(edges: frozenset[EdgeKey]) -> None:
    groups = [["a", "b"], ["c"], ["x"]]
    found = EdgeIndex(sorted(edges)).touching(groups)
    for members, touching in zip(groups, found, strict=True):
        expected = {edge for edge in edges if edge[0] in members or edge[2] in members}
        assert touching.tolist() == edge_set(expected).tolist()
