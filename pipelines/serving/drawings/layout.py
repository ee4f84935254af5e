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
from pipelines.serving.drawings.boxes import (
    ASPECT,
    HEIGHT,
    Box,
    Island,
    Position,
    grid,
    label_width,
    packed,
    push_apart,
)
from pipelines.serving.drawings.levelled import levelled
from pipelines.serving.drawings.nested import MARGIN, nest

_SEED = 7
_SPACING = 150.0
_FAINT = 0.12
"""How much a line pulls that is no run-time dependency: everything needs the configuration server, which says little."""
_ACROSS = 0.5
"""How much a line pulls that leads from one community to another, so that each has a place of its own."""
_TOGETHER = 0.3
"""How much members of a community are held to its best connected one where no line joins them."""
_LENGTHS = {1.0: 1.0, _ACROSS: 1.8, _TOGETHER: 1.5, _FAINT: 2.5}
_CROWD = 60
"""From this many nodes a part of the drawing is made large enough for them before overlaps are looked for."""
_ROOM = 2.2


Chains = Mapping[str, tuple[str, ...]]


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


def lay_out(drawing: Drawing, chains: Chains | None = None) -> Layout:
    """Places every node; the same drawing always gets the same layout. `chains`: the communities of each node, the largest first."""
    chains = chains or {}
    communities = {node_id: chain[-1] for node_id, chain in chains.items()}
    weights = _weights(drawing.lines, communities)
    names = {node.id: node.name for node in drawing.nodes}
    areas = find_areas(drawing, weights, communities)
    weights = _held_together(communities, weights) | weights
    if areas:
        grouped = {node_id for area in areas for node_id in area.ids}
        islands = [_of_areas(areas, weights, names, chains)]
        single = [node.id for node in drawing.nodes if node.id not in grouped]
    else:
        parts = _components([node.id for node in drawing.nodes], weights)
        islands = [_island(part, weights, names) for part in parts if len(part) > 1]
        single = [part[0] for part in parts if len(part) == 1]
    positions = packed([*islands, *([grid(single, names)] if single else [])])
    grounds = (
        Ground(area, _rectangle([positions[i] for i in area.ids], [names[i] for i in area.ids]))
        for area in areas
        if not area.is_community
    )
    return Layout(positions, tuple(grounds))


def _rectangle(points: Sequence[tuple[int, int]], names: Sequence[str]) -> tuple[int, int, int, int]:
    """Around nodes and labels, within the frame that kept areas apart."""
    widths = [label_width(name) / 2 for name in names]
    edge = MARGIN / 2 - 14
    return (
        round(min(x - width for (x, _), width in zip(points, widths, strict=True)) - edge),
        round(min(y for _, y in points) - HEIGHT / 2 - edge),
        round(max(x + width for (x, _), width in zip(points, widths, strict=True)) + edge),
        round(max(y for _, y in points) + HEIGHT / 2 + edge),
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


def _of_areas(areas: Sequence[Area], weights: Weights, names: Mapping[str, str], chains: Chains) -> Island:
    """Each area by itself, then the areas side by side, those of one larger community together."""
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
    nesting = [chains[area.ids[0]] if area.is_community else (area.name,) for area in areas]
    return nest(insides, nesting, between)


def _inside(area: Area, weights: Weights, names: Mapping[str, str]) -> Island:
    parts = _components(area.ids, weights)
    islands = [_island(part, weights, names) for part in parts if len(part) > 1]
    single = [part[0] for part in parts if len(part) == 1]
    placed = packed([*islands, *([grid(single, names)] if single else [])], gap=10.0)
    return {node_id: Box(x, y, label_width(names[node_id])) for node_id, (x, y) in placed.items()}


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
    points = levelled([(float(x), float(y)) for x, y in placed])
    stretch = _stretch(points)
    scale = max(_SPACING / _usual_length(points, graph.get_edgelist()), _roomy_scale(points, stretch, ids, names))
    boxes = {
        node_id: Box(x * scale * stretch, y * scale, label_width(names[node_id]))
        for node_id, (x, y) in zip(ids, points, strict=True)
    }
    push_apart(list(boxes.values()))
    return boxes


def _stretch(points: Sequence[Position]) -> float:
    """How much wider to draw: about as wide as a screen, within what leaves distances readable."""
    across = max(x for x, _ in points) - min(x for x, _ in points)
    down = max(y for _, y in points) - min(y for _, y in points)
    return min(max(ASPECT * down / max(across, 1e-6), 1.0), 1.7)


def _usual_length(points: Sequence[Position], edges: Sequence[tuple[int, int]]) -> float:
    lengths = sorted(math.dist(points[a], points[b]) for a, b in edges)
    return max(lengths[len(lengths) // 2], 1e-6)


def _roomy_scale(points: Sequence[Position], stretch: float, ids: Sequence[str], names: Mapping[str, str]) -> float:
    """The least scale at which the drawing is as large as all its boxes together, so that few have to be pushed apart."""
    across = max(x for x, _ in points) - min(x for x, _ in points)
    down = max(y for _, y in points) - min(y for _, y in points)
    boxes = sum(label_width(names[node_id]) for node_id in ids) * HEIGHT
    return math.sqrt(_ROOM * boxes / max(across * stretch * down, 1e-6)) if len(ids) > _CROWD else 0.0
