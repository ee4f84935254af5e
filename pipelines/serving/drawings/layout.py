"""Where each node of a drawing goes: force-directed by igraph with a fixed seed, pulled apart until labels are legible."""

import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.queries.service_map import Drawing, Line
from parsed_graph.schema import RUNTIME_KINDS

Position = tuple[float, float]
_SEED = 7
_SPACING = 150.0
_HEIGHT = 62.0
_ROUNDS = 300
_FAINT = 0.12
"""How much a line pulls that is no run-time dependency: everything needs the configuration server, which says little."""
_STRETCH = 1.35
_GAP = 90.0


@dataclass(slots=True)
class _Box:
    x: float
    y: float
    width: float


def place_nodes(drawing: Drawing) -> dict[str, tuple[int, int]]:
    """A position in pixels for each node id; the same drawing always gets the same. Wider than high, centred on 0, 0."""
    weights = _weights(drawing.lines)
    names = {node.id: node.name for node in drawing.nodes}
    parts = _components([node.id for node in drawing.nodes], weights)
    islands = [_island(part, weights, names) for part in parts if len(part) > 1]
    single = [part[0] for part in parts if len(part) == 1]
    if single:
        islands.append(_grid(single, names))
    return _packed(islands)


def _weights(lines: Sequence[Line]) -> dict[tuple[str, str], float]:
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    for line in lines:
        if line.source != line.target:
            pair = (min(line.source, line.target), max(line.source, line.target))
            strong = not line.kinds or any(kind in RUNTIME_KINDS for kind in line.kinds)
            weights[pair] = max(weights[pair], 1.0 if strong else _FAINT)
    return dict(weights)


def _components(ids: Sequence[str], weights: Mapping[tuple[str, str], float]) -> list[list[str]]:
    """Connected parts, the largest first, each in the order of `ids`."""
    leader = {node_id: node_id for node_id in ids}

    def find(node_id: str) -> str:
        while leader[node_id] != node_id:
            leader[node_id] = leader[leader[node_id]]
            node_id = leader[node_id]
        return node_id

    for first, second in weights:
        leader[find(second)] = find(first)
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for node_id in ids:
        parts[find(node_id)].append(node_id)
    return sorted(parts.values(), key=lambda part: (-len(part), part))


def _island(ids: Sequence[str], weights: Mapping[tuple[str, str], float], names: Mapping[str, str]) -> dict[str, _Box]:
    # igraph takes a tenth of a second to import.
    import igraph

    igraph.set_random_number_generator(random.Random(_SEED))
    number = {node_id: place for place, node_id in enumerate(ids)}
    edges = [(pair, weight) for pair, weight in sorted(weights.items()) if pair[0] in number]
    graph = igraph.Graph(len(ids), [(number[a], number[b]) for (a, b), _ in edges])
    degrees = graph.degree()
    # An edge between two hubs may be long, so that each keeps its own surroundings around it.
    lengths = [
        (1.0 if weight == 1 else 2.5) * (1 + 0.35 * math.log1p(min(degrees[number[a]], degrees[number[b]])))
        for (a, b), weight in edges
    ]
    start = graph.layout_circle()
    placed = graph.layout_kamada_kawai(seed=start, maxiter=max(600, 60 * len(ids)), weights=lengths)
    points = _levelled([(float(x), float(y)) for x, y in placed])
    scale = _SPACING / _usual_length(points, graph.get_edgelist())
    boxes = {
        node_id: _Box(x * scale * _STRETCH, y * scale, _width(names[node_id]))
        for node_id, (x, y) in zip(ids, points, strict=True)
    }
    _push_apart(list(boxes.values()))
    return boxes


def _levelled(points: Sequence[Position]) -> list[Position]:
    """Turned so that the longest extent lies across, as screens do."""
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    moved = [(x - middle_x, y - middle_y) for x, y in points]
    xx, yy, xy = sum(x * x for x, _ in moved), sum(y * y for _, y in moved), sum(x * y for x, y in moved)
    angle = 0.5 * math.atan2(2 * xy, xx - yy)
    cosine, sine = math.cos(angle), math.sin(angle)
    return [(x * cosine + y * sine, y * cosine - x * sine) for x, y in moved]


def _usual_length(points: Sequence[Position], edges: Sequence[tuple[int, int]]) -> float:
    lengths = sorted(math.dist(points[a], points[b]) for a, b in edges)
    return max(lengths[len(lengths) // 2], 1e-6)


def _width(name: str) -> float:
    return max(70.0, 7.0 * min(len(name), 28) + 18)


def _push_apart(boxes: Sequence[_Box]) -> None:
    """Moves boxes that overlap away from one another along the shorter way, until none do or the rounds are over."""
    for _ in range(_ROUNDS):
        moved = False
        for first, second in _near(boxes):
            across = (first.width + second.width) / 2 - abs(first.x - second.x)
            down = _HEIGHT - abs(first.y - second.y)
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


def _near(boxes: Sequence[_Box]) -> list[tuple[_Box, _Box]]:
    cell = 230.0
    cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for place, box in enumerate(boxes):
        cells[int(box.x // cell), int(box.y // cell)].append(place)
    pairs = []
    for (column, row), places in cells.items():
        around = [p for dx in (-1, 0, 1) for dy in (-1, 0, 1) for p in cells.get((column + dx, row + dy), ())]
        pairs += [(boxes[first], boxes[second]) for first in places for second in around if first < second]
    return pairs


def _grid(ids: Sequence[str], names: Mapping[str, str]) -> dict[str, _Box]:
    columns = max(1, math.ceil(math.sqrt(len(ids) * 1.2)))
    width = max(_width(names[node_id]) for node_id in ids) + 10
    return {
        node_id: _Box((place % columns) * width, (place // columns) * (_HEIGHT + 8), width)
        for place, node_id in enumerate(ids)
    }


def _packed(islands: Sequence[dict[str, _Box]]) -> dict[str, tuple[int, int]]:
    """Islands in rows, about as wide as a screen is to its height."""
    extents = [_extent(island) for island in islands]
    area = sum((right - left + _GAP) * (bottom - top + _GAP) for left, top, right, bottom in extents)
    row_width = max(math.sqrt(area * 1.7), max((right - left for left, _, right, _ in extents), default=0))
    placed: dict[str, Position] = {}
    x = y = row_height = 0.0
    for island, (left, top, right, bottom) in zip(islands, extents, strict=True):
        if x and x + right - left > row_width:
            x, y, row_height = 0.0, y + row_height + _GAP, 0.0
        for node_id, box in island.items():
            placed[node_id] = (box.x - left + x, box.y - top + y)
        x += right - left + _GAP
        row_height = max(row_height, bottom - top)
    if not placed:
        return {}
    middle_x = (min(p[0] for p in placed.values()) + max(p[0] for p in placed.values())) / 2
    middle_y = (min(p[1] for p in placed.values()) + max(p[1] for p in placed.values())) / 2
    return {node_id: (round(px - middle_x), round(py - middle_y)) for node_id, (px, py) in placed.items()}


def _extent(island: Mapping[str, _Box]) -> tuple[float, float, float, float]:
    boxes = island.values()
    return (
        min(box.x - box.width / 2 for box in boxes),
        min(box.y - _HEIGHT / 2 for box in boxes),
        max(box.x + box.width / 2 for box in boxes),
        max(box.y + _HEIGHT / 2 for box in boxes),
    )
