"""Ranks text units by the words they share with a question: BM25 over titles, texts, the parts of names, and places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.view import View
from pipelines.retrieval.question_words import Term
from pipelines.retrieval.ranking import Ranking
from pipelines.retrieval.scope import IsWanted

BM25 = "bm25"
# Of a title's word more is meant than of one in the text; the words of a path say where something belongs.
_WEIGHTS = "3.0, 1.0, 1.0, 1.5"
_FREQUENT_SHARE = 0.1
_FREQUENT_SYNONYM = 0.03
_FEW_UNITS = 2_000


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """In how many text units each term of a question stands, and how many units there are."""

    frequency: Mapping[Term, int]
    units: int

    @property
    def known(self) -> list[Term]:
        """The terms that some unit holds."""
        return [term for term, count in self.frequency.items() if count]

    def rarer_than(self, share: float) -> list[Term]:
        """The known terms; of a large estate without those that stand in more than this share of all texts."""
        least = self.units * share if self.units >= _FEW_UNITS else self.units
        return [term for term in self.known if self.frequency[term] <= least]

    def with_synonyms(self, others: "Vocabulary") -> "Vocabulary":
        """These terms and of the others those that are rare enough to tell something."""
        telling = {term: others.frequency[term] for term in others.rarer_than(_FREQUENT_SYNONYM)}
        return Vocabulary({**self.frequency, **telling}, self.units)

    @property
    def is_mostly_unknown(self) -> bool:
        """Whether BM25 has never seen most of the words: then it ranks by what is left over."""
        words = [term for term in self.frequency if not term.is_compound]
        return sum(1 for term in words if self.frequency[term]) * 2 < len(words)


def read_vocabulary(view: View, terms: Sequence[Term]) -> Vocabulary:
    """How frequent the terms are. `text_search` stems and folds them as it did the texts."""
    units = _count(view, "SELECT count(*) FROM text_units")
    # Counted as far as it matters: a frequent word stands in tens of thousands.
    most = int(units * _FREQUENT_SHARE) + 1
    counted = f"SELECT count(*) FROM (SELECT 1 FROM text_search WHERE text_search MATCH ? LIMIT {most})"
    return Vocabulary({term: _count(view, counted, _match(term)) for term in terms}, units)


def rank_by_words(view: View, vocabulary: Vocabulary, is_wanted: IsWanted | None, most: int) -> Ranking:
    """The best units by BM25, of those that are wanted."""
    match = match_any(vocabulary)
    if not match:
        return Ranking(BM25, ())
    bound = f" LIMIT {most}" if is_wanted is None else ""
    rows = view.rows(
        f"SELECT rowid, -bm25(text_search, {_WEIGHTS}) AS score FROM text_search WHERE text_search MATCH ?"
        f" ORDER BY score DESC, rowid{bound}",
        (match,),
    )
    found: list[tuple[int, float]] = []
    for key, score in rows:
        if is_wanted is None or is_wanted(int(str(key))):
            found.append((int(str(key)), float(str(score))))
            if len(found) == most:
                break
    return Ranking(BM25, tuple(found))


def match_any(vocabulary: Vocabulary) -> str:
    """An FTS5 expression for texts that hold any of the terms worth looking for; "" where there is none."""
    return " OR ".join(map(_match, vocabulary.rarer_than(_FREQUENT_SHARE) or vocabulary.known))


def _match(term: Term) -> str:
    """The term as an FTS5 expression: any of its forms."""
    forms = [_quoted(word) for word in dict.fromkeys((term.word, *term.others))]
    return " OR ".join([*forms, *(f"{_quoted(stem)}*" for stem in term.stems)])


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _count(view: View, sql: str, *parameters: str) -> int:
    return next(int(str(count)) for (count,) in view.rows(sql, parameters))
