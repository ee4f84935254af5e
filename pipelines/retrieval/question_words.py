"""What a question asks for: its telling words, each with the other ways in which texts may write it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from parsed_graph.name_words import split_words
from pipelines.retrieval.wanted_kinds import without_kind
from pipelines.words.portuguese import in_english, in_portuguese, is_portuguese, portuguese_stem
from pipelines.words.spelling import other_spelling
from pipelines.words.stop_words import STOP_WORDS, fold
from pipelines.words.synonyms import synonyms

MOST_WORDS = 40
MOST_SYNONYMS = 32
_RUN = re.compile(r"[^\W_]+")
_LEAST_COMPOUND = 6


@dataclass(frozen=True, slots=True)
class Term:
    """A word as asked for; `others` are further spellings or translations, `stems` beginnings of other forms."""

    word: str
    others: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    is_compound: bool = False


def question_terms(question: str) -> list[Term]:
    """Each word once, in the order of the question, then neighbours written in one (`load generator` as `loadgenerator`).

    Names are taken apart (`OrderCreated` gives itself, `order` and `created`), accents folded, English and Portuguese stop
    words left out; of a question that holds nothing else, they stay.
    """
    question = without_kind(question)
    runs = [fold(run) for run in _RUN.findall(question)]
    words = _telling(question)
    if is_portuguese(runs):
        terms = [Term(word, in_english(word), _stems(word)) for word in words]
    else:
        terms = [Term(word, tuple(filter(None, (other_spelling(word),))), in_portuguese(word)) for word in words]
    joined = dict.fromkeys(first + second for first, second in pairwise(runs) if {first, second} <= set(words))
    return (
        terms[:MOST_WORDS]
        + [Term(word, is_compound=True) for word in joined if len(word) >= _LEAST_COMPOUND and word not in words][
            :MOST_WORDS
        ]
    )


def synonym_terms(terms: Sequence[Term]) -> list[Term]:
    """Other words for what the terms say, those of the first terms first."""
    known = {word for term in terms for word in (term.word, *term.others)}
    said = (
        word for term in terms if not term.is_compound for word in (term.word, *(term.others if term.stems else ()))
    )
    found = dict.fromkeys(other for word in said for other in synonyms(word) if other not in known)
    return [Term(word) for word in found][:MOST_SYNONYMS]


def _telling(question: str) -> list[str]:
    found: dict[str, None] = {}
    for run in _RUN.findall(question):
        found[fold(run)] = None
        found.update(dict.fromkeys(fold(word) for word in split_words(run)))
    words = [word for word in found if word]
    return [word for word in words if word not in STOP_WORDS and (len(word) > 1 or word.isdigit())] or words


def _stems(word: str) -> tuple[str, ...]:
    stem = portuguese_stem(word)
    return (stem,) if stem != word else ()


def with_translations(question: str, terms: list[Term]) -> str:
    """The question followed by the English words for its own, for embedders that know English alone."""
    if not is_portuguese([fold(run) for run in _RUN.findall(question)]):
        return question
    return " ".join([question, *dict.fromkeys(other for term in terms for other in term.others)])
