"""A small drawing as SVG: boxes in columns, from left to right, and the lines between them; nothing in it runs or is fetched."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from pipelines.serving.terminal_text import one_line

MOST = 14
"""Boxes of a column; more are one box that counts them."""
_WIDTH, _HEIGHT = 224, 34
_ACROSS, _DOWN = 310, 46
_MARGIN, _HEAD = 12, 26
_LETTERS = 29


@dataclass(frozen=True, slots=True)
class Box:
    """`tone` is service, record, plain, breaking, unknown or start."""

    id: str
    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class Join:
    """A line from one box to another; `is_faint` for what is only said."""

    source: str
    target: str
    is_faint: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """Boxes below one another under a title, in the order in which they should be seen."""

    title: str
    boxes: tuple[Box, ...]


def columns_svg(columns: Sequence[Column], joins: Sequence[Join], label: str) -> str:
    """The drawing; "" where no column holds anything. A box whose id stands in several columns is drawn in the first."""
    shown = _kept(columns)
    places = _places(shown, joins)
    if not places:
        return ""
    width = _MARGIN * 2 + (len(shown) - 1) * _ACROSS + _WIDTH
    rows = max(len(column.boxes) for column in shown)
    height = _MARGIN * 2 + _HEAD + rows * _DOWN
    parts = [
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(one_line(label))}"'
        ' xmlns="http://www.w3.org/2000/svg"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
    ]
    parts += [
        f'<text class="head" x="{_MARGIN + number * _ACROSS}" y="{_MARGIN + 10}">{escape(column.title)}</text>'
        for number, column in enumerate(shown)
    ]
    for join in dict.fromkeys(joins):
        if join.source in places and join.target in places and join.source != join.target:
            parts.append(_line(places[join.source], places[join.target], is_faint=join.is_faint))
    parts += [_box(box, places[box.id]) for column in shown for box in column.boxes]
    return "".join([*parts, "</svg>"])


def _kept(columns: Sequence[Column]) -> list[Column]:
    """Each box once, and no column longer than MOST; columns without any are left out."""
    seen: set[str] = set()
    kept = []
    for number, column in enumerate(columns):
        boxes = [box for box in column.boxes if box.id not in seen]
        boxes = list({box.id: box for box in boxes}.values())
        seen.update(box.id for box in boxes)
        if len(boxes) > MOST:
            more = Box(f"more {number}", f"and {len(boxes) - MOST + 1} more", "plain")
            boxes = [*boxes[: MOST - 1], more]
        if boxes:
            kept.append(Column(column.title, tuple(boxes)))
    return kept


def _places(columns: list[Column], joins: Sequence[Join]) -> dict[str, tuple[int, int]]:
    """The upper left corner of each box: a column is ordered by the middle of what its boxes are joined to on its left."""
    near: defaultdict[str, list[str]] = defaultdict(list)
    for join in joins:
        near[join.source].append(join.target)
        near[join.target].append(join.source)
    places: dict[str, tuple[int, int]] = {}
    rows = max((len(column.boxes) for column in columns), default=0)
    for number, column in enumerate(columns):
        order = {box.id: row for row, box in enumerate(column.boxes)}

        def middle(box: Box, order: dict[str, int] = order) -> tuple[float, int]:
            rows_near = [places[other][1] for other in near[box.id] if other in places]
            return (sum(rows_near) / len(rows_near) if rows_near else float("inf"), order[box.id])

        boxes = sorted(column.boxes, key=middle) if number else list(column.boxes)
        top = _MARGIN + _HEAD + (rows - len(boxes)) * _DOWN // 2
        for row, box in enumerate(boxes):
            places[box.id] = (_MARGIN + number * _ACROSS, top + row * _DOWN)
    return places


def _line(source: tuple[int, int], target: tuple[int, int], *, is_faint: bool) -> str:
    forward = source[0] <= target[0]
    x1, y1 = source[0] + (_WIDTH if forward else 0), source[1] + _HEIGHT // 2
    x2, y2 = target[0] + (0 if forward else _WIDTH), target[1] + _HEIGHT // 2
    if source[0] == target[0]:
        x2 = target[0] + _WIDTH
        bend = f"M{x1} {y1}C{x1 + 40} {y1} {x2 + 40} {y2} {x2} {y2}"
    else:
        middle = (x1 + x2) // 2
        bend = f"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}"
    return f'<path class="{"faint" if is_faint else "line"}" d="{bend}" marker-end="url(#tip)"/>'


def _box(box: Box, place: tuple[int, int]) -> str:
    x, y = place
    text = one_line(box.text)
    short = text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…"
    return (
        f'<g class="{box.tone}"><title>{escape(text)}</title>'
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="7"/>'
        f'<text x="{x + 12}" y="{y + 22}">{escape(short)}</text></g>'
    )
