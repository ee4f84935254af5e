"""How Java writes assignments: of local variables with the branches around them, of fields, of enum constants."""

from __future__ import annotations

from functools import cache

from tree_sitter import Node, Query

from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.java_grammar import GRAMMAR
from parsed_graph.syntax.jvm_flow import Arm, Definition, Definitions, FieldValues, FlowSyntax
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.source_file import FunctionSyntax, TypeSyntax

_FUNCTION_QUERY = """
    (if_statement consequence: (_) @arm) (if_statement alternative: (_) @arm)
    (switch_block_statement_group) @arm (switch_rule) @arm
    (while_statement body: (_) @branch) (for_statement body: (_) @branch) (enhanced_for_statement body: (_) @branch)
    (catch_clause) @branch
    (lambda_expression) @nested (class_body) @nested
    (local_variable_declaration) @declaration
    (assignment_expression) @assignment
    (enhanced_for_statement) @opaque (resource) @opaque
    (lambda_expression parameters: (identifier) @untyped) (inferred_parameters (identifier) @untyped)
    (lambda_expression parameters: (formal_parameters (formal_parameter) @opaque))
    (expression_statement (method_invocation) @call)
    (return_statement) @return
    """
_BUFFERS = ("StringBuilder", "StringBuffer", "var")
MAX_APPENDS = 50


@cache
def _queries() -> tuple[Query, Query]:
    return Query(GRAMMAR, _FUNCTION_QUERY), Query(GRAMMAR, "(assignment_expression) @assignment")


def _read_function(node: Node) -> Definitions:
    """One sweep in document order, with a stack of the branches that are open."""
    items = [
        (n.start_byte, -n.end_byte, kind not in ("arm", "branch"), kind, n)
        for kind, nodes in captures(_queries()[0], node).items()
        for n in nodes
    ]
    items.sort(key=lambda item: item[:3])
    found = Definitions()
    arms: list[Arm] = []
    nested: list[int] = []
    for start, end, _, kind, current in items:
        while arms and arms[-1].end <= start:
            arms.pop()
        while nested and nested[-1] <= start:
            nested.pop()
        if kind in ("arm", "branch", "nested"):
            choice = _choice(current) if kind == "arm" else 0
            arms.append(Arm(start, -end, choice))
            if choice:
                found.arms.setdefault(choice, []).append(arms[-1])
            if kind == "nested":
                nested.append(-end)
        elif kind == "return":
            value = first_named(current)
            if value is not None and not nested:
                found.returns.append(value)
        else:
            _READERS[kind](current, tuple(arms), found)
    return found


def _choice(arm: Node) -> int:
    """The `if` with an else, or the `switch` with a default, that an arm belongs to; 0 where no arm may run."""
    parent = arm.parent
    if parent is None:
        return 0
    if parent.type == "if_statement":
        return parent.id if parent.child_by_field_name("alternative") is not None else 0
    labels = [
        label for group in parent.named_children for label in group.named_children if label.type == "switch_label"
    ]
    return parent.id if any(not label.named_children for label in labels) else 0


def _read_declaration(node: Node, arms: tuple[Arm, ...], found: Definitions) -> None:
    declared = text_of(node.child_by_field_name("type"))
    for declarator in node.children_by_field_name("declarator"):
        name = text_of(declarator.child_by_field_name("name"))
        found.types[name] = declared
        found.add(name, Definition(declarator.child_by_field_name("value"), declarator.end_byte, arms))


def _read_assignment(node: Node, arms: tuple[Arm, ...], found: Definitions) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is not None and left.type == "identifier":
        sign = operator.type if operator is not None else "="
        found.add(text_of(left), Definition(right, node.end_byte, arms, sign == "+=", sign not in ("=", "+=")))


def _read_append(node: Node, arms: tuple[Arm, ...], found: Definitions) -> None:
    """`builder.append(a).append(b);` adds to the builder's text."""
    appended: list[Node] = []
    current: Node | None = node
    while current is not None and current.type == "method_invocation" and len(appended) < MAX_APPENDS:
        value = first_named(current.child_by_field_name("arguments"))
        if value is None or text_of(current.child_by_field_name("name")) != "append":
            return
        appended.append(value)
        current = current.child_by_field_name("object")
    name = text_of(current) if current is not None and current.type == "identifier" else ""
    if found.types.get(name) in _BUFFERS:
        for value in reversed(appended):
            found.add(name, Definition(value, node.end_byte, arms, appends=True))


def _read_opaque(node: Node, arms: tuple[Arm, ...], found: Definitions) -> None:
    name = text_of(node.child_by_field_name("name"))
    found.types[name] = text_of(node.child_by_field_name("type"))
    found.opaque.add(name)


def _read_untyped(node: Node, arms: tuple[Arm, ...], found: Definitions) -> None:
    found.opaque.add(text_of(node))


_READERS = {
    "declaration": _read_declaration,
    "assignment": _read_assignment,
    "call": _read_append,
    "opaque": _read_opaque,
    "untyped": _read_untyped,
}


# --- Fields -------------------------------------------------------------------------------------------


def _members(owner: TypeSyntax) -> list[Node]:
    body = owner.node.child_by_field_name("body") if owner.node is not None else None
    found: list[Node] = []
    for child in named(body):
        found += child.named_children if child.type == "enum_body_declarations" else [child]
    return found


def _read_initialisers(owner: TypeSyntax) -> dict[str, FieldValues]:
    found: dict[str, FieldValues] = {}
    for member in _members(owner):
        if member.type in ("field_declaration", "constant_declaration"):
            for declarator in member.children_by_field_name("declarator"):
                value = declarator.child_by_field_name("value")
                values: list[tuple[Node, FunctionSyntax | None]] = [(value, None)] if value is not None else []
                found[text_of(declarator.child_by_field_name("name"))] = FieldValues(values)
    return found


def _read_constants(owner: TypeSyntax) -> dict[str, FieldValues]:
    found: dict[str, FieldValues] = {}
    for member in _members(owner):
        if member.type == "enum_constant":
            arguments = named(member.child_by_field_name("arguments"))
            texts = [a for a in arguments if a.type in ("string_literal", "binary_expression")]
            found[text_of(member.child_by_field_name("name"))] = FieldValues([(text, None) for text in texts[:1]])
    return found


def _assignments(node: Node) -> list[Node]:
    return captures(_queries()[1], node).get("assignment", [])


def _assigned_field(left: Node | None, owner: TypeSyntax) -> str:
    if left is None:
        return ""
    if left.type == "field_access":
        target = left.child_by_field_name("object")
        return text_of(left.child_by_field_name("field")) if target is not None and target.type == "this" else ""
    name = text_of(left) if left.type == "identifier" else ""
    return name if name in owner.fields else ""


JAVA_FLOW = FlowSyntax(_read_function, _read_initialisers, _read_constants, _assignments, _assigned_field)
