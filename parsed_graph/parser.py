"""What a parser is: patterns that choose artefacts, and a pure function from one artefact to facts."""

import codecs
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import Fact

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class Artefact:
    """One file of a repository. `path` is relative to the repository, with `/`.

    `siblings` are the names of the files in its folder: a parser may look at them, never at their content.
    """

    path: str
    content: bytes
    siblings: Set[str] = frozenset()

    @property
    def name(self) -> str:
        """The file name without its folders."""
        return self.path.rpartition("/")[2]

    @property
    def directory(self) -> str:
        """The folder, "" for the repository's root."""
        return self.path.rpartition("/")[0]

    @cached_property
    def text(self) -> str:
        """The content with LF line ends. UTF-8, or what a byte-order mark says; bytes that are neither are read as Latin-1.

        Raises ArtefactError for binary content (NUL bytes in what is no UTF-16 or UTF-32).
        """
        encoding = next((name for mark, name in _BOMS if self.content.startswith(mark)), "utf-8")
        try:
            text = self.content.decode(encoding)
        except UnicodeDecodeError:
            text = self.content.decode("latin-1")
        if "\0" in text:
            raise ArtefactError(self.path, 1, "holds NUL bytes: binary, or in an unknown encoding", reason="binary")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def source(self) -> bytes:
        """The text as UTF-8, for tree-sitter; the bytes themselves where they are that already."""
        if self.content.isascii() and b"\r" not in self.content and b"\0" not in self.content:
            return self.content
        return self.text.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Parser:
    """Reads one kind of artefact.

    `patterns` are glob patterns over the repository-relative path: `Procfile`, `*.proto`, `.github/CODEOWNERS`;
    one without `/` matches the file name in any folder. `parse` yields facts, and raises ArtefactError when the
    whole file is unusable; it must terminate on any input and never read another file.
    """

    name: str
    patterns: tuple[str, ...]
    parse: Callable[[Artefact], Iterator[Fact]]
