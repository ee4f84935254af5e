"""What variables, fields and exports of a file are given: declarations, assignments, loops, `require`."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.ecmascript_exports import export_default
from parsed_graph.syntax.ecmascript_imports import required
from parsed_graph.syntax.ecmascript_patterns import pattern_keys
from parsed_graph.syntax.ecmascript_reader import FUNCTIONS, EcmascriptReader
from parsed_graph.syntax.scopes import Binding, Parameter, holder


def read_variable(reader: EcmascriptReader, node: Node) -> None:
    """A variable, or several by a pattern."""
    target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if target is None:
        return
    if value is None:
        _declare_variable(reader, target, node)
        return
    kind = target.type
    found = required(value, reader.source) if value.type != "string" else None
    if found is not None:
        _bind_required(reader, target, *found)
    elif kind == "identifier":
        _bind_variable(reader, target, value, node)
    elif kind == "object_pattern":
        for key, name, default in pattern_keys(reader, target):
            reader.scope.bind(name, Binding(value, node.end_byte, keys=(key,), default=default))
    elif kind == "array_pattern":
        for index, child in enumerate(target.named_children):
            if child.type == "identifier":
                reader.scope.bind(reader.text(child), Binding(value, node.end_byte, keys=(str(index),)))


def read_assignment(reader: EcmascriptReader, node: Node) -> None:
    """An assignment to a name or member."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return
    if left.type == "identifier":
        name = reader.text(left)
        found = required(right, reader.source)
        if found is not None:
            _bind_required(reader, left, *found)
        else:
            (holder(name, reader.scope) or reader.scope).bind(name, Binding(right, node.end_byte))
    elif left.type == "member_expression":
        _assign_member(reader, left, right, node)


def read_augmented(reader: EcmascriptReader, node: Node) -> None:
    """`url += path`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if (
        left is not None
        and right is not None
        and left.type == "identifier"
        and operator is not None
        and operator.type == "+="
    ):
        reader.scope.bind(reader.text(left), Binding(right, node.end_byte, "+="))


def read_for(reader: EcmascriptReader, node: Node) -> None:
    """`for (const each of list)`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if (
        left is not None
        and right is not None
        and left.type == "identifier"
        and operator is not None
        and operator.type == "of"
    ):
        reader.scope.bind(reader.text(left), Binding(right, right.end_byte, "each"))


def _declare_variable(reader: EcmascriptReader, target: Node, node: Node) -> None:
    """`let client: Client;` is given its value later, maybe by an inner function."""
    if target.type == "identifier":
        name = reader.text(target)
        reader.scope.names.setdefault(name, [])
        declared = reader.text(node.child_by_field_name("type")).lstrip(": ")
        if declared:
            reader.scope.parameters.setdefault(name, Parameter(-1, declared))


def _bind_variable(reader: EcmascriptReader, target: Node, value: Node, node: Node) -> None:
    name = reader.text(target)
    declared = reader.text(node.child_by_field_name("type")).lstrip(": ")
    if value.type in FUNCTIONS or value.type == "class":
        reader.names[value.id] = (reader.scope.prefix, name)
        return
    if value.type == "object":
        reader.name_members(value, f"{reader.scope.prefix}.{name}", 0)
    reader.scope.bind(name, Binding(value, node.end_byte))
    if declared and value.type == "call_expression":
        reader.scope.parameters.setdefault(name, Parameter(-1, declared))


def _bind_required(reader: EcmascriptReader, target: Node, specifier: str, members: list[str]) -> None:
    reader.imports.lines.setdefault(specifier, target.start_point[0] + 1)
    if target.type == "identifier":
        name = reader.text(target)
        if members and members[-1] != "default":
            reader.imports.add_member(name, specifier, ".".join(members))
        elif members:
            reader.imports.add_default(name, specifier)
        else:
            reader.imports.add_whole(name, specifier)
    elif target.type == "object_pattern":
        for key, name, _ in pattern_keys(reader, target):
            reader.imports.add_member(name, specifier, ".".join([*members, key]))


def _assign_member(reader: EcmascriptReader, left: Node, right: Node, node: Node) -> None:
    target = reader.text(left.child_by_field_name("object"))
    name = reader.text(left.child_by_field_name("property"))
    if target == "this":
        _assign_field(reader, name, right, node)
    elif target == "module" and name == "exports":
        export_default(reader, right, node)
        if right.type in ("object", "identifier"):
            reader.scopes[0].bind("exports", Binding(right, node.end_byte))
    elif target in ("exports", "module.exports"):
        if right.type in FUNCTIONS or right.type == "class":
            reader.names[right.id] = (reader.scopes[0].prefix, name)
        else:
            reader.scopes[0].bind(name, Binding(right, node.end_byte))
    elif len(target) < 60:
        if right.type in FUNCTIONS:
            reader.names[right.id] = (f"{reader.scope.prefix}.{target.removesuffix('.prototype')}", name)
        reader.scope.bind(f"{target}.{name}", Binding(right, node.end_byte))


def _assign_field(reader: EcmascriptReader, name: str, right: Node, node: Node) -> None:
    owner = reader.scope.owner
    if owner is None:
        return
    reader.fields[owner.qualified_name].setdefault(name, []).append(Binding(right, node.end_byte))
    parameter = reader.scope.parameters.get(reader.text(right)) if right.type == "identifier" else None
    if not owner.fields.get(name):
        owner.fields[name] = parameter.type if parameter is not None else ""
    if right.type in FUNCTIONS:
        reader.names[right.id] = (owner.qualified_name, name)
