"""Parts of a drawing side by side, within larger parts."""

from pipelines.serving.drawings.boxes import Box, Island, extent
from pipelines.serving.drawings.nested import nest


def island(name: str) -> Island:
    """Two nodes beside each other."""
    return {f"{name}1": Box(0, 0, 80), f"{name}2": Box(100, 0, 80)}


def around(placed: Island, *names: str) -> tuple[float, float, float, float]:
    return extent({node: box for node, box in placed.items() if node[0] in names})


def are_apart(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_parts_lie_apart_at_every_level() -> None:
    islands = [island(name) for name in "abcdef"]
    chains = [("all", part, name) for name, part in zip("abcdef", ("x", "x", "y", "y", "z", "z"), strict=True)]
    # Much leads from a to c, yet each stays with its own.
    placed = nest(islands, chains, {(0, 2): 9.0, (1, 4): 1.0, (3, 5): 1.0})
    assert sorted(placed) == sorted(node for each in islands for node in each)
    larger = [around(placed, *pair) for pair in ("ab", "cd", "ef")]
    assert all(are_apart(one, other) for place, one in enumerate(larger) for other in larger[place + 1 :])
    single = [around(placed, name) for name in "abcdef"]
    assert all(are_apart(one, other) for place, one in enumerate(single) for other in single[place + 1 :])


def test_one_part_stays_as_it_is() -> None:
    assert nest([island("a")], [("all", "a")], {}) == island("a")


def test_parts_of_unlike_depth_lie_apart() -> None:
    placed = nest([island(name) for name in "abc"], [("all", "x"), ("all", "x", "b"), ("all", "c")], {(0, 1): 1.0})
    boxes = [around(placed, name) for name in "abc"]
    assert are_apart(boxes[0], boxes[1])
    assert are_apart(boxes[1], boxes[2])
