"""The partition of weights: ends of a large map are divided in one call as each group would be by itself."""

import numpy as np

from community.leiden import divide, partition
from community.pair_weights import NOWHERE, PairWeights, pair_weights


def cliques(*groups: str) -> dict[tuple[str, str], int]:
    """Everyone in each group joined to everyone."""
    return {(a, b): 1 for group in groups for a in group for b in group if a < b}


def weights(pairs: dict[tuple[str, str], int]) -> PairWeights:
    return pair_weights("abcdefghijklmnop", pairs)


def test_what_hangs_together_is_a_community_and_what_nothing_joins_is_nowhere() -> None:
    found = partition(weights(cliques("abcd", "efgh") | {("d", "e"): 1}), None)
    assert found.tolist() == [0] * 4 + [1] * 4 + [NOWHERE] * 8


def test_groups_are_divided_each_by_itself_however_much_they_weigh() -> None:
    """Two groups of two cliques; the second weighs a thousand times the first, which must not hide the first one's parts."""
    light = cliques("abcd", "efgh") | {("d", "e"): 1}
    heavy = dict.fromkeys(cliques("ijkl", "mnop") | {("l", "m"): 1}, 1000)
    group_of = np.array([0] * 8 + [1] * 8)
    found = divide(weights(light | heavy), group_of, np.full(16, NOWHERE)).tolist()
    assert [found.count(part) for part in found] == [4] * 16
    assert len(set(found)) == 4


def test_parts_never_cross_groups_even_where_they_did_before() -> None:
    inside = weights(cliques("abcd", "efgh"))
    group_of = np.array([0] * 4 + [1] * 4 + [NOWHERE] * 8)
    found = divide(inside, group_of, np.array([3] * 8 + [NOWHERE] * 8)).tolist()
    assert not {*found[:4]} & {*found[4:8]}
    assert found[8:] == [NOWHERE] * 8
