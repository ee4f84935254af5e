"""A call with what few rules ask for (receiver type, arguments, line) worked out at first use."""

from __future__ import annotations

from typing import Protocol

from tree_sitter import Node

from parsed_graph.syntax.source_file import Argument, CallSyntax
from parsed_graph.syntax.typed_scope import TypedScope


class ReadsCalls(Protocol):
    """What a language knows of its calls."""

    def arguments(self, call: TypedCall) -> list[Argument]:
        """The arguments in order; of a struct literal or initialiser, its fields by name."""

    def receiver_type(self, call: TypedCall) -> str:
        """The simple name of the type that a call's receiver has, "" where the file does not tell."""


class TypedCall(CallSyntax):
    """A CallSyntax that knows its scope. `name_node` is where it is named, `argument_list` what its arguments stand in."""

    __slots__ = ("_arguments", "_reader", "_receiver_type", "argument_list", "name_node", "scope")

    def __init__(
        self,
        name: str,
        receiver: Node | None,
        node: Node,
        scope: TypedScope,
        name_node: Node,
        argument_list: Node | None,
        reader: ReadsCalls,
        is_new: bool = False,
        type_arguments: tuple[str, ...] = (),
    ) -> None:
        self.name, self.receiver, self.node, self.scope = name, receiver, node, scope
        self.function, self.owner = scope.function, scope.owner
        self.name_node, self.argument_list, self._reader = name_node, argument_list, reader
        self.is_new, self.type_arguments = is_new, type_arguments
        self._arguments: list[Argument] | None = None
        self._receiver_type: str | None = None

    @property
    def line(self) -> int:  # type: ignore[override]  # read-only here, and lazy
        """The line of the called name: that of a link, not of the start of its chain."""
        return self.name_node.start_point[0] + 1

    @property
    def arguments(self) -> list[Argument]:  # type: ignore[override]  # read-only here, and lazy
        """The arguments in order."""
        if self._arguments is None:
            self._arguments = self._reader.arguments(self)
        return self._arguments

    @property
    def receiver_type(self) -> str:  # type: ignore[override]  # read-only here, and lazy
        """The receiver's type as a simple name; of a creation, the type itself."""
        if self._receiver_type is None:
            self._receiver_type = self._reader.receiver_type(self)
        return self._receiver_type

    @property
    def argument_count(self) -> int:
        """The number of arguments, without reading them."""
        return self.argument_list.named_child_count if self.argument_list is not None else 0
