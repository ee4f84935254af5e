"""Runs a query over a tree of any depth: what is nested deeper than people write is passed over, for tree-sitter needs hours for it."""

from __future__ import annotations

from tree_sitter import Node, Query, QueryCursor

MAX_DEPTH = 1_200
"""Levels of syntax: some hundred nested calls. Beyond 32,000 open matches a query is quadratic."""


def captures(query: Query, node: Node) -> dict[str, list[Node]]:
    """The nodes that a query captures below a node, by capture name; in the order of the text, which tree-sitter does not keep."""
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(MAX_DEPTH)
    found = cursor.captures(node)
    for nodes in found.values():
        nodes.sort(key=outer_first)
    return found


def outer_first(node: Node) -> int:
    """Orders by start, then longest first, in one integer: files are far below 16 MB."""
    return (node.start_byte << 24) - node.end_byte
