"""Markdown (.md, .mdx, .html.md.erb): headings, paragraphs, items, rows and link definitions, by markdown-it-py's block rules."""

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pipelines.documents.chat_log import is_transcript, spoken_lines, timed_lines
from pipelines.documents.document import BlockKind, Document
from pipelines.documents.document_builder import DocumentBuilder

_ERB = re.compile(r"<%(?:(?!<%).){0,2000}?%>", re.S)
_MDX = re.compile(r"^(?:import|export)\s.*$", re.M)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,300}>")

# Only the block rules run: inline markup is read by `inline.py`, sentence by sentence, and only where a name occurs.
_MARKDOWN = MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"], True)


def read_markdown(path: str, text: str, first_line: int = 1) -> Document:
    """The document's structure. `text` is without its front matter; `first_line` is the source line that it starts on."""
    environment: dict[str, object] = {}
    tokens = _MARKDOWN.parse(_without_templates(path, text), environment)
    builder = DocumentBuilder()
    _Walk(builder, first_line, is_transcript=is_transcript(text)).walk(tokens)
    references = environment.get("references")
    definitions = {}
    if isinstance(references, dict):
        definitions = {str(label).lower(): str(target.get("href", "")) for label, target in references.items()}
    return builder.finish(path, text, definitions)


def _without_templates(path: str, text: str) -> str:
    if path.endswith(".erb"):
        text = _ERB.sub(_keep_lines, text)
    if path.endswith(".mdx"):
        text = _MDX.sub("", text)
    return _COMMENT.sub(_keep_lines, text)


def _keep_lines(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


class _Walk:
    """One pass over the flat token list; `depth` counts open lists."""

    def __init__(self, builder: DocumentBuilder, first_line: int, *, is_transcript: bool) -> None:
        self.builder = builder
        self.first_line = first_line
        self.is_transcript = is_transcript
        self.depth = 0
        self.quote = 0
        self.item_is_new = False

    def walk(self, tokens: list[Token]) -> None:
        index = 0
        while index < len(tokens):
            index = self._step(tokens, index)

    def _step(self, tokens: list[Token], index: int) -> int:
        token = tokens[index]
        kind = token.type
        if kind == "heading_open":
            self.builder.heading(int(token.tag[1:]), _strip_heading(tokens[index + 1].content), self._line(token))
            return index + 3
        if kind == "paragraph_open":
            self._paragraph(tokens[index + 1].content, self._line(token))
            return index + 3
        if kind == "table_open":
            return self._table(tokens, index)
        if kind in ("fence", "code_block"):
            self._code(token.content, self._line(token) + (kind == "fence"))
        elif kind == "html_block":
            text = _TAG.sub(" ", token.content)
            if text.strip():
                self._paragraph(text.rstrip(), self._line(token))
        else:
            self._nesting(kind)
        return index + 1

    def _nesting(self, kind: str) -> None:
        if kind in ("bullet_list_open", "ordered_list_open"):
            self.depth += 1
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self.depth -= 1
        elif kind == "list_item_open":
            self.item_is_new = True
        elif kind == "blockquote_open":
            self.quote += 1
        elif kind == "blockquote_close":
            self.quote -= 1

    def _paragraph(self, text: str, line: int) -> None:
        if self.depth and self.item_is_new:
            self.builder.item(text, line, self.depth)
            self.item_is_new = False
        elif self.depth:
            self.builder.more_of_item(text, line)
        elif messages := timed_lines(text, line, transcript=self.is_transcript):
            self.builder.messages(messages)
        else:
            self.builder.paragraph(text, line, BlockKind.QUOTE if self.quote else BlockKind.PARAGRAPH)

    def _code(self, text: str, line: int) -> None:
        if self.depth:
            self.builder.more_of_item(text, line, BlockKind.CODE)
        elif messages := spoken_lines(text, line):
            self.builder.messages(messages)
        else:
            self.builder.paragraph(text, line, BlockKind.CODE)

    def _table(self, tokens: list[Token], index: int) -> int:
        header: tuple[str, ...] = ()
        cells: list[str] = []
        line = self._line(tokens[index])
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type == "tr_open":
                cells, line = [], self._line(token)
            elif token.type == "inline":
                cells.append(token.content)
            elif token.type == "tr_close":
                if header or not any(cells):
                    self.builder.row(tuple(cells), header, line)
                elif tokens[index + 1].type == "thead_close":
                    header = tuple(cells)
                    self.builder.row(header, (), line)
                else:
                    self.builder.row(tuple(cells), header, line)
            index += 1
        return index + 1

    def _line(self, token: Token) -> int:
        return self.first_line + (token.map[0] if token.map else 0)


def _strip_heading(text: str) -> str:
    return text.strip().strip("*_").strip()
