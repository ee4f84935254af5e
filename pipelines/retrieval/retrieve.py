"""Finds the text units for a question: rankings by words and by meaning, fused."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from parsed_graph.view import View
from pipelines.models.embeddings import EmbeddingError
from pipelines.retrieval.dense import DENSE, rank_by_meaning
from pipelines.retrieval.fusion import fuse_rankings
from pipelines.retrieval.hit import Hit, Retrieved
from pipelines.retrieval.lexical import rank_by_words, read_vocabulary
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.question_words import question_words
from pipelines.retrieval.ranking import Ranking
from pipelines.retrieval.scope import Scope, keys_in_scope

if TYPE_CHECKING:
    from pipelines.models.embeddings import Embedder

_DEPTH = 100
"""Places of each ranking that fusion sees."""
_ROW = "SELECT key, id, kind, title, repo, path, line, service, text FROM text_units WHERE key IN "


def retrieve(
    view: View,
    question: str,
    *,
    seeds: Sequence[int] = (),
    services: frozenset[str] | None = None,
    kinds: frozenset[str] | None = None,
    limits: RetrievalLimits,
    embedder: "Embedder | None",
) -> Retrieved:
    """The text units that answer a question best.

    `seeds` are keys of nodes that the question names; `services` (ids) and `kinds` keep the rest out.
    """
    is_wanted = keys_in_scope(view, Scope(services, kinds))
    vocabulary = read_vocabulary(view, question_words(question))
    words = rank_by_words(view, vocabulary, is_wanted, _DEPTH)
    meaning, notes = _rank_by_meaning(view, question, embedder, is_wanted)
    rankings = [meaning] if vocabulary.is_mostly_unknown and meaning.scored else [words, meaning]
    fused = fuse_rankings(rankings, k=limits.rrf_k, most=limits.hits)
    return Retrieved(read_hits(view, fused, rankings), (), notes)


def _rank_by_meaning(
    view: View, question: str, embedder: "Embedder | None", is_wanted: Callable[[int], bool]
) -> tuple[Ranking, tuple[str, ...]]:
    """The dense ranking; an embedding server that does not answer costs this ranking, not the question."""
    if embedder is None:
        return Ranking(DENSE, ()), ()
    try:
        return rank_by_meaning(view, question, embedder, is_wanted, _DEPTH), ()
    except EmbeddingError as error:
        return Ranking(DENSE, ()), (f"found by words alone: {error}",)


def read_hits(view: View, fused: Ranking, rankings: Sequence[Ranking]) -> tuple[Hit, ...]:
    """The units of a ranking, in its order."""
    if not fused.scored:
        return ()
    places = [(ranking.name, {key: place for place, key in enumerate(ranking.keys, 1)}) for ranking in rankings]
    marks = ", ".join("?" for _ in fused.scored)
    rows = {int(str(row[0])): row[1:] for row in view.rows(f"{_ROW} ({marks})", fused.keys)}
    hits = []
    for key, score in fused.scored:
        identity, kind, title, repo, path, line, service, text = map(str, rows[key])
        ranks = {name: found[key] for name, found in places if key in found}
        hits.append(Hit(identity, kind, title, repo, path, int(line), service, text, score, ranks))
    return tuple(hits)
