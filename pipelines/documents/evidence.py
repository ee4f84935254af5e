"""Whether a quotation stands in a document, white space and markup folded, and on which line."""

import re
from bisect import bisect_right

from pipelines.documents.document import Document
from pipelines.documents.inline import fold, plain

MIN_QUOTE = 3
MAX_QUOTE = 600


_MARKER = re.compile(r"^\s*(?:[-*+•\u2013]|\d{1,3}[.)]|#{1,6}|>)\s+")
"""A list bullet or such in front of a quotation."""


class EvidenceIndex:
    """A document folded once: plain words, one space between, with the line on which each piece starts."""

    def __init__(self, document: Document) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []
        self._lines: list[int] = []
        length = 0
        for text, line in _lines(document):
            folded = fold(text)
            if folded:
                pieces.append(folded)
                self._starts.append(length)
                self._lines.append(line)
                length += len(folded) + 1
        self._text = " ".join(pieces)
        self._lower = self._text.lower()

    def line_of(self, quote: str) -> int | None:
        """The line on which the quotation starts, None where it does not stand in the document or is too short to tell."""
        quote = _MARKER.sub("", quote)
        for form in (fold(quote), fold(plain(quote, {}).text)):
            if len(form) >= MIN_QUOTE:
                place = self._text.find(form)
                # A sentence that a model opens with a capital, or one that stands in capitals, is still verbatim.
                place = place if place >= 0 or len(self._lower) != len(self._text) else self._lower.find(form.lower())
                if place >= 0:
                    return self._lines[bisect_right(self._starts, place) - 1]
        return None


def _lines(document: Document) -> list[tuple[str, int]]:
    """Each line of plain text with its number: headings, blocks, then metadata."""
    found: list[tuple[str, int]] = [
        (document.heading(i).text, s.line) for i, s in enumerate(document.sections) if s.title and not s.is_label
    ]
    for index, block in enumerate(document.blocks):
        found += [(text, block.line + offset) for offset, text in enumerate(document.plain(index).text.split("\n"))]
    found.sort(key=lambda pair: pair[1])
    return found + [(field.value, field.line) for field in document.fields if field.origin == "front-matter"]
