"""Types of a C# file and their fields and properties: read before all else, since methods see what stands after them."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.captures import outer_first
from parsed_graph.syntax.csharp_attributes import read_attributes
from parsed_graph.syntax.csharp_reader import CSharpReader
from parsed_graph.syntax.source_file import TypeSyntax
from parsed_graph.syntax.typed_scope import member_name

TYPE_KINDS = {
    "class_declaration": "class",
    "struct_declaration": "struct",
    "record_declaration": "record",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
}


def read_types(reader: CSharpReader, types: list[Node], members: list[Node], namespaces: list[Node]) -> None:
    """Declares types and members, those of a type with it; `namespaces` are all of the file."""
    stack: list[tuple[int, TypeSyntax]] = []
    items = sorted([*types, *members], key=outer_first)
    for node in items:
        while stack and stack[-1][0] <= node.start_byte:
            stack.pop()
        if node.type in TYPE_KINDS:
            outer = stack[-1][1] if stack else None
            declared = _declare_type(reader, node, outer, namespaces)
            stack.append((node.end_byte, declared))
        elif stack:
            _read_member(reader, node, stack[-1][1])


def _declare_type(reader: CSharpReader, node: Node, outer: TypeSyntax | None, namespaces: list[Node]) -> TypeSyntax:
    name = reader.text(node.child_by_field_name("name"))
    prefix = outer.qualified_name if outer is not None else _namespace_of(reader, node, namespaces)
    line, last = node.start_point[0] + 1, node.end_point[0] + 1
    declared = TypeSyntax(
        name, member_name(prefix, name), TYPE_KINDS[node.type], line, last, [], [], outer=outer, node=node
    )
    for child in node.named_children:
        kind = child.type
        if kind == "attribute_list":
            declared.annotations += read_attributes(reader, child)
        elif kind == "base_list":
            declared.bases += [reader.text(base) for base in child.named_children if base.type != "argument_list"]
        elif kind == "parameter_list":
            _read_primary(reader, child, declared)
    for annotation in declared.annotations:
        annotation.on_type = declared
    name_node = node.child_by_field_name("name")
    declared.line = name_node.start_point[0] + 1 if name_node is not None else line
    reader.file.annotations += declared.annotations
    reader.file.types.append(declared)
    reader.types.types.setdefault(name, declared)
    reader.places[node.id] = declared
    reader.fields.setdefault(declared.qualified_name, {})
    return declared


def _namespace_of(reader: CSharpReader, node: Node, namespaces: list[Node]) -> str:
    start = node.start_byte
    around = [
        reader.text(n.child_by_field_name("name"))
        for n in namespaces
        if n.start_byte <= start and (n.type.startswith("file_scoped") or start < n.end_byte)
    ]
    return ".".join(around)


def _read_primary(reader: CSharpReader, node: Node, declared: TypeSyntax) -> None:
    for parameter in node.named_children:
        if parameter.type == "parameter":
            name = reader.text(parameter.child_by_field_name("name"))
            declared.fields[name] = reader.text(parameter.child_by_field_name("type"))


def _read_member(reader: CSharpReader, node: Node, owner: TypeSyntax) -> None:
    if node.type == "property_declaration":
        name = reader.text(node.child_by_field_name("name"))
        declared, value = reader.text(node.child_by_field_name("type")), node.child_by_field_name("value")
        owner.fields[name] = declared
        if value is not None:
            value = (
                value.named_children[0]
                if value.type == "arrow_expression_clause" and value.named_child_count
                else value
            )
            reader.give(owner, name, value, declared)
        _annotate_field(reader, node, owner, name)
        return
    declaration = next((child for child in node.named_children if child.type == "variable_declaration"), None)
    if declaration is None:
        return
    declared = reader.text(declaration.child_by_field_name("type"))
    for child in declaration.named_children:
        if child.type == "variable_declarator":
            name = reader.text(child.child_by_field_name("name"))
            owner.fields[name] = declared
            if child.named_child_count > 1:
                reader.give(owner, name, child.named_children[-1], declared)


def _annotate_field(reader: CSharpReader, node: Node, owner: TypeSyntax, name: str) -> None:
    for child in node.named_children:
        if child.type != "attribute_list":
            break
        for annotation in read_attributes(reader, child):
            annotation.on_type, annotation.on_field = owner, name
            reader.file.annotations.append(annotation)
