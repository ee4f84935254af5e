"""What the variables and fields of a C# file are given: declarations, assignments, loops, patterns."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.csharp_reader import CSharpReader
from parsed_graph.syntax.scopes import Binding, holder
from parsed_graph.syntax.typed_scope import TypedScope


def read_variables(reader: CSharpReader, node: Node) -> None:
    """Local variables; fields were read with their types."""
    if reader.scope.is_type:
        return
    declared = reader.text(node.child_by_field_name("type"))
    for child in node.named_children:
        if child.type != "variable_declarator":
            continue
        name = reader.text(child.child_by_field_name("name"))
        if declared != "var":
            reader.scope.types[name] = declared
        if child.named_child_count > 1:
            value = child.named_children[-1]
            reader.scope.bind(name, Binding(value, child.end_byte))
            reader.expect(value, declared)


def read_assignment(reader: CSharpReader, node: Node) -> None:
    """An assignment to a variable, a field of the object itself, or a member of something else."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return
    sign = operator.type
    kind = left.type
    if kind == "identifier":
        if node.id not in reader.initialised:
            _assign(reader, reader.text(left), right, node, sign)
    elif kind == "member_access_expression":
        target, name = left.child_by_field_name("expression"), reader.text(left.child_by_field_name("name"))
        if target is None or sign != "=":
            return
        if target.type in ("this", "this_expression"):
            _assign_field(reader, name, right)
        else:
            reader.assignments.append((target, name, right))


def read_foreach(reader: CSharpReader, node: Node) -> None:
    """`foreach (var each in list)`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None and left.type == "identifier":
        declared = reader.text(node.child_by_field_name("type"))
        if declared != "var":
            reader.scope.types[reader.text(left)] = declared
        reader.scope.bind(reader.text(left), Binding(right, right.end_byte, "each"))


def read_declared_name(reader: CSharpReader, node: Node) -> None:
    """`out var x`, `is Order order`."""
    name, declared = reader.text(node.child_by_field_name("name")), reader.text(node.child_by_field_name("type"))
    if name:
        reader.scope.types[name] = "" if declared == "var" else declared


def _assign(reader: CSharpReader, name: str, value: Node, node: Node, sign: str) -> None:
    home = holder(name, reader.scope)
    if home is None or (isinstance(home, TypedScope) and home.is_type):
        _assign_field(reader, name, value)
    elif sign in ("=", "??="):
        home.bind(name, Binding(value, node.end_byte))
    elif sign == "+=":
        home.bind(name, Binding(value, node.end_byte, "+="))


def _assign_field(reader: CSharpReader, name: str, value: Node) -> None:
    owner = reader.scope.owner
    while owner is not None and name not in owner.fields:
        owner = owner.outer
    if owner is not None:
        reader.give(owner, name, value, owner.fields[name])
