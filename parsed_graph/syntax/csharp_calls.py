"""Calls and creations of a C# file."""

from __future__ import annotations

from weakref import proxy

from tree_sitter import Node

from parsed_graph.syntax.csharp_grammar import type_name
from parsed_graph.syntax.csharp_reader import CSharpReader
from parsed_graph.syntax.typed_call import TypedCall


def read_call(reader: CSharpReader, node: Node) -> None:
    """A call of a name or member, `?.` included."""
    target = node.child_by_field_name("function")
    if target is None:
        return
    receiver: Node | None = None
    kind = target.type
    name_node: Node | None = target
    if kind == "member_access_expression":
        receiver, name_node = target.child_by_field_name("expression"), target.child_by_field_name("name")
    elif kind == "conditional_access_expression":
        receiver, name_node = target.child_by_field_name("condition"), _bound_name(target)
    if name_node is None:
        return
    types: tuple[str, ...] = ()
    if name_node.type == "generic_name":
        types = tuple([reader.text(child) for child in name_node.named_children[-1].named_children])
        name_node = name_node.named_children[0]
    elif name_node.type != "identifier":
        return
    arguments = node.child_by_field_name("arguments")
    reader.calls.append(
        TypedCall(
            reader.text(name_node),
            receiver,
            node,
            reader.scope,
            name_node,
            arguments,
            proxy(reader.types),
            type_arguments=types,
        )
    )


def read_creation(reader: CSharpReader, node: Node) -> None:
    """`new Client(…)`, `new(…)`, and what an initialiser after it names."""
    last = node.named_children[-1] if node.named_child_count else None
    if last is not None and last.type == "initializer_expression":
        reader.initialised.update([child.id for child in last.named_children])
    written = node.child_by_field_name("type")
    if written is not None:
        arguments = node.child_by_field_name("arguments")
        types: tuple[str, ...] = ()
        if written.type == "generic_name":
            types = tuple([reader.text(child) for child in written.named_children[-1].named_children])
        name = type_name(reader.text(written))
    else:
        arguments = next((child for child in node.named_children if child.type == "argument_list"), None)
        name, types = type_name(reader.types.expected.get(node.id, "")), ()
    reader.calls.append(
        TypedCall(
            name,
            None,
            node,
            reader.scope,
            written or node,
            arguments,
            proxy(reader.types),
            is_new=True,
            type_arguments=types,
        )
    )


def _bound_name(node: Node) -> Node | None:
    binding = node.named_children[-1] if node.named_child_count else None
    return (
        binding.child_by_field_name("name")
        if binding is not None and binding.type == "member_binding_expression"
        else None
    )
