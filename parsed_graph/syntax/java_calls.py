"""A Java call, with what few rules ask for (its line, its arguments) read only when they do."""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.syntax.java_grammar import ARGUMENT_LIST, IDENTIFIER
from parsed_graph.syntax.nodes import named, text_of
from parsed_graph.syntax.source_file import Argument, CallSyntax, FunctionSyntax, TypeSyntax

MAX_SCANNED = 2000
"""Bytes of arguments that are searched as text: calls within calls would be read over and over."""
_CONSTANT = re.compile(rb"\b[A-Z][A-Z0-9_]{2,}\b")


class JavaCall(CallSyntax):
    """A CallSyntax whose `line`, `arguments` and `type_arguments` are worked out at first use: most calls interest no rule."""

    __slots__ = ("_argument_list", "_arguments", "_name_node", "_types")

    def __init__(
        self,
        name: str,
        receiver: Node | None,
        receiver_type: str,
        node: Node,
        function: FunctionSyntax | None,
        owner: TypeSyntax | None,
        name_node: Node,
        argument_list: Node | None,
        types: tuple[str, ...] | Node | None,
        is_new: bool = False,
    ) -> None:
        self.name = name
        self.receiver = receiver
        self.receiver_type = receiver_type
        self.node = node
        self.function = function
        self.owner = owner
        self.is_new = is_new
        self._name_node = name_node
        self._argument_list = argument_list
        self._types = types
        self._arguments: list[Argument] | None = None

    @property
    def line(self) -> int:  # type: ignore[override]  # read-only here, and lazy
        """The line of the called name: that of a link, not of the start of its chain."""
        return self._name_node.start_point[0] + 1

    @property
    def arguments(self) -> list[Argument]:  # type: ignore[override]  # read-only here, and lazy
        """The arguments in order, all positional."""
        if self._arguments is None:
            self._arguments = [Argument("", node) for node in self.argument_nodes()]
        return self._arguments

    @property
    def type_arguments(self) -> tuple[str, ...]:  # type: ignore[override]  # read-only here, and lazy
        """Explicit type arguments."""
        types = self._types
        return types if isinstance(types, tuple) else tuple([text_of(node) for node in named(types)])

    @property
    def may_hold_text(self) -> bool:
        """Whether its arguments hold a string or the name of a constant; long ones may, whatever they are."""
        given = self._argument_list
        if given is None:
            return False
        if given.end_byte - given.start_byte > MAX_SCANNED:
            return True
        source = given.text or b""
        return b'"' in source or _CONSTANT.search(source) is not None

    @property
    def argument_count(self) -> int:
        """The number of arguments, without reading them."""
        return self._argument_list.named_child_count if self._argument_list is not None else 0

    def argument_nodes(self) -> list[Node]:
        """The argument expressions."""
        return named(self._argument_list)


def call_parts(node: Node) -> tuple[Node | None, Node | None, Node | None, Node | None]:
    """Receiver, name, argument list and type arguments of a method_invocation: by position, several times cheaper than by field."""
    children = node.children
    count = len(children)
    if count == 4:
        if children[2].kind_id == IDENTIFIER and children[3].kind_id == ARGUMENT_LIST:
            return children[0], children[2], children[3], None
    elif count == 2:
        return None, children[0], children[1], None
    return _unusual_parts(node)


def _unusual_parts(node: Node) -> tuple[Node | None, Node | None, Node | None, Node | None]:
    return (
        node.child_by_field_name("object"),
        node.child_by_field_name("name"),
        node.child_by_field_name("arguments"),
        node.child_by_field_name("type_arguments"),
    )
