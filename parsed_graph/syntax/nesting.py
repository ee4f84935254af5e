"""Whether a file nests deeper than people write: its readers then pass parts of it over, and the user should know."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_LEVELS = 500
"""Levels of syntax. Code that people wrote has some thirty."""
STRIDE = 2_000
"""Every how many nodes the depth is looked at: all between a node and one below it are deeper than the upper one,
so nothing that nests MAX_LEVELS + STRIDE levels is missed."""
_BRACKET = re.compile(rb"[][(){}]")


def nests_too_deep(root: "Node") -> bool:
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


def brackets_too_deep(content: bytes) -> bool:
    """The same of a text without a syntax tree, by its brackets alone."""
    if sum(map(content.count, (b"{", b"[", b"("))) <= MAX_LEVELS:
        return False
    depth = 0
    for match in _BRACKET.finditer(content):
        depth = depth + 1 if match[0] in b"{[(" else max(depth - 1, 0)
        if depth > MAX_LEVELS:
            return True
    return False
