"""reStructuredText: headings by their underlines, field lists, bullets, list tables and links, read tolerantly line by line."""

import re

from pipelines.documents.document import BlockKind, Document
from pipelines.documents.document_builder import DocumentBuilder

_UNDERLINE = re.compile(r"([=\-~^\"'`#*+.:_])\1{2,}\s*$")
_ITEM = re.compile(r"(\s*)([-*+•]|\d{1,3}[.)]|#\.|\(?[a-z]\))\s+(\S.*)")
_FIELD = re.compile(r":([\w -]{1,40}):\s+(\S.*)")
_DIRECTIVE = re.compile(r"(\s*)\.\. ([\w-]+)::\s*(.*)")
_TARGET = re.compile(r"\.\. _(`?)([^:`]{1,200})\1:\s*(\S*)\s*$")
_COMMENT = re.compile(r"\.\.(?: .*)?$")
_RULE = re.compile(r"\s*[+=|][-=+|\s]*$")
_GRID_ROW = re.compile(r"\s*\|(.*)\|\s*$")
_LINK = re.compile(
    r"`([^`<>]{0,300}?)\s*<([^<>`]{1,600})>`_{0,2}|:(?:doc|ref|download):`(?:([^`<>]{1,300}?)\s*<([^<>`]{1,300})>|([^`<>]{1,300}))`|`([^`<>]{1,300})`_{1,2}"
)
_LITERAL = re.compile(r"``([^`]{1,1000})``")
_PROSE_DIRECTIVES = frozenset({"note", "warning", "important", "tip", "admonition", "attention", "caution", "hint"})


def read_rst(path: str, text: str, first_line: int = 1) -> Document:
    """The document's structure, its links turned into Markdown's so that one reader of inline markup serves all."""
    builder = DocumentBuilder()
    lines = text.split("\n")
    definitions = {found[2].lower(): found[3] for found in map(_TARGET.fullmatch, lines) if found and found[3]}
    levels: list[str] = []
    index = 0
    while index < len(lines):
        index = _step(builder, lines, index, first_line, levels)
    return builder.finish(path, text, definitions)


def _step(builder: DocumentBuilder, lines: list[str], index: int, first_line: int, levels: list[str]) -> int:
    line = lines[index]
    if not line.strip():
        return index + 1
    above = (
        1
        if _UNDERLINE.fullmatch(line)
        and index + 2 < len(lines)
        and _UNDERLINE.fullmatch(lines[index + 2])
        and lines[index + 1].strip()
        else 0
    )
    title = lines[index + above]
    under = lines[index + above + 1] if index + above + 1 < len(lines) else ""
    if (
        _UNDERLINE.fullmatch(under)
        and title.strip()
        and not _UNDERLINE.fullmatch(title)
        and len(under.rstrip()) >= min(3, len(title.strip()))
    ):
        style = under[0] + ("o" if above else "")
        if style not in levels:
            levels.append(style)
        builder.heading(levels.index(style) + 1, _inline(title.strip()), first_line + index + above)
        return index + above + 2
    directive = _DIRECTIVE.fullmatch(line)
    if directive:
        return _directive(builder, lines, index, first_line, directive)
    if _TARGET.fullmatch(line) or (_COMMENT.fullmatch(line) and not line.startswith("...")):
        return index + 1
    field = _FIELD.fullmatch(line)
    if field:
        builder.paragraph(f"{field[1]}: {_inline(field[2])}", first_line + index)
        return index + 1
    grid = _GRID_ROW.fullmatch(line)
    if grid and index and (_RULE.fullmatch(lines[index - 1]) or _GRID_ROW.fullmatch(lines[index - 1])):
        cells = tuple(_inline(cell.strip()) for cell in grid[1].split("|"))
        builder.row(cells, (), first_line + index)
        return index + 1
    if _RULE.fullmatch(line) or _UNDERLINE.fullmatch(line):
        return index + 1
    return _flow(builder, lines, index, first_line)


def _flow(builder: DocumentBuilder, lines: list[str], index: int, first_line: int) -> int:
    item = _ITEM.fullmatch(lines[index])
    taken = [item[3] if item else lines[index].strip()]
    end = index + 1
    while (
        end < len(lines)
        and lines[end].strip()
        and not _ITEM.fullmatch(lines[end])
        and not _DIRECTIVE.fullmatch(lines[end])
        and not _FIELD.fullmatch(lines[end])
    ):
        if end + 1 < len(lines) and _UNDERLINE.fullmatch(lines[end + 1]):
            break
        taken.append(lines[end].strip())
        end += 1
    text = _inline("\n".join(taken))
    literal = text.endswith("::")
    text = text.removesuffix(":") if literal else text
    if item:
        builder.item(text, first_line + index, len(item[1]) // 2 + 1)
    else:
        builder.paragraph(text, first_line + index)
    return _skip_indented(lines, end, len(item[1]) if item else 0) if literal else end


def _directive(
    builder: DocumentBuilder, lines: list[str], index: int, first_line: int, directive: re.Match[str]
) -> int:
    """Admonitions keep their text, list tables become rows, everything else is code or nothing."""
    name, end = directive[2].lower(), _skip_indented(lines, index + 1, len(directive[1]))
    if name in _PROSE_DIRECTIVES:
        body = "\n".join(line.strip() for line in (directive[3], *lines[index + 1 : end])).strip()
        builder.paragraph(_inline(body), first_line + index)
    elif name == "list-table":
        _list_table(builder, lines, index + 1, end, first_line)
    elif name in ("code", "code-block", "sourcecode", "parsed-literal"):
        builder.paragraph("\n".join(lines[index + 1 : end]), first_line + index + 1, BlockKind.CODE)
    return end


def _list_table(builder: DocumentBuilder, lines: list[str], start: int, end: int, first_line: int) -> None:
    cells: list[str] = []
    row_line = first_line + start
    for number in range(start, end):
        found = re.fullmatch(r"\s*(\*\s+)?-\s?(.*)", lines[number])
        if found and found[1]:
            if cells:
                builder.row(tuple(cells), (), row_line)
            cells, row_line = [_inline(found[2].strip())], first_line + number
        elif found:
            cells.append(_inline(found[2].strip()))
        elif cells and lines[number].strip() and not lines[number].strip().startswith(":"):
            cells[-1] += " " + _inline(lines[number].strip())
    if cells:
        builder.row(tuple(cells), (), row_line)


def _skip_indented(lines: list[str], start: int, indent: int) -> int:
    end = start
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent):
        end += 1
    return end


def _inline(text: str) -> str:
    return _LITERAL.sub(r"`\1`", _LINK.sub(_markdown_link, text))


def _markdown_link(found: re.Match[str]) -> str:
    if found[2]:
        return f"[{found[1] or found[2]}]({found[2].strip().replace(' ', '%20')})"
    if found[6]:
        return f"[{found[6]}]"
    target = (found[4] or found[5]).strip()
    return f"[{found[3] or target}]({target.replace(' ', '%20')})"
