"""Finds every known name in a text in one pass: words are joined over spaces, hyphens and underscores and looked up."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pipelines.documents.aliases import Alias, Strength

_WORD = re.compile(r"[^\W_]+")
_JOINT = re.compile(r"[ ]?\n[ >*]{0,6}|[ \t\n\u00a0]{1,3}|[-_\u2010\u2011]")
_MAX_WORDS = 8
_ADJECTIVE = re.compile(
    r"(?:based|specific|like|side|only|wide|style|aware|friendly|compatible|native|ready|related|facing|driven|to|and|or|as|is|prod|production"
    r"|staging|dev|test|preprod|uat|\w+(?:ed|ing))(?![^\W_]|[-_][^\W_])",
    re.I,
)
_FILE = re.compile(
    r"\.(?:md|ya?ml|json|py|js|ts|go|java|kt|cs|rb|conf|properties|scala|tf|sh|html|xml|toml|sql|proto)\b", re.I
)


@dataclass(frozen=True, slots=True)
class NameMatch:
    """`text[start:end]` is a form of `alias.service`. `partial`: it is only a part of a longer compound or dotted name."""

    start: int
    end: int
    alias: Alias
    partial: bool = False


class NameMatcher:
    """All forms of an inventory as one table of squashed keys; a text costs one look-up per word."""

    def __init__(self, aliases: Iterable[Alias]) -> None:
        self._table: dict[str, Alias] = {}
        for alias in sorted(aliases, key=lambda a: (a.key, -a.strength, a.service)):
            self._table.setdefault(alias.key, alias)
        self._prefixes = {key[:size] for key in self._table for size in range(1, len(key) + 1)}
        self._starts = frozenset(start for alias in self._table.values() for start in _starts(alias))

    def matches(self, text: str) -> list[NameMatch]:
        """The longest match at each place, left to right, without overlaps."""
        lower = text.lower()
        present = self._starts.intersection(_WORD.findall(lower))
        if not present or len(lower) != len(text):
            return []
        found: list[NameMatch] = []
        done = 0
        for start, end in _positions(lower, present):
            if start >= done:
                match = self._at(text, lower, start, end)
                if match:
                    found.append(match)
                    done = match.end
        return found

    def _at(self, text: str, lower: str, start: int, end: int) -> NameMatch | None:
        key = lower[start:end]
        best, best_end = self._accepted(key, text, start, end), end
        for _ in range(_MAX_WORDS):
            joint = _JOINT.match(lower, end)
            word = _WORD.match(lower, joint.end()) if joint else None
            if not word:
                break
            key += word[0]
            if key not in self._prefixes:
                break
            end = word.end()
            alias = self._accepted(key, text, start, end)
            if alias:
                best, best_end = alias, end
        return self._bounded(text, start, best_end, best) if best else None

    def _accepted(self, key: str, text: str, start: int, end: int) -> Alias | None:
        alias = self._table.get(key)
        if alias is not None and alias.acronym and not text[start:end].rstrip("s").isupper():
            return None
        return alias

    def _bounded(self, text: str, start: int, end: int, alias: Alias) -> NameMatch | None:
        """None where the name is only a piece of another word: `kafka` in `kafka-exporter`."""
        before, after = text[max(0, start - 2) : start], text[end : end + 24]
        compound = len(before) == 2 and before[1] in "-_" and before[0].isalnum()
        if len(after) > 1 and after[0] in "-_" and after[1].isalnum() and not _ADJECTIVE.match(after, 1):
            compound = True
        dotted = len(before) == 2 and before[1] in ".@" and before[0].isalnum()
        dotted = dotted or (len(after) > 1 and after[0] == "." and after[1].isalnum())
        if compound and len(alias.key) < 8:
            return None
        if compound and not re.search(r"[^\W_][-_ ][^\W_]", text[start:end]):
            return None
        if _FILE.match(after):
            return None
        return NameMatch(start, end, alias, compound or dotted)


def _starts(alias: Alias) -> Iterator[str]:
    """The words with which a form may start: its first words, written together or not, or four letters and more of the first."""
    yield alias.key
    for size in range(1, len(alias.parts) + 1):
        yield "".join(alias.parts[:size])
    first = alias.parts[0] if alias.parts else alias.key
    yield from (first[:size] for size in range(4, len(first)))


def _positions(lower: str, words: frozenset[str]) -> list[tuple[int, int]]:
    """Where any of the words stands as a whole word, in order."""
    places: list[tuple[int, int]] = []
    for word in words:
        start = lower.find(word)
        while start >= 0:
            end = start + len(word)
            alone = (start == 0 or not lower[start - 1].isalnum()) and (end == len(lower) or not lower[end].isalnum())
            if alone:
                places.append((start, end))
            start = lower.find(word, end)
    return sorted(places)


_CAPITAL_RUN = re.compile(r"(?:[A-Z][a-z]+[ -]){2,5}[A-Z][a-z]+")


def spelt_out(text: str, acronyms: dict[str, Alias]) -> list[NameMatch]:
    """Runs of capitalised words whose initials are a name: `Open Policy Agent` for `opa`."""
    found: list[NameMatch] = []
    for run in _CAPITAL_RUN.finditer(text):
        words = list(re.finditer(r"[A-Z][a-z]+", run[0]))
        for first in range(len(words)):
            for last in range(first + 2, len(words)):
                initials = "".join(word[0][0] for word in words[first : last + 1]).lower()
                alias = acronyms.get(initials)
                if alias:
                    found.append(NameMatch(run.start() + words[first].start(), run.start() + words[last].end(), alias))
    return found


def acronym_names(aliases: Iterable[Alias]) -> dict[str, Alias]:
    """The names of three to five letters that prose may spell out."""
    return {a.key: a for a in aliases if a.strength is Strength.NAME and 3 <= len(a.key) <= 5 and a.key.isalpha()}
