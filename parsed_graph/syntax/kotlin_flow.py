"""How Kotlin writes assignments: of local variables with the branches around them, of properties, of enum constants."""

from __future__ import annotations

from functools import cache

import tree_sitter_kotlin
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.jvm_flow import Arm, Definition, Definitions, FieldValues, FlowSyntax
from parsed_graph.syntax.kotlin_declarations import KotlinDeclarations, declared_type, property_value
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.source_file import FunctionSyntax, TypeSyntax

_FUNCTION_QUERY = """
    (if_expression) @if (when_expression) @when
    (for_statement) @loop (while_statement) @branch (catch_block) @branch
    (lambda_literal) @nested (object_literal) @nested
    (property_declaration) @declaration (assignment) @assignment
    (return_expression) @return (function_body) @body
    """


@cache
def _queries() -> tuple[Query, Query]:
    grammar = Grammar(tree_sitter_kotlin.language())
    return Query(grammar, _FUNCTION_QUERY), Query(grammar, "(assignment) @assignment")


def _read_function(node: Node) -> Definitions:
    """One sweep in document order, with a stack of the branches that are open."""
    found = Definitions()
    arms: list[Arm] = []
    nested: list[int] = []
    for start, end, _, kind, current, choice in _items(node):
        while arms and arms[-1].end <= start:
            arms.pop()
        while nested and nested[-1] <= start:
            nested.pop()
        if kind in ("arm", "branch", "nested", "loop"):
            arms.append(Arm(start, -end, choice))
            if choice:
                found.arms.setdefault(choice, []).append(arms[-1])
            if kind == "nested":
                nested.append(-end)
                found.opaque |= _lambda_names(current)
            elif kind == "loop":
                found.opaque |= _loop_names(current)
        elif kind == "return":
            value = first_named(current)
            if value is not None and not nested and current.child_by_field_name("label") is None:
                found.returns.append(value)
        elif kind == "body":
            value = first_named(current)
            if value is not None and value.type != "block" and not nested:
                found.returns.append(value)
        elif kind == "declaration":
            _read_declaration(current, tuple(arms), found)
        else:
            _read_assignment(current, tuple(arms), found)
    return found


def _items(node: Node) -> list[tuple[int, int, bool, str, Node, int]]:
    """What the query finds, an `if` and a `when` replaced by their arms, in document order and outermost first."""
    items: list[tuple[int, int, bool, str, Node, int]] = []
    for kind, nodes in captures(_queries()[0], node).items():
        for current in nodes:
            arms = _if_arms(current) if kind == "if" else _when_arms(current) if kind == "when" else []
            items += [(arm.start_byte, -arm.end_byte, False, "arm", arm, choice) for arm, choice in arms]
            if kind not in ("if", "when"):
                is_leaf = kind not in ("branch", "nested", "loop")
                items.append((current.start_byte, -current.end_byte, is_leaf, kind, current, 0))
    items.sort(key=lambda item: item[:3])
    return items


def _if_arms(node: Node) -> list[tuple[Node, int]]:
    condition = node.child_by_field_name("condition")
    arms = [child for child in named(node) if condition is None or child.id != condition.id]
    return [(arm, node.id if len(arms) == 2 else 0) for arm in arms]


def _when_arms(node: Node) -> list[tuple[Node, int]]:
    entries = [child for child in named(node) if child.type == "when_entry"]
    has_else = any(child.type == "else" for entry in entries for child in entry.children)
    return [(entry, node.id if has_else else 0) for entry in entries]


def _read_declaration(node: Node, arms: tuple[Arm, ...], found: Definitions) -> None:
    variable = next((c for c in node.named_children if c.type == "variable_declaration"), None)
    parts = named(variable)
    if parts:
        name = text_of(parts[0])
        found.types[name] = declared_type(parts[1]) if len(parts) > 1 else "var"
        found.add(name, Definition(property_value(node), node.end_byte, arms))
        return
    several = next((c for c in node.named_children if c.type == "multi_variable_declaration"), None)
    found.opaque |= {text_of(first_named(part)) for part in named(several)}


def _read_assignment(node: Node, arms: tuple[Arm, ...], found: Definitions) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is not None and left.type == "identifier":
        sign = operator.type if operator is not None else "="
        found.add(text_of(left), Definition(right, node.end_byte, arms, sign == "+=", sign not in ("=", "+=")))


def _lambda_names(node: Node) -> set[str]:
    parameters = next((c for c in node.named_children if c.type == "lambda_parameters"), None)
    return {text_of(first_named(parameter)) for parameter in named(parameters)} | {"it"}


def _loop_names(node: Node) -> set[str]:
    variable = next((c for c in node.named_children if c.type == "variable_declaration"), None)
    return {text_of(first_named(variable))} if variable is not None else set()


def kotlin_flow(declarations: KotlinDeclarations) -> FlowSyntax:
    """The assignments of a file whose declarations are known."""

    def initialisers(owner: TypeSyntax) -> dict[str, FieldValues]:
        found: dict[str, FieldValues] = {}
        for name in owner.fields:
            value = declarations.values.get((owner.qualified_name, name))
            values: list[tuple[Node, FunctionSyntax | None]] = [(value, None)] if value is not None else []
            found[name] = FieldValues(values)
        return found

    def constants(owner: TypeSyntax) -> dict[str, FieldValues]:
        entries = declarations.constants.get(owner.qualified_name, {})
        return {name: FieldValues([(node, None)] if node is not None else []) for name, node in entries.items()}

    return FlowSyntax(_read_function, initialisers, constants, _assignments, _assigned_field)


def _assignments(node: Node) -> list[Node]:
    return captures(_queries()[1], node).get("assignment", [])


def _assigned_field(left: Node | None, owner: TypeSyntax) -> str:
    parts = named(left)
    if left is not None and left.type == "navigation_expression" and parts and parts[0].type == "this_expression":
        return text_of(parts[-1])
    name = text_of(left) if left is not None and left.type == "identifier" else ""
    return name if name in owner.fields else ""
