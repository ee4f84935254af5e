"""The operands of a chain of one operator, which grammars nest to the left: as deep as the chain is long."""

from __future__ import annotations

from tree_sitter import Node

MAX_OPERANDS = 200
"""How many operands are taken apart; what is left then is one operand."""


def operands(node: Node, sign: str = "+") -> tuple[Node, ...]:
    """Those of `a + b + c` from left to right, without recursion; none where the node is no such chain."""
    found: list[Node] = []
    current: Node | None = node
    while current is not None and current.type == node.type and len(found) < MAX_OPERANDS:
        operator, right = current.child_by_field_name("operator"), current.child_by_field_name("right")
        if operator is None or operator.type != sign or right is None:
            break
        found.append(right)
        current = current.child_by_field_name("left")
    if not found:
        return ()
    return (*((current,) if current is not None else ()), *reversed(found))
