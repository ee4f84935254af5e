"""From the text of a file to a Document with its metadata, by the reader that its suffix asks for."""

from dataclasses import replace

from pipelines.documents.document import Document
from pipelines.documents.front_matter import split_front_matter, with_fields
from pipelines.documents.markdown_sections import read_markdown

MAX_CHARS = 400_000
MAX_LINES = 20_000
"""More than any prose has: of a longer document the first part is read, and `is_cut` says so."""


def read_document(path: str, text: str) -> Document:
    """The structure and metadata of a document. `path` is relative to its repository; `text` has LF line ends."""
    end = _end(text)
    document = _read(path, text[:end])
    return replace(document, is_cut=True) if end < len(text) else document


def _end(text: str) -> int:
    if len(text) <= MAX_CHARS and text.count("\n") <= MAX_LINES:
        return len(text)
    end = 0
    for _ in range(MAX_LINES):
        following = text.find("\n", end, MAX_CHARS)
        if following < 0:
            return min(len(text), MAX_CHARS)
        end = following + 1
    return end


def _read(path: str, text: str) -> Document:
    body, front, first_line = split_front_matter(text)
    if path.endswith((".adoc", ".asciidoc")):
        from pipelines.documents.asciidoc_sections import read_asciidoc

        return with_fields(read_asciidoc(path, body, first_line), front)
    if path.endswith(".rst"):
        from pipelines.documents.rst_sections import read_rst

        return with_fields(read_rst(path, body, first_line), front)
    return with_fields(read_markdown(path, body, first_line), front)
