"""Where code first breaks the rules of its grammar: readers pass that part over, and the user should know."""

from tree_sitter import Node

_STEPS = 10_000


def first_error_line(root: Node) -> int:
    """The line of the first error in a tree, 0 where there is none. Of two errors the one that ends first, near enough."""
    if not root.has_error:
        return 0
    node = root
    for _ in range(_STEPS):
        if node.is_error or node.is_missing:
            break
        below = next((child for child in node.children if child.has_error or child.is_missing), None)
        if below is None:
            break
        node = below
    return node.start_point.row + 1
