"""Cuts a document at its headings into text units with line numbers: what is indexed for search and sent to a model."""

from collections.abc import Iterator

from pipelines.documents.document import Document
from pipelines.documents.records import TextUnit

MAX_UNIT_CHARS = 6_000
"""About 1,500 tokens: a long section is cut at blank lines below this."""


def split_document(document_id: str, document: Document, text: str) -> list[TextUnit]:
    """The units in order; together they hold every line of the text that is not blank."""
    lines = text.split("\n")
    starts = [
        (section.line, index) for index, section in enumerate(document.sections) if index and not section.is_label
    ]
    bounds = [(1, 0), *starts]
    units: list[TextUnit] = []
    for place, (start, section) in enumerate(bounds):
        end = bounds[place + 1][0] - 1 if place + 1 < len(bounds) else len(lines)
        heading = " > ".join(
            document.heading(i).text for i in reversed(document.chain(section)) if document.sections[i].title
        )
        for first, last in _pieces(lines, start, end):
            units.append(
                TextUnit(f"{document_id}#{len(units) + 1}", heading, "\n".join(lines[first - 1 : last]), first, last)
            )
    return units


def _pieces(lines: list[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Line ranges of at most MAX_UNIT_CHARS (more only for one longer line), cut at blank lines where there are any."""
    first, size, blank = start, 0, 0
    for number in range(start, end + 1):
        size += len(lines[number - 1]) + 1
        if size > MAX_UNIT_CHARS and number > first:
            last = blank if blank > first else number - 1
            yield from _trimmed(lines, first, last)
            first, size = last + 1, sum(len(lines[i - 1]) + 1 for i in range(last + 1, number + 1))
        if not lines[number - 1].strip():
            blank = number
    yield from _trimmed(lines, first, end)


def _trimmed(lines: list[str], first: int, last: int) -> Iterator[tuple[int, int]]:
    while first <= last and not lines[first - 1].strip():
        first += 1
    while last >= first and not lines[last - 1].strip():
        last -= 1
    if first <= last:
        yield first, last
