"""Methods, constructors, local functions and lambdas of a C# file, and the scopes that types and functions open."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.csharp_attributes import read_attributes
from parsed_graph.syntax.csharp_grammar import CONSTRUCTOR
from parsed_graph.syntax.csharp_reader import CSharpReader
from parsed_graph.syntax.csharp_text import RECEIVER
from parsed_graph.syntax.scopes import Parameter
from parsed_graph.syntax.source_file import AnnotationSyntax, FunctionSyntax
from parsed_graph.syntax.typed_scope import TypedScope, member_name


def open_type(reader: CSharpReader, node: Node) -> None:
    """Opens the body of a type, which is declared already."""
    declared = reader.places[node.id]
    inner = TypedScope(node, node.end_byte, reader.scope, declared.qualified_name, None, declared)
    inner.is_type, inner.types = True, declared.fields
    reader.scope.declared.setdefault(declared.name, declared)
    reader.open(inner)


def open_program(reader: CSharpReader, root: Node, statements: list[Node]) -> None:
    """Top-level statements are the body of a main function, named for its folder: each project has one."""
    prefix = member_name(reader.artefact.directory.replace("/", "."), reader.artefact.name.rpartition(".")[0])
    line, last = statements[0].start_point[0] + 1, statements[-1].end_point[0] + 1
    main = FunctionSyntax("Main", f"{prefix}.Main", line, last, None, [], {}, "", root, "Main()")
    reader.file.functions.append(main)
    reader.scope.function, reader.scope.prefix = main, prefix


def read_function(reader: CSharpReader, node: Node) -> None:
    """A method, constructor or local function."""
    scope = reader.scope
    is_constructor = node.type == "constructor_declaration"
    name_node = node.child_by_field_name("name")
    name = CONSTRUCTOR if is_constructor else reader.text(name_node)
    owner = scope.owner
    annotations: list[AnnotationSyntax] = []
    for child in node.named_children:
        if child.type != "attribute_list":
            break
        annotations += read_attributes(reader, child)
    parameters: dict[str, str] = {}
    returned = reader.text(node.child_by_field_name("returns") or node.child_by_field_name("type"))
    line = (name_node or node).start_point[0] + 1
    function = FunctionSyntax(
        name,
        member_name(scope.prefix, name),
        line,
        node.end_point[0] + 1,
        owner,
        annotations,
        parameters,
        returned,
        node,
    )
    for annotation in annotations:
        annotation.on_function, annotation.on_type = function, None
    reader.file.annotations += annotations
    inner = TypedScope(node, node.end_byte, scope, function.qualified_name, function, owner)
    listed = node.child_by_field_name("parameters")
    is_extension = _read_parameters(reader, listed, inner, parameters, function)
    function.signature = f"{name}({' '.join(reader.text(listed)[1:-1].split())})"
    if node.type == "local_function_statement":
        scope.declared[name] = function
    elif owner is not None:
        reader.types.methods.setdefault((owner.name, name), function)
        if is_extension:
            reader.types.methods.setdefault(("this", name), function)
    reader.file.functions.append(function)
    reader.open(inner)


def read_lambda(reader: CSharpReader, node: Node) -> None:
    """A lambda or anonymous method: it belongs to the function around it."""
    scope = reader.scope
    inner = TypedScope(node, node.end_byte, scope, scope.prefix, scope.function, scope.owner)
    listed = node.child_by_field_name("parameters")
    if listed is not None and listed.type == "implicit_parameter":
        inner.parameters[reader.text(listed)] = Parameter(0)
    else:
        _read_parameters(reader, listed, inner, {})
    reader.open(inner)


def _read_parameters(
    reader: CSharpReader,
    node: Node | None,
    inner: TypedScope,
    types: dict[str, str],
    function: FunctionSyntax | None = None,
) -> bool:
    """Fills the scope's parameters; whether the first is an extension method's receiver."""
    position, is_extension = 0, False
    for child in node.named_children if node is not None else ():
        if child.type == "implicit_parameter":
            inner.parameters[reader.text(child)] = Parameter(position)
            position += 1
        elif child.type == "parameter":
            name_node = child.child_by_field_name("name")
            name, declared = reader.text(name_node), reader.text(child.child_by_field_name("type"))
            last = child.named_children[-1]
            if function is not None and child.named_children[0].type == "attribute_list":
                _annotate_parameter(reader, child, name, function)
            default = last if name_node is not None and last.start_byte > name_node.end_byte else None
            if (
                position == 0
                and not is_extension
                and reader.source[child.start_byte : child.start_byte + 5] == b"this "
            ):
                is_extension = True
                inner.parameters[name] = Parameter(RECEIVER, declared)
            else:
                inner.parameters[name] = Parameter(position, declared, default)
                position += 1
            types[name] = declared
    return is_extension


def _annotate_parameter(reader: CSharpReader, node: Node, name: str, function: FunctionSyntax) -> None:
    for child in node.named_children:
        if child.type != "attribute_list":
            break
        for annotation in read_attributes(reader, child):
            annotation.on_function, annotation.on_parameter = function, name
            reader.file.annotations.append(annotation)
