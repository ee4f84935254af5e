"""AsciiDoc: headings, attributes, lists, tables and links, read tolerantly line by line."""

import re

from pipelines.documents.document import BlockKind, Document
from pipelines.documents.document_builder import DocumentBuilder

_HEADING = re.compile(r"(={1,6}|#{1,6})\s+(\S.*)")
_ITEM = re.compile(r"\s*(\*{1,5}|-{1,5}|\.{1,5}|\d+\.)\s+(\S.*)")
_FENCE = re.compile(r"(-{4,}|\.{4,}|`{3,}|/{4,}|\+{4,})\s*$")
_CONTAINER = re.compile(r"(={4,}|\*{4,}|_{4,}|--)\s*$")
_ATTRIBUTE = re.compile(r":!?([\w-]+)!?:\s*(.*)")
_LABELLED = re.compile(r"(\S[^:]{0,60})::\s+(\S.*)|(\S[^:]{0,60})::\s*$")
_BLOCK_LINE = re.compile(r"\[[^\]]*\]\s*$|\.\S[^.].*$|//(?!/).*$|include::.*$|<{3,}\s*$|'{3,}\s*$|\+\s*$")
_LINK = re.compile(
    r"(?:link:|xref:)([^\[\]\s]{1,500})\[([^\[\]]{0,300})\]|<<([^<>,]{1,300})(?:,\s*([^<>]{1,300}))?>>|(https?://[^\s\[\]]{1,500})\[([^\[\]]{1,300})\]"
)
_SHOWN = frozenset(
    {"status", "date", "revdate", "deciders", "author", "tags", "supersedes", "superseded-by", "applies-to", "scope"}
)


def read_asciidoc(path: str, text: str, first_line: int = 1) -> Document:
    """The document's structure, its links turned into Markdown's so that one reader of inline markup serves all."""
    builder = DocumentBuilder()
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        index = _step(builder, lines, index, first_line)
    return builder.finish(path, text, {})


def _step(builder: DocumentBuilder, lines: list[str], index: int, first_line: int) -> int:
    line, number = lines[index], first_line + index
    fence = _FENCE.match(line)
    if fence:
        end = _find(lines, index + 1, fence[1])
        if line[0] != "/":
            builder.paragraph("\n".join(lines[index + 1 : end]), number + 1, BlockKind.CODE)
        return end + 1
    if line.startswith("|===") or line.startswith("!==="):
        return _table(builder, lines, index, first_line)
    heading = _HEADING.fullmatch(line)
    if heading:
        builder.heading(len(heading[1]), _links(heading[2]), number)
        return index + 1
    attribute = _ATTRIBUTE.fullmatch(line)
    if attribute:
        if attribute[1].lower() in _SHOWN:
            builder.paragraph(f"{attribute[1].removeprefix('rev')}: {attribute[2]}", number)
        return index + 1
    if not line.strip() or _CONTAINER.match(line) or _BLOCK_LINE.match(line):
        return index + 1
    labelled = _LABELLED.fullmatch(line)
    if labelled:
        text = f"**{labelled[1]}:** {labelled[2]}" if labelled[1] else f"**{labelled[3]}:**"
        builder.paragraph(_links(text), number)
        return index + 1
    return _flow(builder, lines, index, first_line)


def _flow(builder: DocumentBuilder, lines: list[str], index: int, first_line: int) -> int:
    """A list item or a paragraph with the lines that continue it."""
    item = _ITEM.fullmatch(lines[index])
    taken = [item[2] if item else lines[index]]
    end = index + 1
    while end < len(lines) and _continues(lines[end]):
        taken.append(lines[end])
        end += 1
    text = _links("\n".join(taken))
    if item:
        builder.item(text, first_line + index, len(item[1]) if item[1][0] in "*-." else 1)
    else:
        builder.paragraph(text, first_line + index)
    return end


def _continues(line: str) -> bool:
    starts_other = (_HEADING, _ITEM, _FENCE, _CONTAINER, _ATTRIBUTE, _LABELLED)
    return (
        bool(line.strip())
        and not line.startswith("|===")
        and not any(p.fullmatch(line) for p in starts_other)
        and line.strip() != "+"
    )


def _find(lines: list[str], start: int, mark: str) -> int:
    """The index of the closing line, or of the end."""
    return next((i for i in range(start, len(lines)) if lines[i].rstrip() == mark), len(lines))


def _table(builder: DocumentBuilder, lines: list[str], index: int, first_line: int) -> int:
    end = _find(lines, index + 1, lines[index][:4])
    columns = 0
    header: tuple[str, ...] = ()
    cells: list[str] = []
    started = first_line + index + 1
    for number in range(index + 1, end):
        line = lines[number]
        found = [_links(cell.strip()) for cell in re.split(r"(?:^|\s)(?:\d+\+|[<^>.aehlmsv]{1,3})?\|", line)[1:]]
        if not line.strip():
            continue
        if not found and cells:
            cells[-1] += " " + line.strip()
            continue
        columns = columns or max(2, len(found))
        if not cells:
            started = first_line + number
        cells += found
        while columns and len(cells) >= columns:
            row, cells = tuple(cells[:columns]), cells[columns:]
            builder.row(row, header, started)
            header = header or (row if len(row) > 2 else ())
            started = first_line + number
    if cells:
        builder.row(tuple(cells), header, started)
    return end + 1


def _links(text: str) -> str:
    return _LINK.sub(_markdown_link, text).replace("+\n", "\n")


def _markdown_link(found: re.Match[str]) -> str:
    target = found[1] or found[3] or found[5]
    label = found[2] or found[4] or found[6] or target
    return f"[{label}]({target.replace(' ', '%20')})"
