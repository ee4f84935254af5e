"""Weights as arrays say the same as weights by pair."""

import numpy as np

from community.pair_weights import NOWHERE, PairWeights, by_first, pair_weights, strongest

NAMES = ("a", "b", "c", "d")
WEIGHTS = {("a", "b"): 5, ("b", "a"): 2, ("b", "c"): 3, ("c", "d"): 7}


def weights() -> PairWeights:
    return pair_weights(NAMES, WEIGHTS)


def test_what_weighs_nothing_is_no_pair() -> None:
    assert pair_weights(NAMES, {("a", "b"): 0}).by_pair() == {}
    assert weights().by_pair() == WEIGHTS


def test_pairs_between_groups_add_up_and_those_inside_are_left_out() -> None:
    group_of = np.array([0, 0, 1, 0])
    assert weights().grouped(("left", "right"), group_of).by_pair() == {("left", "right"): 3, ("right", "left"): 7}
    assert weights().grouped(("left", "right"), group_of, is_directed=False).by_pair() == {("left", "right"): 10}


def test_what_is_in_no_group_has_no_pair() -> None:
    group_of = np.array([0, 1, 1, NOWHERE])
    assert weights().grouped(("left", "right"), group_of).by_pair() == {("left", "right"): 5, ("right", "left"): 2}
    assert weights().inside(group_of).by_pair() == {("b", "c"): 3}


def test_both_directions_of_a_pair_weigh_together() -> None:
    assert weights().undirected().by_pair() == {("a", "b"): 7, ("b", "c"): 3, ("c", "d"): 7}


def test_the_pairs_near_some_nodes() -> None:
    assert weights().near(["d", "unknown"]).by_pair() == {("c", "d"): 7}
    assert weights().near([]).by_pair() == {}


def test_the_strongest_choice_wins_and_of_equal_ones_the_smallest() -> None:
    owners, choices, values = np.array([0, 0, 0, 2, 2]), np.array([4, 1, 4, 3, 1]), np.array([1, 2, 2, 5, 5])
    assert strongest(owners, choices, values, 3).tolist() == [4, NOWHERE, 1]


def test_groups_are_numbered_as_they_appear() -> None:
    assert by_first(np.array([7, 2, 7, 9])).tolist() == [0, 1, 0, 2]
