"""Boxes on a plane: pulled apart where they overlap, packed in rows."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Position = tuple[float, float]
HEIGHT = 62.0
ASPECT = 1.55
"""How much wider than high: as screens are."""
_ROUNDS = 300
_MOST_MOVES = 20_000
"""Rounds times boxes: what thousands of nodes still overlap after these, nobody sees from so far away."""
_GAP = 90.0


@dataclass(slots=True)
class Box:
    """A node with its label, or a whole part of a drawing: its middle and its size."""

    x: float
    y: float
    width: float
    height: float = HEIGHT


Island = dict[str, Box]
"""Nodes that are placed among themselves, by id."""


def label_width(name: str) -> float:
    """How wide a node is with its name under it."""
    return max(70.0, 7.0 * min(len(name), 28) + 18)


def extent(island: Island) -> tuple[float, float, float, float]:
    """Left, top, right and bottom."""
    boxes = island.values()
    return (
        min(box.x - box.width / 2 for box in boxes),
        min(box.y - box.height / 2 for box in boxes),
        max(box.x + box.width / 2 for box in boxes),
        max(box.y + box.height / 2 for box in boxes),
    )


def push_apart(boxes: Sequence[Box]) -> None:
    """Moves boxes that overlap away from one another along the shorter way, until none do or the rounds are over."""
    for _ in range(min(_ROUNDS, _MOST_MOVES // max(len(boxes), 1))):
        moved = False
        for first, second in _near(boxes):
            across = (first.width + second.width) / 2 - abs(first.x - second.x)
            down = (first.height + second.height) / 2 - abs(first.y - second.y)
            if across > 0 and down > 0:
                moved = True
                if across * 0.6 < down:
                    step = across / 2 + 0.5 if first.x <= second.x else -across / 2 - 0.5
                    first.x, second.x = first.x - step, second.x + step
                else:
                    step = down / 2 + 0.5 if first.y <= second.y else -down / 2 - 0.5
                    first.y, second.y = first.y - step, second.y + step
        if not moved:
            return


def _near(boxes: Sequence[Box]) -> list[tuple[Box, Box]]:
    cell = max((max(box.width, box.height) for box in boxes), default=1.0)
    cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for place, box in enumerate(boxes):
        cells[int(box.x // cell), int(box.y // cell)].append(place)
    pairs = []
    for (column, row), places in cells.items():
        around = [p for dx in (-1, 0, 1) for dy in (-1, 0, 1) for p in cells.get((column + dx, row + dy), ())]
        pairs += [(boxes[first], boxes[second]) for first in places for second in around if first < second]
    return pairs


def grid(ids: Sequence[str], names: Mapping[str, str]) -> Island:
    """Nodes that nothing joins, in columns."""
    columns = max(1, math.ceil(math.sqrt(len(ids) * 1.2)))
    width = max(label_width(names[node_id]) for node_id in ids) + 10
    return {
        node_id: Box((place % columns) * width, (place // columns) * (HEIGHT + 8), width)
        for place, node_id in enumerate(ids)
    }


def packed(islands: Sequence[Island], gap: float = _GAP) -> dict[str, tuple[int, int]]:
    """Islands in rows, about as wide as a screen is to its height."""
    extents = [extent(island) for island in islands]
    area = sum((right - left + gap) * (bottom - top + gap) for left, top, right, bottom in extents)
    row_width = max(math.sqrt(area * 1.7), max((right - left for left, _, right, _ in extents), default=0))
    placed: dict[str, Position] = {}
    x = y = row_height = 0.0
    for island, (left, top, right, bottom) in zip(islands, extents, strict=True):
        if x and x + right - left > row_width:
            x, y, row_height = 0.0, y + row_height + gap, 0.0
        for node_id, box in island.items():
            placed[node_id] = (box.x - left + x, box.y - top + y)
        x += right - left + gap
        row_height = max(row_height, bottom - top)
    if not placed:
        return {}
    middle_x = (min(p[0] for p in placed.values()) + max(p[0] for p in placed.values())) / 2
    middle_y = (min(p[1] for p in placed.values()) + max(p[1] for p in placed.values())) / 2
    return {node_id: (round(px - middle_x), round(py - middle_y)) for node_id, (px, py) in placed.items()}
