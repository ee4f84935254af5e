"""Which file names can be documents: a name alone, so that a walk needs none of what reads them."""

import re

SUFFIXES = (".md", ".mdx", ".markdown", ".html.md.erb", ".md.erb", ".html.md", ".adoc", ".asciidoc", ".rst")
_SUFFIX = re.compile(r"(?:\.html)?\.(?:md|mdx|adoc|asciidoc|rst|markdown)(?:\.erb)?$", re.I)


def is_document(path: str) -> bool:
    """Whether the file's suffix is one that a reader knows."""
    return path.lower().endswith(SUFFIXES)


def file_stem(path: str) -> str:
    """The file name without its folders and its suffixes."""
    return _SUFFIX.sub("", path.rpartition("/")[2])
