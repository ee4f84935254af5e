"""Names that must not be told: found in a text however they are spelt, `orders-api`, `OrdersApi` and `orders api` alike."""

from collections.abc import Iterable
from functools import lru_cache

from parsed_graph.name_words import split_words

Words = tuple[str, ...]
_REMEMBERED = 50_000


class HiddenNames:
    """A set of names, compared by their words. A name that is part of one of `told` is no secret and is left out."""

    def __init__(self, names: Iterable[str] = (), told: Iterable[str] = ()) -> None:
        known = {_words(name) for name in told}
        self._by_first: dict[str, set[Words]] = {}
        for words in {_words(name) for name in names}:
            if words and not any(_holds(longer, words) for longer in known):
                for form in (words, ("".join(words),)):
                    self._by_first.setdefault(form[0], set()).add(form)
        # Paths and rules come again with every edge.
        self._cached = lru_cache(_REMEMBERED)(self._mentions)

    def __bool__(self) -> bool:
        return bool(self._by_first)

    def mentions(self, text: str) -> bool:
        """Whether a text says one of the names."""
        return bool(self._by_first) and self._cached(text)

    def _mentions(self, text: str) -> bool:
        words = _words(text)
        return any(
            words[place : place + len(form)] == form
            for place, word in enumerate(words)
            for form in self._by_first.get(word, ())
        )


def _words(text: str) -> Words:
    return tuple(split_words(text))


def _holds(longer: Words, words: Words) -> bool:
    return any(longer[place : place + len(words)] == words for place in range(len(longer) - len(words) + 1))
