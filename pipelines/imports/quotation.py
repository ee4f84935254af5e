"""Finds the words of a text that speak of one thing, or of two together: without them nothing is taken over."""

import re
from collections.abc import Iterator, Sequence

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_LONGEST = 300
_WIDEST = 2_000
"""Of a paragraph in which two names count as standing together."""


def find_quote(text: str, names: Sequence[str]) -> tuple[int, str] | None:
    """The first paragraph that holds all names as whole words, in any case: its offset and its words around the first name."""
    patterns = [_pattern(name) for name in names]
    for start, paragraph in _paragraphs(text):
        found = [pattern.search(paragraph) for pattern in patterns]
        if all(found) and len(paragraph) <= _WIDEST:
            places = [match.start() for match in found if match]
            return start + min(places), _around(paragraph, min(places), max(match.end() for match in found if match))
    return None


def _pattern(name: str) -> re.Pattern[str]:
    words = [re.escape(word) for word in re.split(r"[\s_-]+", name.strip()) if word]
    # A name of no words at all must match nothing.
    joined = r"[\s_-]+".join(words)
    return re.compile(rf"(?<!\w){joined}(?!\w)" if words else r"(?!)", re.IGNORECASE)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for match in _PARAGRAPH.finditer(text):
        yield start, text[start : match.start()]
        start = match.end()
    yield start, text[start:]


def _around(paragraph: str, first: int, last: int) -> str:
    """The line or lines of the names, cut to length around the first one."""
    start = paragraph.rfind("\n", 0, first) + 1
    end = paragraph.find("\n", last)
    start = max(start, first - _LONGEST // 2)
    return " ".join(paragraph[start : end if end >= 0 else len(paragraph)][:_LONGEST].split())
