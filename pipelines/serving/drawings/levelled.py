"""Points turned so that the longest extent lies across."""

import math
from collections.abc import Sequence

from pipelines.serving.drawings.boxes import Position


def levelled(points: Sequence[Position]) -> list[Position]:
    """Turned so that the longest extent lies across, as screens do."""
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    moved = [(x - middle_x, y - middle_y) for x, y in points]
    xx, yy, xy = sum(x * x for x, _ in moved), sum(y * y for _, y in moved), sum(x * y for x, y in moved)
    angle = 0.5 * math.atan2(2 * xy, xx - yy)
    cosine, sine = math.cos(angle), math.sin(angle)
    return [(x * cosine + y * sine, y * cosine - x * sine) for x, y in moved]
