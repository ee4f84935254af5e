"""Exports of a module of JavaScript or TypeScript: under which name other files reach what it declares."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.ecmascript_imports import string_text
from parsed_graph.syntax.ecmascript_reader import FUNCTIONS, EcmascriptReader
from parsed_graph.syntax.scopes import Binding


def read_export(reader: EcmascriptReader, node: Node) -> None:
    """`export …`: a default, a declaration, or names of another module."""
    source = node.child_by_field_name("source")
    if source is not None:
        _export_from(reader, node, string_text(source, reader.source))
        return
    value = node.child_by_field_name("value")
    if value is not None:
        export_default(reader, value, node)
        return
    declaration = node.child_by_field_name("declaration")
    if declaration is not None and any(child.type == "default" for child in node.children):
        name = declaration.child_by_field_name("name")
        if name is not None:
            reader.scopes[0].bind("default", Binding(name, node.end_byte))
        else:
            reader.names[declaration.id] = (reader.scope.prefix, "default")


def export_default(reader: EcmascriptReader, value: Node, node: Node) -> None:
    """What the module gives as a whole: by `export default` or `module.exports =`."""
    if value.type in FUNCTIONS or value.type == "class":
        reader.names[value.id] = (reader.scope.prefix, "default")
    elif value.type == "object":
        reader.name_members(value, f"{reader.scope.prefix}.default", 0)
    reader.scopes[0].bind("default", Binding(value, node.end_byte))


def _export_from(reader: EcmascriptReader, node: Node, specifier: str) -> None:
    module = reader.imports.module(specifier)
    reader.imports.lines.setdefault(specifier, node.start_point[0] + 1)
    if any(child.type == "*" for child in node.children):
        reader.imports.exported.add(specifier)
    for clause in node.named_children:
        for item in clause.named_children if clause.type == "export_clause" else ():
            name, alias = item.child_by_field_name("name"), item.child_by_field_name("alias")
            if name is not None:
                # The name is bound by no scope: as an import it refers to where it comes from.
                reader.imports.names.setdefault(reader.text(name), f"{module}.{reader.text(name)}")
                reader.scopes[0].bind(reader.text(alias or name) + ".", Binding(name, node.end_byte))
