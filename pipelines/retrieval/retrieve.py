"""Finds the text units for a question: ranked by words and by meaning, fused, then widened along the graph."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from parsed_graph.schema import NodeLabel
from parsed_graph.view import View
from pipelines.models.embeddings import EmbeddingError
from pipelines.retrieval.composed_texts import composed_texts
from pipelines.retrieval.dense import DENSE, rank_by_meaning
from pipelines.retrieval.direction import direction_of
from pipelines.retrieval.expand import expand
from pipelines.retrieval.fusion import fuse_rankings, support_documents
from pipelines.retrieval.hit import Hit, Retrieved
from pipelines.retrieval.lexical import Vocabulary, rank_by_words, read_vocabulary
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.question_words import question_terms, with_translations
from pipelines.retrieval.ranking import Ranking
from pipelines.retrieval.scope import IsWanted, wanted_units
from pipelines.retrieval.unit_nodes import nodes_of_units, rank_units_of
from pipelines.retrieval.wanted_kinds import likely_kinds

if TYPE_CHECKING:
    from pipelines.models.embeddings import Embedder

_DEPTH = 100
"""Places of each ranking that fusion sees."""
_COMPOSED = 5
_EXPANSION_WEIGHT = 0.5
"""Other words for a question are a guess; its own count more."""
_HINT_WEIGHT = 0.5
"""Which service a question names, and which kind of text its form suggests, are hints and no more."""
_COMPOSED_FIELD = {"document_id": "id", "service": "service", "kind": "kind"}
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
    expansions: Sequence[str] = (),
) -> Retrieved:
    """The text units that answer a question best.

    `seeds` are keys of nodes that the question names; `services` (ids) and `kinds` keep the rest out; `expansions` are
    the same question in other words. Raises SettingsError where the snapshot was embedded by another model.
    """
    is_wanted = wanted_units(view, services, kinds)
    composed = composed_texts(view)
    rankings: list[Ranking] = []
    notes: list[str] = []
    for asked in (question, *expansions):
        found, vocabulary, note = _rank(view, asked, embedder, is_wanted)
        weight = 1.0 if asked is question else _EXPANSION_WEIGHT
        rankings += [replace(ranking, weight=weight) for ranking in found]
        if composed is not None:
            rankings.append(composed.rank(vocabulary, services, kinds, _COMPOSED))
        notes += [note] if note else []
    fused = fuse_rankings(rankings, k=limits.rrf_k, most=4 * _DEPTH)
    preferred = [one for one in (_named(view, fused, seeds), _of_kind(view, fused, question)) if one.scored]
    if preferred:
        rankings += preferred
        fused = fuse_rankings(rankings, k=limits.rrf_k, most=4 * _DEPTH)
    supported = support_documents(fused, _documents(view, fused.keys), _DEPTH)
    top = supported.scored[: limits.hits]
    own = nodes_of_units(view, top)
    # What a question names is where to look, not yet the answer: its own text stands in the middle.
    named_score = top[len(top) // 2][1] if top else 1.0
    least = top[-1][1] if len(top) == limits.hits else 0.0
    around = expand(view, {**own, **dict.fromkeys(seeds, named_score)}, direction_of(question), limits, least)
    # What the hits themselves are about has its score already.
    reached = {key: score for key, score in around.scores.items() if key not in own or key in seeds}
    graph = rank_units_of(view, reached, supported, is_wanted, _DEPTH)
    best = _best_score(supported, graph, limits.hits)
    return Retrieved(
        read_hits(view, best, [*rankings, graph]),
        around.best_links(view, limits.triple_limit),
        tuple(dict.fromkeys(notes)),
    )


def _rank(
    view: View, question: str, embedder: "Embedder | None", is_wanted: IsWanted | None
) -> tuple[list[Ranking], Vocabulary, str]:
    """By words and by meaning; by meaning alone where BM25 knows less than half of the words.

    An embedding server that does not answer costs its ranking, not the question: the note says so.
    """
    terms = question_terms(question)
    vocabulary = read_vocabulary(view, terms)
    words = rank_by_words(view, vocabulary, is_wanted, _DEPTH)
    meaning, note = Ranking(DENSE, ()), ""
    if embedder is not None:
        try:
            meaning = rank_by_meaning(view, with_translations(question, terms), embedder, is_wanted, _DEPTH)
        except EmbeddingError as error:
            note = f"found by words alone: {error}"
    found = [meaning] if vocabulary.is_mostly_unknown and meaning.scored else [words, meaning]
    return found, vocabulary, note


def _named(view: View, fused: Ranking, seeds: Sequence[int]) -> Ranking:
    """What was found and belongs to a service that the question names, in the order it was found."""
    named = {node.id for node in view.nodes(seeds) if node.label is NodeLabel.SERVICE}
    service_of = _column(view, "service", fused.keys) if named else {}
    found = tuple((key, score) for key, score in fused.scored if service_of.get(key) in named)
    return Ranking("named", found, _HINT_WEIGHT)


def _of_kind(view: View, fused: Ranking, question: str) -> Ranking:
    """What was found and is of a kind that the question's form suggests, in the order it was found."""
    kinds = likely_kinds(question)
    kind_of = _column(view, "kind", fused.keys) if kinds else {}
    found = tuple((key, score) for key, score in fused.scored if kind_of.get(key) in kinds)
    return Ranking("kind", found, _HINT_WEIGHT)


def _best_score(ranking: Ranking, graph: Ranking, most: int) -> Ranking:
    scores = dict(graph.scored)
    for key, score in ranking.scored:
        scores[key] = max(score, scores.get(key, 0.0))
    return Ranking.of(ranking.name, scores.items(), most)


def _documents(view: View, keys: Sequence[int]) -> Mapping[int, str]:
    return _column(view, "document_id", keys)


def _column(view: View, column: str, keys: Sequence[int]) -> dict[int, str]:
    marks = ", ".join("?" for _ in keys)
    rows = view.rows(f"SELECT key, {column} FROM text_units WHERE key IN ({marks})", keys)
    found = {int(str(key)): str(value) for key, value in rows}
    composed = composed_texts(view)
    if composed is not None:
        found |= {key: getattr(composed.texts[key], _COMPOSED_FIELD[column]) for key in keys if key in composed.texts}
    return found


def read_hits(view: View, fused: Ranking, rankings: Sequence[Ranking]) -> tuple[Hit, ...]:
    """The units of a ranking, in its order, with their place in each of the others."""
    if not fused.scored:
        return ()
    places = [(ranking.name, {key: place for place, key in enumerate(ranking.keys, 1)}) for ranking in rankings]
    marks = ", ".join("?" for _ in fused.scored)
    rows = {int(str(row[0])): row[1:] for row in view.rows(f"{_ROW} ({marks})", fused.keys)}
    hits = []
    composed = composed_texts(view)
    for key, score in fused.scored:
        ranks = dict(sorted((name, found[key]) for name, found in reversed(places) if key in found))
        if composed is not None and key in composed.texts:
            hits.append(composed.texts[key].hit(score, ranks))
            continue
        identity, kind, title, repo, path, line, service, text = map(str, rows[key])
        hits.append(Hit(identity, kind, title, repo, path, int(line), service, text, score, ranks))
    return tuple(hits)
