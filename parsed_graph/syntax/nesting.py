"""Whether code nests deeper than people write: its readers then pass parts of it over, and the user should know."""

from tree_sitter import Node

MAX_LEVELS = 500
"""Levels of syntax. Code that people wrote has some thirty."""
STRIDE = 2_000
"""Every how many nodes the depth is looked at: all between a node and one below it are deeper than the upper one,
so nothing that nests MAX_LEVELS + STRIDE levels is missed."""


def nests_too_deep(root: Node) -> bool:
    """Whether a node looked at lies below MAX_LEVELS."""
    count = root.descendant_count
    if count <= STRIDE:
        return False
    cursor = root.walk()
    for index in range(STRIDE, count, STRIDE):
        cursor.goto_descendant(index)
        if cursor.depth > MAX_LEVELS:
            return True
    return False
