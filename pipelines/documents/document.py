"""A text document as its reader left it: sections, blocks with line numbers, link definitions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pipelines.documents.inline import Inline, plain


class BlockKind(StrEnum):
    """What a block is; the rules weigh a table row or a list item differently from a paragraph."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    QUOTE = "quote"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it.

    `level` 0 is the part before any heading. A bold label (`**Impact**: …`) opens a section too: `is_label`.
    `parent` is the index of the enclosing section, -1 for none.
    """

    title: str
    level: int
    line: int
    parent: int
    is_label: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list item, table row, quote or code block.

    `text` is its inline markup with the line ends of the source, so that counting those before an offset gives the
    offset's line. `lead` is the index of the block that introduces it (the paragraph that ends in a colon, the
    parent item), -1 for none. A row's `cells` are its columns, and `header` the table's first row.
    """

    kind: BlockKind
    text: str
    line: int
    section: int
    depth: int = 0
    lead: int = -1
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A read document. `definitions` maps a link label (lower case) to its target; `fields` are front matter and such; `is_cut`: it was too long."""

    path: str
    text: str
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    definitions: Mapping[str, str] = field(default_factory=dict)
    fields: tuple["Field", ...] = ()
    is_cut: bool = False
    _plain: dict[int, Inline] = field(default_factory=dict, compare=False, repr=False)

    def plain(self, block: int) -> Inline:
        """A block as plain text; folded once, as several readers ask for it."""
        known = self._plain.get(block)
        if known is None:
            known = self._plain[block] = plain(self.blocks[block].text, self.definitions)
        return known

    def heading(self, section: int) -> Inline:
        """A section's title as plain text."""
        known = self._plain.get(-1 - section)
        if known is None:
            known = self._plain[-1 - section] = plain(self.sections[section].title, self.definitions)
        return known

    def chain(self, section: int) -> list[int]:
        """The indices of a section and of what encloses it, innermost first."""
        chain: list[int] = []
        while section >= 0:
            chain.append(section)
            section = self.sections[section].parent
        return chain


@dataclass(frozen=True, slots=True)
class Field:
    """One piece of metadata: `key` is folded (`superseded_by`), `value` its markup, `origin` front-matter, table, line or section."""

    key: str
    value: str
    line: int
    origin: str
