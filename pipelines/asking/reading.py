"""A question read against the graph: its words, the nodes it names, and the text in which these are marked by their label."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parsed_graph.view import View
from pipelines.asking import words as vocabulary
from pipelines.asking.close_names import closest, suggestions
from pipelines.asking.entities import find_mentions
from pipelines.asking.mention import UNKNOWN, Mention
from pipelines.asking.plain_words import NEVER_NAMES
from pipelines.asking.question import Word, language_of, read_words

SURE, LEAD = 86.0, 6.0
"""A misspelt name is taken for the one that is this close (of 100) and ahead of the next by this much."""
_LIKE_A_NAME = re.compile(r"\w[-_.]\w|[a-z][A-Z]|[A-Za-z]\d")
_PATTERNS = tuple(
    pattern
    for value in vars(vocabulary).values()
    for pattern in (value.values() if isinstance(value, dict) else (value,))
    if isinstance(pattern, re.Pattern)
)
_MARK = re.compile(r"<(\d+):([a-z]+)>")


@dataclass(frozen=True, slots=True)
class Reading:
    """`text` has small letters without accents, and `<0:service>` where the first mention stood.

    `rest` are the words that are neither named nor understood, each with its place in `text`.
    """

    question: str
    words: tuple[Word, ...]
    mentions: tuple[Mention, ...]
    text: str
    language: str
    rest: tuple[tuple[str, int], ...]

    def mentioned(self, place: int) -> Mention:
        """The mention with this number."""
        return self.mentions[place]

    def marks(self) -> list[tuple[int, int, Mention]]:
        """Where each mention starts and ends in `text`."""
        return [(found.start(), found.end(), self.mentions[int(found[1])]) for found in _MARK.finditer(self.text)]


def read_question(view: View, question: str) -> Reading:
    """Reads a question."""
    words = read_words(question)
    mentions = find_mentions(view, words)
    mentions += [_name(view, words, place) for place in _unnamed(words, mentions)]
    return marked(question, words, sorted(mentions, key=lambda mention: mention.first))


def with_unknown(view: View, reading: Reading, word: str) -> Reading:
    """The same with a word that must be a name, whether a node carries one like it or not."""
    place = next((place for place, known in enumerate(reading.words) if known.folded == word), None)
    if place is None:
        return reading
    found = _name(view, reading.words, place)
    return marked(reading.question, reading.words, sorted([*reading.mentions, found], key=lambda m: m.first))


def marked(question: str, words: Sequence[Word], mentions: Sequence[Mention]) -> Reading:
    """A reading of some words with some mentions."""
    pieces: list[str] = []
    rest: list[tuple[str, int]] = []
    starts = {mention.first: (number, mention) for number, mention in enumerate(mentions)}
    place = length = 0
    language = language_of(words)
    while place < len(words):
        if place in starts:
            number, mention = starts[place]
            piece, place = f"<{number}:{mention.kind.lower()}>", max(mention.end, place + 1)
        else:
            # "No" is "in the" in Portuguese; the patterns read it as a lack.
            piece = "em" if language == "pt" and words[place].folded == "no" else words[place].folded
            place += 1
            if not is_understood(piece):
                rest.append((piece, length))
        pieces.append(piece)
        length += len(piece) + 1
    text = " ".join(pieces)
    polite = vocabulary.POLITE.match(text)
    cut = polite.end() if polite and polite.end() < len(text) else 0
    kept = [(word, at - cut) for word, at in rest if at >= cut]
    return Reading(question, tuple(words), tuple(mentions), text[cut:], language, _not_in_phrases(kept, text[cut:]))


def _not_in_phrases(rest: Sequence[tuple[str, int]], text: str) -> tuple[tuple[str, int], ...]:
    """Without the words that are part of a phrase which is understood: the `top` of `built on top of`."""
    if not rest:
        return ()
    spans = [match.span() for pattern in _PATTERNS for match in pattern.finditer(text)]
    return tuple((word, at) for word, at in rest if not any(first <= at < end for first, end in spans))


def is_understood(word: str) -> bool:
    """Whether a folded word is one that questions are made of, and so no name."""
    return word in NEVER_NAMES or word.isdigit() or any(pattern.fullmatch(word) for pattern in _PATTERNS)


def _unnamed(words: Sequence[Word], mentions: Sequence[Mention]) -> list[int]:
    """Places of words that are written like names and name nothing."""
    taken = {place for mention in mentions for place in range(mention.first, mention.end)}
    return [
        place
        for place, word in enumerate(words)
        if place not in taken
        and (_LIKE_A_NAME.search(word.text) or (word.text.startswith("/") and len(word.text) > 1))
        and not is_understood(word.folded)
    ]


def _name(view: View, words: Sequence[Word], place: int) -> Mention:
    text = words[place].text
    close = closest(view, text)
    best = close[0].score if close else 0.0
    margin = best - close[1].score if len(close) > 1 else best
    if best >= SURE and margin >= LEAD:
        label = view.node(close[0].key).label
        return Mention(text, place, place + 1, label, (close[0].key,), "fuzzy", best, margin)
    return Mention(text, place, place + 1, UNKNOWN, suggestions=suggestions(view, close), score=best, margin=margin)
