"""Where each node of a drawing goes: force-directed by igraph with a fixed seed, pulled apart until labels are legible.

A large drawing is laid out area by area, and the areas among themselves as if each were one wide node.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.queries.service_map import Drawing, Line
from parsed_graph.schema import RUNTIME_KINDS
from pipelines.serving.drawings.areas import Area, Weights, find_areas

Position = tuple[float, float]
_SEED = 7
_SPACING = 150.0
_HEIGHT = 62.0
_ROUNDS = 300
_MOST_MOVES = 20_000
"""Rounds times boxes: what thousands of nodes still overlap after these, nobody sees from so far away."""
_FAINT = 0.12
"""How much a line pulls that is no run-time dependency: everything needs the configuration server, which says little."""
_ACROSS = 0.5
"""How much a line pulls that leads from one community to another, so that each has a place of its own."""
_TOGETHER = 0.3
"""How much members of a community are held to its best connected one where no line joins them."""
_LENGTHS = {1.0: 1.0, _ACROSS: 1.8, _TOGETHER: 1.5, _FAINT: 2.5}
_ASPECT = 1.55
_GAP = 90.0
_CROWD = 60
"""From this many nodes a part of the drawing is made large enough for them before overlaps are looked for."""
_ROOM = 2.2
_MARGIN = 70.0
_TITLE = 26.0


@dataclass(slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float = _HEIGHT


Island = dict[str, _Box]


@dataclass(frozen=True, slots=True)
class Ground:
    """The rectangle of an area: left, top, right and bottom in the pixels of the positions."""

    area: Area
    rectangle: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """A position in pixels for each node id, centred on 0, 0 and wider than high, and the areas of a large drawing, communities left out."""

    positions: Mapping[str, tuple[int, int]]
    grounds: tuple[Ground, ...]


def lay_out(drawing: Drawing, communities: Mapping[str, str] | None = None) -> Layout:
    """Places every node; the same drawing always gets the same layout. `communities`: the id of the one that each node is in."""
    communities = communities or {}
    weights = _weights(drawing.lines, communities)
    names = {node.id: node.name for node in drawing.nodes}
    areas = find_areas(drawing, weights, communities)
    weights = _held_together(communities, weights) | weights
    if areas:
        grouped = {node_id for area in areas for node_id in area.ids}
        islands = [_of_areas(areas, weights, names)]
        single = [node.id for node in drawing.nodes if node.id not in grouped]
    else:
        parts = _components([node.id for node in drawing.nodes], weights)
        islands = [_island(part, weights, names) for part in parts if len(part) > 1]
        single = [part[0] for part in parts if len(part) == 1]
    positions = _packed([*islands, *([_grid(single, names)] if single else [])])
    grounds = (
        Ground(area, _rectangle([positions[i] for i in area.ids], [names[i] for i in area.ids]))
        for area in areas
        if not area.is_community
    )
    return Layout(positions, tuple(grounds))


def _rectangle(points: Sequence[tuple[int, int]], names: Sequence[str]) -> tuple[int, int, int, int]:
    """Around nodes and labels, within the frame that kept areas apart."""
    widths = [_width(name) / 2 for name in names]
    edge = _MARGIN / 2 - 14
    return (
        round(min(x - width for (x, _), width in zip(points, widths, strict=True)) - edge),
        round(min(y for _, y in points) - _HEIGHT / 2 - edge),
        round(max(x + width for (x, _), width in zip(points, widths, strict=True)) + edge),
        round(max(y for _, y in points) + _HEIGHT / 2 + edge),
    )


def _weights(lines: Sequence[Line], communities: Mapping[str, str]) -> dict[tuple[str, str], float]:
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    for line in lines:
        if line.source != line.target:
            pair = (min(line.source, line.target), max(line.source, line.target))
            strong = not line.kinds or any(kind in RUNTIME_KINDS for kind in line.kinds)
            apart = communities.get(line.source) != communities.get(line.target)
            weights[pair] = max(weights[pair], (_ACROSS if apart else 1.0) if strong else _FAINT)
    return dict(weights)


def _held_together(communities: Mapping[str, str], weights: Weights) -> dict[tuple[str, str], float]:
    degrees = Counter(end for pair in weights for end in pair)
    members: defaultdict[str, list[str]] = defaultdict(list)
    for node_id, community in communities.items():
        # One that no line touches keeps its place among the others of that kind.
        if degrees[node_id]:
            members[community].append(node_id)
    centres = {name: min(ids, key=lambda node_id: (-degrees[node_id], node_id)) for name, ids in members.items()}
    pairs = ((node_id, centres[name]) for name, ids in members.items() for node_id in ids)
    return {(min(pair), max(pair)): _TOGETHER for pair in pairs if pair[0] != pair[1]}


def _components(ids: Sequence[str], weights: Weights) -> list[list[str]]:
    """Connected parts, the largest first, each in the order of `ids`."""
    leader = {node_id: node_id for node_id in ids}

    def find(node_id: str) -> str:
        while leader[node_id] != node_id:
            leader[node_id] = leader[leader[node_id]]
            node_id = leader[node_id]
        return node_id

    for first, second in weights:
        if first in leader and second in leader:
            leader[find(second)] = find(first)
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for node_id in ids:
        parts[find(node_id)].append(node_id)
    return sorted(parts.values(), key=lambda part: (-len(part), part))


def _of_areas(areas: Sequence[Area], weights: Weights, names: Mapping[str, str]) -> Island:
    """Each area by itself, then the areas side by side."""
    area_of = {node_id: place for place, area in enumerate(areas) for node_id in area.ids}
    within: list[dict[tuple[str, str], float]] = [{} for _ in areas]
    between: defaultdict[tuple[int, int], float] = defaultdict(float)
    for pair, weight in weights.items():
        one, other = sorted(area_of.get(node_id, -1) for node_id in pair)
        if one == other >= 0:
            within[one][pair] = weight
        elif one >= 0:
            between[one, other] += weight
    insides = [_inside(area, inner, names) for area, inner in zip(areas, within, strict=True)]
    frames = [_frame(inside) for inside in insides]
    points = _spread(len(areas), dict(between))
    width = math.sqrt(sum(frame.width * frame.height for frame in frames) * _ASPECT)
    room = 0.75 if len(areas) <= _CROWD else 1.2
    across = max(x for x, _ in points) - min(x for x, _ in points)
    down = max(y for _, y in points) - min(y for _, y in points)
    for frame, (x, y) in zip(frames, points, strict=True):
        frame.x, frame.y = x / max(across, 1e-6) * width * room, y / max(down, 1e-6) * width / _ASPECT * room
    _push_apart(frames)
    moved: Island = {}
    for inside, frame in zip(insides, frames, strict=True):
        left, top, right, bottom = _extent(inside)
        for node_id, box in inside.items():
            x, y = box.x - (left + right) / 2 + frame.x, box.y - (top + bottom) / 2 + frame.y + _TITLE / 2
            moved[node_id] = _Box(x, y, box.width)
    return moved


def _inside(area: Area, weights: Weights, names: Mapping[str, str]) -> Island:
    parts = _components(area.ids, weights)
    islands = [_island(part, weights, names) for part in parts if len(part) > 1]
    single = [part[0] for part in parts if len(part) == 1]
    placed = _packed([*islands, *([_grid(single, names)] if single else [])], gap=10.0)
    return {node_id: _Box(x, y, _width(names[node_id])) for node_id, (x, y) in placed.items()}


def _frame(inside: Island) -> _Box:
    left, top, right, bottom = _extent(inside)
    return _Box(0, 0, right - left + _MARGIN, bottom - top + _MARGIN + _TITLE)


def _spread(count: int, between: Mapping[tuple[int, int], float]) -> list[Position]:
    """Areas with much between them close together."""
    import igraph

    igraph.set_random_number_generator(random.Random(_SEED))
    pairs = sorted(between)
    graph = igraph.Graph(count, pairs)
    start = graph.layout_circle()
    placed = graph.layout_fruchterman_reingold(
        weights=[between[pair] for pair in pairs] or None, seed=start, niter=800, start_temp=1.0
    )
    return _levelled([(float(x), float(y)) for x, y in placed])


def _island(ids: Sequence[str], weights: Weights, names: Mapping[str, str]) -> Island:
    # igraph takes a tenth of a second to import.
    import igraph

    igraph.set_random_number_generator(random.Random(_SEED))
    number = {node_id: place for place, node_id in enumerate(ids)}
    edges = [(pair, w) for pair, w in sorted(weights.items()) if pair[0] in number and pair[1] in number]
    graph = igraph.Graph(len(ids), [(number[a], number[b]) for (a, b), _ in edges])
    degrees = graph.degree()
    # An edge between two hubs may be long, so that each keeps its own surroundings around it.
    lengths = [
        (1.0 if weight == 1 else 2.5 if weight <= _FAINT else 1.8)
        * (1 + 0.35 * math.log1p(min(degrees[number[a]], degrees[number[b]])))
        for (a, b), weight in edges
    ]
    start = graph.layout_circle()
    placed = graph.layout_kamada_kawai(seed=start, maxiter=max(600, 60 * len(ids)), weights=lengths)
    points = _levelled([(float(x), float(y)) for x, y in placed])
    stretch = _stretch(points)
    scale = max(_SPACING / _usual_length(points, graph.get_edgelist()), _roomy_scale(points, stretch, ids, names))
    boxes = {
        node_id: _Box(x * scale * stretch, y * scale, _width(names[node_id]))
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


def _stretch(points: Sequence[Position]) -> float:
    """How much wider to draw: about as wide as a screen, within what leaves distances readable."""
    across = max(x for x, _ in points) - min(x for x, _ in points)
    down = max(y for _, y in points) - min(y for _, y in points)
    return min(max(_ASPECT * down / max(across, 1e-6), 1.0), 1.7)


def _usual_length(points: Sequence[Position], edges: Sequence[tuple[int, int]]) -> float:
    lengths = sorted(math.dist(points[a], points[b]) for a, b in edges)
    return max(lengths[len(lengths) // 2], 1e-6)


def _roomy_scale(points: Sequence[Position], stretch: float, ids: Sequence[str], names: Mapping[str, str]) -> float:
    """The least scale at which the drawing is as large as all its boxes together, so that few have to be pushed apart."""
    across = max(x for x, _ in points) - min(x for x, _ in points)
    down = max(y for _, y in points) - min(y for _, y in points)
    boxes = sum(_width(names[node_id]) for node_id in ids) * _HEIGHT
    return math.sqrt(_ROOM * boxes / max(across * stretch * down, 1e-6)) if len(ids) > _CROWD else 0.0


def _width(name: str) -> float:
    return max(70.0, 7.0 * min(len(name), 28) + 18)


def _push_apart(boxes: Sequence[_Box]) -> None:
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


def _near(boxes: Sequence[_Box]) -> list[tuple[_Box, _Box]]:
    cell = max((max(box.width, box.height) for box in boxes), default=1.0)
    cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for place, box in enumerate(boxes):
        cells[int(box.x // cell), int(box.y // cell)].append(place)
    pairs = []
    for (column, row), places in cells.items():
        around = [p for dx in (-1, 0, 1) for dy in (-1, 0, 1) for p in cells.get((column + dx, row + dy), ())]
        pairs += [(boxes[first], boxes[second]) for first in places for second in around if first < second]
    return pairs


def _grid(ids: Sequence[str], names: Mapping[str, str]) -> Island:
    columns = max(1, math.ceil(math.sqrt(len(ids) * 1.2)))
    width = max(_width(names[node_id]) for node_id in ids) + 10
    return {
        node_id: _Box((place % columns) * width, (place // columns) * (_HEIGHT + 8), width)
        for place, node_id in enumerate(ids)
    }


def _packed(islands: Sequence[Island], gap: float = _GAP) -> dict[str, tuple[int, int]]:
    """Islands in rows, about as wide as a screen is to its height."""
    extents = [_extent(island) for island in islands]
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


def _extent(island: Island) -> tuple[float, float, float, float]:
    boxes = island.values()
    return (
        min(box.x - box.width / 2 for box in boxes),
        min(box.y - box.height / 2 for box in boxes),
        max(box.x + box.width / 2 for box in boxes),
        max(box.y + box.height / 2 for box in boxes),
    )
