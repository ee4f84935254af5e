"""Parts of a drawing side by side, within the larger parts that hold them, those with much between them close together."""

import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence

from pipelines.serving.drawings.boxes import ASPECT, Box, Island, Position, extent, push_apart
from pipelines.serving.drawings.levelled import levelled

Between = Mapping[tuple[int, int], float]
"""How much leads from one part to another, by their places, the lower first."""
MARGIN = 70.0
_TITLE = 26.0
_SEED = 7
_CROWD = 60


def nest(islands: Sequence[Island], chains: Sequence[tuple[str, ...]], between: Between) -> Island:
    """All islands on one plane. `chains` names the parts that each is in, the largest first, itself last."""
    return _arranged(list(range(len(islands))), 0, islands, chains, between)


def _arranged(
    places: list[int], depth: int, islands: Sequence[Island], chains: Sequence[tuple[str, ...]], between: Between
) -> Island:
    if len(places) == 1:
        return islands[places[0]]
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for place in places:
        chain = chains[place]
        groups[chain[min(depth, len(chain) - 1)]].append(place)
    parts = [_arranged(group, depth + 1, islands, chains, between) for group in groups.values()]
    if len(parts) == 1:
        return parts[0]
    part_of = {place: number for number, group in enumerate(groups.values()) for place in group}
    among: defaultdict[tuple[int, int], float] = defaultdict(float)
    for (one, other), weight in between.items():
        if one in part_of and other in part_of and part_of[one] != part_of[other]:
            low, high = sorted((part_of[one], part_of[other]))
            among[low, high] += weight
    return _side_by_side(parts, among)


def _side_by_side(insides: Sequence[Island], between: Between) -> Island:
    frames = [_frame(inside) for inside in insides]
    points = _spread(len(insides), dict(between))
    width = math.sqrt(sum(frame.width * frame.height for frame in frames) * ASPECT)
    room = 0.75 if len(insides) <= _CROWD else 1.2
    across = max(x for x, _ in points) - min(x for x, _ in points)
    down = max(y for _, y in points) - min(y for _, y in points)
    for frame, (x, y) in zip(frames, points, strict=True):
        frame.x, frame.y = x / max(across, 1e-6) * width * room, y / max(down, 1e-6) * width / ASPECT * room
    push_apart(frames)
    moved: Island = {}
    for inside, frame in zip(insides, frames, strict=True):
        left, top, right, bottom = extent(inside)
        for node_id, box in inside.items():
            x, y = box.x - (left + right) / 2 + frame.x, box.y - (top + bottom) / 2 + frame.y + _TITLE / 2
            moved[node_id] = Box(x, y, box.width)
    return moved


def _frame(inside: Island) -> Box:
    left, top, right, bottom = extent(inside)
    return Box(0, 0, right - left + MARGIN, bottom - top + MARGIN + _TITLE)


def _spread(count: int, between: Between) -> list[Position]:
    """Areas with much between them close together."""
    import igraph

    igraph.set_random_number_generator(random.Random(_SEED))
    pairs = sorted(between)
    graph = igraph.Graph(count, pairs)
    start = graph.layout_circle()
    placed = graph.layout_fruchterman_reingold(
        weights=[between[pair] for pair in pairs] or None, seed=start, niter=800, start_temp=1.0
    )
    return levelled([(float(x), float(y)) for x, y in placed])
