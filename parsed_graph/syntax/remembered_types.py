"""Types of one file's expressions, each worked out once: the same words in the same scope have the same type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tree_sitter import Node

from parsed_graph.syntax.scopes import Scope

MAX_DEPTH = 12
_LONGEST = 80
"""Bytes of an expression that is remembered; longer ones hardly come twice."""
S = TypeVar("S", bound=Scope)


class RememberedTypes:
    """The types that are known, and the expressions that are being worked out."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._known: dict[tuple[int, bytes], str] = {}
        self._busy: set[int] = set()

    def of(self, node: Node, scope: S, depth: int, work_out: Callable[[Node, S, int], str]) -> str:
        """The type as `work_out` gives it, one step deeper; "" below MAX_DEPTH and for a definition that leads back to itself."""
        size = node.end_byte - node.start_byte
        key = (id(scope), self._source[node.start_byte : node.end_byte]) if size < _LONGEST else None
        if key is not None:
            known = self._known.get(key)
            if known is not None:
                return known
        if depth > MAX_DEPTH or node.id in self._busy:
            return ""
        self._busy.add(node.id)
        try:
            found = work_out(node, scope, depth + 1)
        finally:
            self._busy.discard(node.id)
        if key is not None:
            self._known[key] = found
        return found
