"""What answers are measured by; each function has values in, a number out."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

Item = TypeVar("Item")


def recall(found: AbstractSet[Item], expected: AbstractSet[Item]) -> float:
    """Share of what is expected that was found; 1 where nothing is."""
    return len(found & expected) / len(expected) if expected else 1.0


def precision(found: AbstractSet[Item], expected: AbstractSet[Item]) -> float:
    """Share of what was found that is expected; 1 where nothing was found."""
    return len(found & expected) / len(found) if found else 1.0


def edit_distance(left: Sequence[Item], right: Sequence[Item]) -> int:
    """Levenshtein's distance between two paths, node by node."""
    row = list(range(len(right) + 1))
    for place, item in enumerate(left, 1):
        above, row[0] = row[0], place
        for other, wanted in enumerate(right, 1):
            above, row[other] = row[other], min(row[other] + 1, row[other - 1] + 1, above + (item != wanted))
    return row[-1]


def reciprocal_rank(ranked: Sequence[Item], relevant: AbstractSet[Item], most: int) -> float:
    """1 over the place of the first relevant one among the first so many; 0 where there is none."""
    return next((1 / place for place, item in enumerate(ranked[:most], 1) if item in relevant), 0.0)


def context_precision(ranked: Sequence[Item], relevant: AbstractSet[Item]) -> float:
    """Mean of the precision at each relevant place (ragas' context precision); 0 where none is relevant."""
    hits, total = 0, 0.0
    for place, item in enumerate(ranked, 1):
        if item in relevant:
            hits += 1
            total += hits / place
    return total / hits if hits else 0.0


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0
