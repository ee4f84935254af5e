"""C#: namespaces, types, functions, calls, attributes and bindings of a file, from one merged query and one sweep over it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node, Parser, Query

from parsed_graph.parser import Artefact
from parsed_graph.syntax.captures import captures, outer_first
from parsed_graph.syntax.csharp_bindings import read_assignment, read_declared_name, read_foreach, read_variables
from parsed_graph.syntax.csharp_calls import read_call, read_creation
from parsed_graph.syntax.csharp_declarations import TYPE_KINDS, read_types
from parsed_graph.syntax.csharp_functions import open_program, open_type, read_function, read_lambda
from parsed_graph.syntax.csharp_grammar import GRAMMAR
from parsed_graph.syntax.csharp_reader import CSharpReader
from parsed_graph.syntax.csharp_symbols import symbol_facts
from parsed_graph.syntax.csharp_text import CSharpText
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.scopes import ScopeTree
from parsed_graph.syntax.source_file import SourceFile
from parsed_graph.syntax.typed_scope import TypedScope

_QUERY = Query(
    GRAMMAR,
    """
    (using_directive) @using
    (compilation_unit (global_statement) @top)
    [(field_declaration) (property_declaration)] @member
    [(namespace_declaration) (file_scoped_namespace_declaration)] @namespace
    [(class_declaration) (struct_declaration) (record_declaration) (interface_declaration) (enum_declaration)] @type
    [(method_declaration) (constructor_declaration) (local_function_statement) (lambda_expression)
     (anonymous_method_expression) (invocation_expression) (object_creation_expression)
     (implicit_object_creation_expression) (variable_declaration) (assignment_expression) (foreach_statement)
     (declaration_expression) (declaration_pattern)] @node
    """,
)
_PARSER = Parser(GRAMMAR)
_GENERATED = re.compile(rb"<auto-?generated", re.I)
_HEADER = 600
_TEST_USINGS = (
    "Xunit",
    "NUnit.Framework",
    "Microsoft.VisualStudio.TestTools",
    "Moq",
    "NSubstitute",
    "FluentAssertions",
    "Shouldly",
    "TUnit",
)
_TEST_PATH = re.compile(r"(^|/)[\w.]*(?:Tests?|Specs?|TestUtilities|TestUtils)(?:\.\w+)*/")


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it; generated code and tests are empty."""
    reader = CSharpReader(artefact)
    if not _GENERATED.search(artefact.source[:_HEADER]) and not _TEST_PATH.search(artefact.path):
        root = _PARSER.parse(artefact.source).root_node
        found = captures(_QUERY, root)
        _read_usings(reader, found.get("using", ()))
        if not any(name.startswith(_TEST_USINGS) for name in reader.imported):
            _sweep(reader, root, found)
    return _finish(reader)


def _read_usings(reader: CSharpReader, nodes: list[Node] | tuple[()]) -> None:
    for node in nodes:
        alias = node.child_by_field_name("name")
        target = reader.text(node.named_children[-1]) if node.named_child_count else ""
        if alias is not None:
            reader.file.imports[reader.text(alias)] = target
        reader.imported.add(target)


def _sweep(reader: CSharpReader, root: Node, found: dict[str, list[Node]]) -> None:
    """Reads types with their members first, since methods see fields that stand after them; then all else in document order."""
    namespaces = found.get("namespace", [])
    types = found.get("type", [])
    _read_package(reader, namespaces)
    reader.file.root = root
    reader.scope = TypedScope(root, len(reader.source) + 1, None, reader.file.package, None, None)
    reader.scopes.append(reader.scope)
    read_types(reader, types, found.get("member", []), namespaces)
    if found.get("top"):
        open_program(reader, root, found["top"])
    nodes = sorted([*types, *found.get("node", ())], key=outer_first)
    handlers = _HANDLERS
    for node in nodes:
        start = node.start_byte
        while reader.scope.end <= start and reader.scope.parent is not None:
            reader.scope = reader.scope.parent  # type: ignore[assignment]  # all scopes of this file are typed
        handlers[node.kind_id](reader, node)


def _finish(reader: CSharpReader) -> SourceFile:
    file = reader.file
    file.imported = frozenset(reader.imported)
    if not reader.scopes:
        return file
    file.calls = reader.calls  # type: ignore[assignment]  # a list of a subclass, never added to
    tree = ScopeTree(list(reader.scopes))
    reader.types.tree = tree
    text = CSharpText(file, tree, reader.types, reader.fields, reader.assignments)
    file.lower, file.value, file.origin = text.lower, text.value, text.origin
    file.type_of, file.given, file.choices = text.type_of, text.given, text.choices
    file.facts = list(symbol_facts(text, reader.calls))
    return file


def _read_package(reader: CSharpReader, nodes: list[Node]) -> None:
    """The package of a file is its first namespace."""
    if nodes:
        reader.file.package = reader.text(nodes[0].child_by_field_name("name"))


_HANDLERS: dict[int, Callable[[CSharpReader, Node], None]] = {
    GRAMMAR.id_for_node_kind(kind, True) or 0: handler
    for kind, handler in (
        *((kind, open_type) for kind in TYPE_KINDS),
        ("method_declaration", read_function),
        ("constructor_declaration", read_function),
        ("local_function_statement", read_function),
        ("lambda_expression", read_lambda),
        ("anonymous_method_expression", read_lambda),
        ("invocation_expression", read_call),
        ("object_creation_expression", read_creation),
        ("implicit_object_creation_expression", read_creation),
        ("variable_declaration", read_variables),
        ("assignment_expression", read_assignment),
        ("foreach_statement", read_foreach),
        ("declaration_expression", read_declared_name),
        ("declaration_pattern", read_declared_name),
    )
}

LANGUAGE = Language("csharp", ("*.cs",), read)
