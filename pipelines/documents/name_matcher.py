"""Finds every known name in a text in one pass: words are joined over spaces, hyphens and underscores and looked up."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pipelines.documents.aliases import Alias, Strength

_WORD = re.compile(r"[^\W_]+")
_JOINT = re.compile(r"[ \t\n\u00a0]{1,3}|[-_\u2010\u2011]|[ ]?\n[ >*]{0,6}")
_MAX_WORDS = 8
_ADJECTIVE = re.compile(
    r"(?:based|specific|like|side|only|wide|style|aware|friendly|compatible|native|ready|related|facing|driven|to|and|or|as|is|prod|production"
    r"|staging|dev|test|preprod|uat|\w+(?:ed|ing))(?![^\W_]|[-_][^\W_])",
    re.I,
)
_FILE = re.compile(r"\.(?:md|ya?ml|json|py|js|ts|go|java|kt|cs|rb|conf|properties|scala|tf|sh|html|xml|toml|sql|proto)\b", re.I)


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

    def matches(self, text: str) -> list[NameMatch]:
        """The longest match at each place, left to right, without overlaps."""
        found: list[NameMatch] = []
        words = [(match.start(), match.end(), match[0].lower()) for match in _WORD.finditer(text)]
        index, count = 0, len(words)
        while index < count:
            if words[index][2] not in self._prefixes:
                index += 1
                continue
            last, alias = self._longest(text, words, index)
            match = self._bounded(text, words[index][0], words[last][1], alias) if alias else None
            if match:
                found.append(match)
                index = last + 1
            else:
                index += 1
        return found

    def _longest(self, text: str, words: list[tuple[int, int, str]], first: int) -> tuple[int, Alias | None]:
        key = words[first][2]
        best, best_last = self._accepted(key, text, words[first][0], words[first][1]), first
        for last in range(first + 1, min(first + _MAX_WORDS, len(words))):
            if not _JOINT.fullmatch(text[words[last - 1][1] : words[last][0]]):
                break
            key += words[last][2]
            if key not in self._prefixes:
                break
            alias = self._accepted(key, text, words[first][0], words[last][1])
            if alias:
                best, best_last = alias, last
        return best_last, best

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
