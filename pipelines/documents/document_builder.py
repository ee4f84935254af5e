"""Builds a Document from a reader's stream of headings, paragraphs, items and rows; opens sections for bold labels."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipelines.documents.chat_log import Message
from pipelines.documents.document import Block, BlockKind, Document, Section
from pipelines.documents.section_kinds import SectionKind, is_known_label, section_kind

MAX_BLOCK_CHARS = 20_000
"""A longer block is cut: no prose has one, and every rule below this is linear in it."""
MAX_BLOCKS = 20_000
MAX_SECTIONS = 4_000
_MAX_TITLE = 200

_BOLD_LABEL = re.compile(
    r"[^\w\s*_`\[|]{0,4}\s?(\*\*|__)(?P<label>[^*_\n]{1,80}?)(?P<inner>:?)\1\s?(?P<outer>:|\u2013|—|-(?=\s))?\s*"
)
_PLAIN_LABEL = re.compile(r"(?P<label>[^\W\d_][\w '/&-]{2,40}):\s*$")


@dataclass(slots=True)
class DocumentBuilder:
    """Collects blocks in reading order; `finish` makes the immutable Document."""

    sections: list[Section] = field(default_factory=lambda: [Section("", 0, 1, -1)])
    blocks: list[Block] = field(default_factory=list)
    _heading: int = 0
    _label: int = -1
    _items: list[tuple[int, int, int]] = field(default_factory=list)
    _last_paragraph: int = -1
    _is_cut: bool = False

    def heading(self, level: int, title: str, line: int) -> None:
        """Opens a section; a deeper level becomes its parent's child."""
        if len(title) > _MAX_TITLE or len(self.sections) >= MAX_SECTIONS:
            self.paragraph(title, line)
            return
        parent = self._heading
        while parent > 0 and self.sections[parent].level >= level:
            parent = self.sections[parent].parent
        self.sections.append(Section(title.strip(), level, line, parent))
        self._heading, self._label, self._last_paragraph = len(self.sections) - 1, -1, -1
        self._items.clear()

    def paragraph(self, text: str, line: int, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """A paragraph outside any list. One that is only a label opens a section up to the next label or heading."""
        self._items.clear()
        found = _BOLD_LABEL.match(text) if kind is BlockKind.PARAGRAPH else None
        if found and found.end() == len(text):
            self._label = self._open_label(found["label"], line, self._heading)
            self._last_paragraph = -1
            return
        plain = _PLAIN_LABEL.fullmatch(text) if kind is BlockKind.PARAGRAPH and len(text) < 60 else None
        if plain and is_known_label(plain["label"]):
            self._label = self._open_label(plain["label"], line, self._heading)
            self._last_paragraph = -1
            return
        section = self._current()
        if found and (found["inner"] or found["outer"]):
            section = self._open_label(found["label"], line, section)
        self._add(Block(kind, text, line, section))
        self._last_paragraph = len(self.blocks) - 1 if text.rstrip().endswith(":") else -1

    def item(self, text: str, line: int, depth: int) -> None:
        """A list item, `depth` from 1. A bold label at its start names a section for it and its children."""
        while self._items and self._items[-1][0] >= depth:
            self._items.pop()
        _, lead, section = self._items[-1] if self._items else (0, self._last_paragraph, self._current())
        if lead >= 0 and not self._items:
            section = self.blocks[lead].section
        found = _BOLD_LABEL.match(text)
        if found and (found["inner"] or found["outer"] or found.end() == len(text)):
            section = self._open_label(found["label"], line, section)
        self._add(Block(BlockKind.ITEM, text, line, section, depth, lead))
        self._items.append((depth, len(self.blocks) - 1, section))

    def more_of_item(self, text: str, line: int, kind: BlockKind = BlockKind.ITEM) -> None:
        """A further paragraph of the item that was added last."""
        if not self._items:
            self.paragraph(text, line, kind)
            return
        depth, lead, section = self._items[-1]
        self._add(Block(kind, text, line, section, depth, lead))

    def messages(self, messages: Sequence[Message]) -> None:
        """Lines with a time or a speaker: what is said in them is a timeline, whatever heading they stand under, unless it says more."""
        self._items.clear()
        section = self._current()
        if section_kind(self.sections[section].title) is SectionKind.OTHER:
            section = self._label = self._open_label("Timeline", messages[0].line, self._heading)
        for message in messages:
            self._add(Block(BlockKind.ITEM, message.text, message.line, section, 1))

    def row(self, cells: tuple[str, ...], header: tuple[str, ...], line: int) -> None:
        """A table row below its header."""
        text = " | ".join(cell for cell in cells if cell)
        lead = self._items[-1][1] if self._items else self._last_paragraph
        section = self._items[-1][2] if self._items else self._current()
        if len(cells) == 2 and is_known_label(cells[0].strip(" *_:")):
            section = self._open_label(cells[0].strip(" *_:"), line, section)
        self._add(Block(BlockKind.ROW, text, line, section, 0, lead, cells, header))

    def finish(self, path: str, text: str, definitions: dict[str, str]) -> Document:
        """The document, without its metadata fields."""
        return Document(path, text, tuple(self.sections), tuple(self.blocks), definitions, is_cut=self._is_cut)

    def _current(self) -> int:
        return self._label if self._label >= 0 else self._heading

    def _open_label(self, title: str, line: int, parent: int) -> int:
        if len(self.sections) >= MAX_SECTIONS:
            return parent
        self.sections.append(Section(title.strip(), self.sections[parent].level + 1, line, parent, is_label=True))
        return len(self.sections) - 1

    def _add(self, block: Block) -> None:
        if not block.text.strip():
            return
        if len(self.blocks) >= MAX_BLOCKS:
            self._is_cut = True
            return
        if len(block.text) > MAX_BLOCK_CHARS:
            self._is_cut = self._is_cut or block.kind is not BlockKind.CODE
            block = Block(block.kind, block.text[:MAX_BLOCK_CHARS], block.line, block.section, block.depth, block.lead)
        self.blocks.append(block)
