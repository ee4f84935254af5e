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
        return self._decoded[0]

    @property
    def misread(self) -> ArtefactError | None:
        """What to report of a `text` that had to be read as Latin-1; None, too, while nobody has asked for the text."""
        return self._decoded[1] if "_decoded" in vars(self) else None

    @cached_property
    def source(self) -> bytes:
        """The text as UTF-8, for tree-sitter; the bytes themselves where they are that already."""
        if self.content.isascii() and b"\r" not in self.content and b"\0" not in self.content:
            return self.content
        return self.text.encode("utf-8", "replace")

    @cached_property
    def _decoded(self) -> tuple[str, ArtefactError | None]:
        encoding = next((name for mark, name in _BOMS if self.content.startswith(mark)), "utf-8")
        misread = None
        try:
            text = self.content.decode(encoding)
        except UnicodeDecodeError as error:
            text = self.content.decode("latin-1")
            line = _unix_lines(text[: len(self.content) - len(error.object) + error.start]).count("\n") + 1
            byte, expected = error.object[error.start], encoding.removesuffix("-sig").upper()
            detail = f"read as Latin-1, as byte 0x{byte:02X} is not {expected}; save the file as UTF-8"
            misread = ArtefactError(self.path, line, detail, reason="encoding")
        if "\0" in text:
            detail = "holds NUL bytes: binary, or UTF-16 without a byte-order mark; save text as UTF-8"
            raise ArtefactError(self.path, 1, detail, reason="binary")
        return _unix_lines(text), misread


def _unix_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
