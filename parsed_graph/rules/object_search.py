"""Finds the object literals inside an expression: those of an options argument, and those that a factory function returns."""

from collections.abc import Iterator

from tree_sitter import Node

MAX_NODES = 5_000
"""How many nodes of one expression are searched."""


def objects_in(node: Node | None) -> Iterator[Node]:
    """Every object literal in an expression, outer ones first, in document order."""
    stack, seen = [node] if node is not None else [], 0
    while stack and seen < MAX_NODES:
        current = stack.pop()
        seen += 1
        if current.type == "object":
            yield current
        stack += reversed(current.named_children)
