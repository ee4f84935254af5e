import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.evaluation.metrics import context_precision, edit_distance, precision, recall, reciprocal_rank


def test_recall_and_precision_are_shares() -> None:
    assert recall({1, 2, 3}, {2, 3, 4, 5}) == 0.5
    assert precision({1, 2, 3, 4}, {2}) == 0.25
    assert (recall(set(), set()), precision(set(), {1})) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [("abc", "abc", 0), ("abc", "ac", 1), ("", "ab", 2), ("abd", "acd", 1), ("ab", "ba", 2)],
)
def test_edit_distance_counts_nodes_put_in_taken_out_or_changed(left: str, right: str, distance: int) -> None:
    assert edit_distance(left, right) == distance


@given(st.lists(st.integers(0, 4), max_size=6), st.lists(st.integers(0, 4), max_size=6))
def test_edit_distance_is_the_same_both_ways_and_zero_only_for_equals(left: list[int], right: list[int]) -> None:
    assert edit_distance(left, right) == edit_distance(right, left)
    assert (edit_distance(left, right) == 0) == (left == right)


def test_reciprocal_rank_is_that_of_the_first_relevant_one_within_reach() -> None:
    assert reciprocal_rank("abcd", {"b", "d"}, 10) == 0.5
    assert reciprocal_rank("abcd", {"d"}, 3) == 0


def test_context_precision_is_the_mean_over_relevant_places() -> None:
    assert context_precision("axb", {"a", "b"}) == pytest.approx((1 + 2 / 3) / 2)
    assert context_precision("xyz", {"a"}) == 0
