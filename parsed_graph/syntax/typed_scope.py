"""A scope of a statically typed language: beside what it binds, the declared types of its variables."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.scopes import Binding, Scope
from parsed_graph.syntax.source_file import FunctionSyntax, TypeSyntax


class LiteralField(Binding):
    """What a struct literal or an object initialiser gives to a field, as against an assignment to it."""

    __slots__ = ()


class TypedScope(Scope):
    """`types` holds declared types as written; `writes` what a function stores through each of its pointer or `out` parameters.

    `is_type` marks the body of a class: its names are fields, which the functions in it see.
    """

    __slots__ = ("is_type", "types", "writes")

    def __init__(
        self,
        node: Node,
        end: int,
        parent: TypedScope | None,
        prefix: str,
        function: FunctionSyntax | None,
        owner: TypeSyntax | None,
    ) -> None:
        super().__init__(node, end, parent, prefix, function, owner)
        self.types: dict[str, str] = {}
        self.is_type = False
        self.writes: dict[str, list[Binding]] = {}

    def holds(self, name: str) -> bool:
        """Whether the name means something of this scope itself."""
        return name in self.names or name in self.parameters or name in self.types or name in self.declared


def member_name(prefix: str, name: str) -> str:
    """A qualified name; the root folder has no prefix."""
    return f"{prefix}.{name}" if prefix else name
