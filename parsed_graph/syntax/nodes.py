"""Reads tree-sitter nodes: their text, and their children without comments."""

from tree_sitter import Node

_COMMENTS = frozenset(("line_comment", "block_comment", "comment", "multiline_comment"))


def text_of(node: Node | None) -> str:
    """The source of a node, "" for None."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def named(node: Node | None) -> list[Node]:
    """The named children of a node without comments, none of None."""
    return [child for child in node.named_children if child.type not in _COMMENTS] if node is not None else []


def first_named(node: Node | None) -> Node | None:
    """The first named child that is no comment."""
    return next(iter(named(node)), None)
