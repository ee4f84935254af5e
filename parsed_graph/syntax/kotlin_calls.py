"""The parts of a Kotlin call: receiver, name, arguments by name or position, trailing lambda, type arguments.

The grammar reads `template.getForObject<Order>(url)` in some places as two comparisons; such a node counts as the call that it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.source_file import Argument

GENERIC_CALL = """
    (binary_expression left: (binary_expression left: [(identifier) (navigation_expression)] operator: "<")
      operator: ">" right: [(parenthesized_expression) (lambda_literal)])
"""
_VERBS = frozenset(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"))
"""Functions of Spring's router DSL, not types."""
MAX_NESTED = 3
"""How many call nodes around one another make up one call: `route("/x") { }` is a call of a call."""


@dataclass(slots=True)
class CallParts:
    """A call taken apart. `merged` are the ids of inner call nodes that are part of it."""

    name: str
    name_node: Node
    receiver: Node | None
    arguments: list[Argument] = field(default_factory=list)
    type_arguments: tuple[str, ...] = ()
    merged: list[int] = field(default_factory=list)


def call_parts(node: Node) -> CallParts | None:
    """The parts of a call, None where its callee has no name."""
    if node.type == "binary_expression":
        return _generic_parts(node)
    arguments: list[Argument] = []
    lambdas: list[Argument] = []
    types: tuple[str, ...] = ()
    merged: list[int] = []
    current = node
    for _ in range(MAX_NESTED):
        children = named(current)
        for child in children[1:]:
            if child.type == "value_arguments":
                arguments = [*read_arguments(child), *arguments]
            elif child.type == "annotated_lambda":
                body = next((c for c in child.named_children if c.type == "lambda_literal"), child)
                lambdas = [Argument("", body), *lambdas]
            elif child.type == "type_arguments":
                types = tuple([text_of(c) for c in child.named_children])
        callee = children[0] if children else None
        if callee is None or callee.type != "call_expression":
            break
        merged.append(callee.id)
        current = callee
    parts = _named_callee(callee)
    if parts is not None:
        parts.arguments, parts.type_arguments, parts.merged = [*arguments, *lambdas], types, merged
    return parts


def read_arguments(node: Node) -> list[Argument]:
    """The arguments of a `value_arguments` node."""
    found: list[Argument] = []
    for argument in named(node):
        children = argument.children
        values = [child for child in children if child.is_named]
        if not values:
            continue
        is_named = len(children) > 2 and children[1].type == "="
        value = values[-1]
        if value.type == "spread_expression":
            value = first_named(value) or value
        found.append(Argument(text_of(children[0]) if is_named else "", value))
    return found


def is_creation(parts: CallParts, functions: frozenset[str] | set[str]) -> bool:
    """Whether a call makes an object: `Order(…)`, `Request.Builder()`; not a function of the file that is written so."""
    if not parts.name[:1].isupper() or parts.name in functions or parts.name in _VERBS:
        return False
    return parts.receiver is None or text_of(parts.receiver)[:1].isupper()


def _generic_parts(node: Node) -> CallParts | None:
    comparison = node.child_by_field_name("left")
    given = node.child_by_field_name("right")
    if comparison is None or given is None or comparison.type != "binary_expression":
        return None
    parts = _named_callee(comparison.child_by_field_name("left"))
    if parts is not None:
        nodes = [given] if given.type == "lambda_literal" else named(given)
        parts.arguments = [Argument("", child) for child in nodes]
        parts.type_arguments = (text_of(comparison.child_by_field_name("right")),)
    return parts


def _named_callee(callee: Node | None) -> CallParts | None:
    if callee is None:
        return None
    if callee.type == "identifier":
        return CallParts(text_of(callee), callee, None)
    if callee.type == "navigation_expression":
        children = named(callee)
        if len(children) >= 2 and children[-1].type == "identifier":
            return CallParts(text_of(children[-1]), children[-1], children[0])
    return None
