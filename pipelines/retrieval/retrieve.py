"""Finds the text units for a question: ranked by words and by meaning, fused, then widened along the graph."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from parsed_graph.schema import NodeLabel
from parsed_graph.view import Link, View
from pipelines.models.embeddings import EmbeddingError
from pipelines.retrieval.composed_texts import composed_texts
from pipelines.retrieval.dense import DENSE, rank_by_meaning
from pipelines.retrieval.direction import direction_of
from pipelines.retrieval.expand import expand
from pipelines.retrieval.fusion import fuse_rankings, support_documents
from pipelines.retrieval.hit import Retrieved
from pipelines.retrieval.lexical import Vocabulary, rank_by_words, read_vocabulary
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.question_words import question_terms, synonym_terms, with_translations
from pipelines.retrieval.ranking import Ranking
from pipelines.retrieval.read_units import column_of, read_hits
from pipelines.retrieval.scope import IsWanted, Scope, wanted_units
from pipelines.retrieval.unit_nodes import nodes_of_units, rank_units_of
from pipelines.retrieval.visible import WRITTEN_OF_ALL
from pipelines.retrieval.wanted_kinds import likely_kinds

if TYPE_CHECKING:
    from pipelines.models.embeddings import Embedder

_FUSED = 400
_COPIES = 3
_DEPTH = 100
"""Places of each ranking that fusion sees."""
_COMPOSED = 5
SYNONYMS = "synonyms"
_SYNONYM_WEIGHT = 0.8
_EXPANSION_WEIGHT = 0.5
"""Other words for a question are a guess; its own count more."""
_HINT_WEIGHT = 0.5
"""Which service a question names, and which kind of text its form suggests, are hints and no more."""


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
    # What cannot be written as UTF-8 (an argument in another encoding) stands in no text.
    question = question.encode("utf-8", "ignore").decode()
    if not question_terms(question):
        return Retrieved((), (), ("the question holds no word to search for",))
    scope = Scope(services, kinds)
    rankings, notes = _rankings(view, (question, *expansions), embedder, scope)
    fused = fuse_rankings(rankings, k=limits.rrf_k, most=_FUSED)
    hints = [one for one in (_named(view, fused, seeds), _of_kind(view, fused, question)) if one.scored]
    if hints:
        fused = fuse_rankings([*rankings, *hints], k=limits.rrf_k, most=_FUSED)
    supported = support_documents(fused, column_of(view, "document_id", fused.keys), _DEPTH)
    graph, links = _along_graph(view, question, seeds, supported, limits, scope)
    best = _without_copies(view, _best_score(supported, graph, _COPIES * limits.hits), limits.hits)
    return Retrieved(read_hits(view, best, [*rankings, *hints, graph]), links, notes)


def _rankings(
    view: View, questions: Sequence[str], embedder: "Embedder | None", scope: Scope
) -> tuple[list[Ranking], tuple[str, ...]]:
    """By words and by meaning for the question and, at a lower weight, for its other wordings."""
    is_wanted = wanted_units(view, scope)
    composed = composed_texts(view)
    rankings: list[Ranking] = []
    notes: list[str] = []
    for place, question in enumerate(questions):
        found, vocabulary, note = _rank(view, question, embedder, is_wanted)
        if composed is not None:
            found.append(composed.rank(vocabulary, scope, _COMPOSED))
        share = _EXPANSION_WEIGHT if place else 1.0
        rankings += [replace(ranking, weight=ranking.weight * share) for ranking in found]
        notes += [note] if note else []
    return rankings, tuple(dict.fromkeys(notes))


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
    if not vocabulary.known and meaning.scored:
        note = "no text holds a word of the question: found by meaning alone"
    if vocabulary.is_mostly_unknown and meaning.scored:
        return [meaning], vocabulary, note
    wider = vocabulary.with_synonyms(read_vocabulary(view, synonym_terms(terms)))
    cousins = [_rank_by_cousins(view, wider, is_wanted)] if wider != vocabulary else []
    return [words, meaning, *cousins], vocabulary, note


def _rank_by_cousins(view: View, wider: Vocabulary, is_wanted: IsWanted | None) -> Ranking:
    """By the words and their synonyms, among what people wrote: cards and reports have one word for one thing."""
    found = rank_by_words(view, wider, is_wanted, _DEPTH)
    kind_of = column_of(view, "kind", found.keys)
    written = tuple((key, score) for key, score in found.scored if kind_of[key] not in WRITTEN_OF_ALL)
    return Ranking(SYNONYMS, written, _SYNONYM_WEIGHT)


def _along_graph(
    view: View, question: str, seeds: Sequence[int], ranking: Ranking, limits: RetrievalLimits, scope: Scope
) -> tuple[Ranking, tuple[Link, ...]]:
    """Units around what the question names and around what the best hits are about, and the edges that lead there."""
    top = ranking.scored[: limits.hits]
    own = nodes_of_units(view, top)
    # What a question names is where to look, not yet the answer: its own text stands in the middle.
    middle = top[len(top) // 2][1] if top else 1.0
    least = top[-1][1] if len(top) == limits.hits else 0.0
    around = expand(view, {**own, **dict.fromkeys(seeds, middle)}, direction_of(question), limits, least)
    # What the hits themselves are about has its score already.
    reached = {key: score for key, score in around.scores.items() if key not in own or key in seeds}
    graph = rank_units_of(view, reached, ranking, wanted_units(view, scope), _DEPTH)
    return graph, around.best_links(view, limits.triple_limit)


def _named(view: View, fused: Ranking, seeds: Sequence[int]) -> Ranking:
    """What was found and belongs to a service that the question names, in the order it was found."""
    named = {node.id for node in view.nodes(seeds) if node.label is NodeLabel.SERVICE}
    service_of = column_of(view, "service", fused.keys) if named else {}
    found = tuple((key, score) for key, score in fused.scored if service_of.get(key) in named)
    return Ranking("named", found, _HINT_WEIGHT)


def _of_kind(view: View, fused: Ranking, question: str) -> Ranking:
    """What was found and is of a kind that the question's form suggests, in the order it was found."""
    kinds = likely_kinds(question)
    kind_of = column_of(view, "kind", fused.keys) if kinds else {}
    found = tuple((key, score) for key, score in fused.scored if kind_of.get(key) in kinds)
    return Ranking("kind", found, _HINT_WEIGHT)


def _without_copies(view: View, ranking: Ranking, most: int) -> Ranking:
    """The first of those that say the same: a contract copied into each service would fill all places."""
    text_of = column_of(view, "text", ranking.keys)
    first: dict[str, tuple[int, float]] = {}
    for key, score in ranking.scored:
        first.setdefault(text_of[key], (key, score))
    return Ranking(ranking.name, tuple(first.values())[:most])


def _best_score(ranking: Ranking, graph: Ranking, most: int) -> Ranking:
    scores = dict(graph.scored)
    for key, score in ranking.scored:
        scores[key] = max(score, scores.get(key, 0.0))
    return Ranking.of(ranking.name, scores.items(), most)
