"""Classes, interfaces, enums, functions and fields of a file of JavaScript or TypeScript."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.ecmascript_calls import bind_callback
from parsed_graph.syntax.ecmascript_decorators import read_annotation, read_decorator
from parsed_graph.syntax.ecmascript_parameters import read_parameters
from parsed_graph.syntax.ecmascript_reader import FUNCTIONS, EcmascriptReader
from parsed_graph.syntax.scopes import Binding, Scope
from parsed_graph.syntax.source_file import FunctionSyntax, TypeSyntax


def read_class(reader: EcmascriptReader, node: Node) -> None:
    """A class, with its decorators and what it extends and implements."""
    for child in node.children_by_field_name("decorator"):
        read_decorator(reader, child)
    scope = reader.scope
    prefix, name = reader.names.pop(node.id, (scope.prefix, reader.text(node.child_by_field_name("name")) or "default"))
    heritage = next((child for child in node.named_children if child.type == "class_heritage"), None)
    declared = TypeSyntax(
        name, f"{prefix}.{name}", "class", node.start_point[0] + 1, node.end_point[0] + 1, _bases(reader, heritage),
        reader.take_annotations(), outer=scope.type, node=node,
    )  # fmt: skip
    for annotation in declared.annotations:
        annotation.on_type = declared
    _declare_type(reader, declared, node)


def read_interface(reader: EcmascriptReader, node: Node) -> None:
    """An interface, with what it extends."""
    extends = next((child for child in node.named_children if child.type == "extends_type_clause"), None)
    bases = [reader.text(child) for child in extends.named_children] if extends is not None else []
    name = reader.text(node.child_by_field_name("name"))
    declared = TypeSyntax(
        name, f"{reader.scope.prefix}.{name}", "interface", node.start_point[0] + 1, node.end_point[0] + 1, bases, [],
        node=node,
    )  # fmt: skip
    _declare_type(reader, declared, node)


def read_enum(reader: EcmascriptReader, node: Node) -> None:
    """An enum: its members are fields."""
    name, body = reader.text(node.child_by_field_name("name")), node.child_by_field_name("body")
    declared = TypeSyntax(
        name,
        f"{reader.scope.prefix}.{name}",
        "enum",
        node.start_point[0] + 1,
        node.end_point[0] + 1,
        [],
        [],
        node=node,
    )
    _declare_type(reader, declared, node)
    for member in body.named_children if body is not None else ():
        value = member.child_by_field_name("value") if member.type == "enum_assignment" else None
        if value is not None:
            key = reader.text(member.child_by_field_name("name")).strip("\"'")
            declared.fields[key] = ""
            reader.fields[declared.qualified_name].setdefault(key, []).append(Binding(value, member.end_byte))


def read_function(reader: EcmascriptReader, node: Node) -> None:
    """A function that is declared by its name."""
    prefix, name = reader.names.pop(node.id, (reader.scope.prefix, reader.text(node.child_by_field_name("name"))))
    _open_function(reader, node, prefix, name, None)


def read_method(reader: EcmascriptReader, node: Node) -> None:
    """A method of a class or object literal."""
    owner = reader.scope.type
    name = reader.text(node.child_by_field_name("name")).strip("\"'")
    prefix, name = reader.names.pop(node.id, (reader.scope.prefix, name))
    if owner is not None and any(child.type == "get" for child in node.children[:4]):
        _bind_getter(reader, node, name, owner)
    _open_function(reader, node, prefix, name, owner)


def read_function_expression(reader: EcmascriptReader, node: Node) -> None:
    """A function in an expression: named where something names it, else a callback."""
    known = reader.names.pop(node.id, None)
    if known is not None:
        _open_function(reader, node, *known, reader.scope.type)
        return
    scope = reader.scope
    inner = Scope(node, node.end_byte, scope, scope.prefix, scope.function, scope.owner)
    read_parameters(reader, node, inner, {})
    callback = reader.callbacks.pop(node.id, None)
    if callback is not None:
        bind_callback(reader, inner, *callback)
    reader.open(inner)


def read_field(reader: EcmascriptReader, node: Node) -> None:
    """A field of a class, with its type, decorators and value."""
    owner = reader.scope.type
    annotations = [
        a for child in node.children_by_field_name("decorator") if (a := read_annotation(reader, child)) is not None
    ]
    annotations += reader.take_annotations()
    if owner is None:
        return
    name = reader.text(node.child_by_field_name("name")).strip("\"'")
    owner.fields[name] = reader.text(node.child_by_field_name("type")).lstrip(": ")
    for annotation in annotations:
        annotation.on_field, annotation.on_type = name, owner
    value = node.child_by_field_name("value")
    if value is None:
        return
    reader.fields[owner.qualified_name].setdefault(name, []).append(Binding(value, node.end_byte))
    if value.type in FUNCTIONS:
        reader.names[value.id] = (owner.qualified_name, name)


def _declare_type(reader: EcmascriptReader, declared: TypeSyntax, node: Node) -> None:
    scope = reader.scope
    scope.declared.setdefault(declared.name, declared)
    reader.types.append(declared)
    reader.fields[declared.qualified_name] = {}
    reader.open(Scope(node, node.end_byte, scope, declared.qualified_name, scope.function, declared, declared))


def _bases(reader: EcmascriptReader, heritage: Node | None) -> list[str]:
    found: list[str] = []
    for clause in heritage.named_children if heritage is not None else ():
        if clause.type == "extends_clause":
            value, arguments = clause.child_by_field_name("value"), clause.child_by_field_name("type_arguments")
            found.append(reader.text(value) + reader.text(arguments))
        elif clause.type == "implements_clause":
            found += [reader.text(child) for child in clause.named_children]
        else:
            found.append(reader.text(clause))
    return found


def _bind_getter(reader: EcmascriptReader, node: Node, name: str, owner: TypeSyntax) -> None:
    """`get url() { return … }` reads like a field."""
    body = node.child_by_field_name("body")
    for statement in body.named_children if body is not None else ():
        if statement.type == "return_statement" and statement.named_child_count:
            owner.fields.setdefault(name, reader.text(node.child_by_field_name("return_type")).lstrip(": "))
            value = statement.named_children[0]
            reader.fields[owner.qualified_name].setdefault(name, []).append(Binding(value, node.end_byte))


def _open_function(reader: EcmascriptReader, node: Node, prefix: str, name: str, owner: TypeSyntax | None) -> None:
    scope = reader.scope
    types: dict[str, str] = {}
    function = FunctionSyntax(
        name, f"{prefix}.{name}", node.start_point[0] + 1, node.end_point[0] + 1, owner, reader.take_annotations(), types,
        reader.text(node.child_by_field_name("return_type")).lstrip(": "), node,
    )  # fmt: skip
    for annotation in function.annotations:
        annotation.on_function = function
    if prefix == scope.prefix:
        scope.declared.setdefault(name, function)
    reader.functions.append(function)
    inner = Scope(node, node.end_byte, scope, function.qualified_name, function, scope.owner)
    function.signature = f"{name}({read_parameters(reader, node, inner, types)})"
    reader.open(inner)
