"""Joins rankings by the places that each gives, not by their scores."""

from collections import defaultdict
from collections.abc import Sequence

from pipelines.retrieval.ranking import Ranking

FUSED = "fused"


def fuse_rankings(rankings: Sequence[Ranking], *, k: int, most: int) -> Ranking:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""
    scores: defaultdict[int, float] = defaultdict(float)
    for ranking in rankings:
        for place, key in enumerate(ranking.keys, 1):
            scores[key] += 1 / (k + place)
    return Ranking.of(FUSED, scores.items(), most)
