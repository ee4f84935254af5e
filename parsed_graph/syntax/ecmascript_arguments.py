"""Arguments of a call or decorator of JavaScript and TypeScript."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.source_file import Argument
from parsed_graph.syntax.typed_call import TypedCall


def call_arguments(call: TypedCall) -> list[Argument]:
    """The arguments of a call, in order."""
    return listed_arguments(call.argument_list)


def listed_arguments(node: Node | None) -> list[Argument]:
    """What an argument list holds, comments apart."""
    return [Argument("", child) for child in given_nodes(node) if child.type != "comment"]


def given_nodes(node: Node | None) -> list[Node]:
    """What stands in an argument list; a template string that follows a name is the only argument itself."""
    if node is None:
        return []
    return [node] if node.type == "template_string" else node.named_children
