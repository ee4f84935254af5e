"""Joins rankings by the places that each gives, not by their scores."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pipelines.retrieval.ranking import Ranking

FUSED = "fused"
_SUPPORT = 0.2
_FURTHER = 0.3


def fuse_rankings(rankings: Sequence[Ranking], *, k: int, most: int) -> Ranking:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009), each ranking with its weight."""
    scores: defaultdict[int, float] = defaultdict(float)
    for ranking in rankings:
        for place, key in enumerate(ranking.keys, 1):
            scores[key] += ranking.weight / (k + place)
    return Ranking.of(FUSED, scores.items(), most)


def support_documents(ranking: Ranking, document_of: Mapping[int, str], most: int) -> Ranking:
    """The best unit of each document gains from the others that were found: a fifth of the next one's score, ever less of more.

    A document that answers in several places is rather the one that is meant than one that shares a word.
    """
    units: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for key, score in ranking.scored:
        units[document_of[key]].append((key, score))
    scores = dict(ranking.scored)
    for (best, _), *others in units.values():
        scores[best] += _SUPPORT * sum(score * _FURTHER**place for place, (_, score) in enumerate(others))
    return Ranking.of(ranking.name, scores.items(), most)
