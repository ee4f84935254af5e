"""From the text of a file to a Document with its metadata, by the reader that its suffix asks for."""

from pipelines.documents.document import Document
from pipelines.documents.front_matter import split_front_matter, with_fields
from pipelines.documents.markdown_sections import read_markdown

SUFFIXES = (".md", ".mdx", ".markdown", ".html.md.erb", ".md.erb", ".html.md", ".adoc", ".asciidoc", ".rst")


def read_document(path: str, text: str) -> Document:
    """The structure and metadata of a document. `path` is relative to its repository; `text` has LF line ends."""
    body, front, first_line = split_front_matter(text)
    if path.endswith((".adoc", ".asciidoc")):
        from pipelines.documents.asciidoc_sections import read_asciidoc

        return with_fields(read_asciidoc(path, body, first_line), front)
    if path.endswith(".rst"):
        from pipelines.documents.rst_sections import read_rst

        return with_fields(read_rst(path, body, first_line), front)
    return with_fields(read_markdown(path, body, first_line), front)
