"""Ranks text units by the words they share with a question: BM25 over titles, texts, the parts of names, and places."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parsed_graph.view import View
from pipelines.retrieval.ranking import Ranking

BM25 = "bm25"
# Of a title's word more is meant than of one in the text; the words of a path say where something belongs.
_WEIGHTS = "3.0, 1.0, 1.0, 1.5"
_FREQUENT_SHARE = 0.25
_FEW_UNITS = 2_000


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """In how many text units each word of a question stands, and how many units there are."""

    frequency: dict[str, int]
    units: int

    @property
    def known(self) -> list[str]:
        """The words that some unit holds."""
        return [word for word, count in self.frequency.items() if count]

    @property
    def is_mostly_unknown(self) -> bool:
        """Whether BM25 has never seen most of the words: then it ranks by what is left over."""
        return len(self.known) * 2 < len(self.frequency)


def read_vocabulary(view: View, words: Sequence[str]) -> Vocabulary:
    """How frequent the words are. `text_search` stems and folds them as it did the texts."""
    counts = {
        word: _count(view, "SELECT count(*) FROM text_search WHERE text_search MATCH ?", _quoted(word))
        for word in words
    }
    return Vocabulary(counts, _count(view, "SELECT count(*) FROM text_units"))


def rank_by_words(view: View, vocabulary: Vocabulary, is_wanted: Callable[[int], bool], most: int) -> Ranking:
    """The best units by BM25, of those that are wanted."""
    words = _selective(vocabulary)
    if not words:
        return Ranking(BM25, ())
    rows = view.rows(
        f"SELECT rowid, -bm25(text_search, {_WEIGHTS}) AS score FROM text_search WHERE text_search MATCH ?"
        " ORDER BY score DESC, rowid",
        (" OR ".join(map(_quoted, words)),),
    )
    found: list[tuple[int, float]] = []
    for key, score in rows:
        if is_wanted(int(str(key))):
            found.append((int(str(key)), float(str(score))))
            if len(found) == most:
                break
    return Ranking(BM25, tuple(found))


def _selective(vocabulary: Vocabulary) -> list[str]:
    """The known words; of a large estate without those that stand in a quarter of all texts, if others are left."""
    known = vocabulary.known
    if vocabulary.units < _FEW_UNITS:
        return known
    rare = [word for word in known if vocabulary.frequency[word] <= vocabulary.units * _FREQUENT_SHARE]
    return rare or known


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _count(view: View, sql: str, *parameters: str) -> int:
    return next(int(str(count)) for (count,) in view.rows(sql, parameters))
