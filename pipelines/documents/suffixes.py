"""Which file names can be documents: a name alone, so that a walk needs none of what reads them."""

SUFFIXES = (".md", ".mdx", ".markdown", ".html.md.erb", ".md.erb", ".html.md", ".adoc", ".asciidoc", ".rst")


def is_document(path: str) -> bool:
    """Whether the file's suffix is one that a reader knows."""
    return path.lower().endswith(SUFFIXES)
