"""Java: types, functions, calls, annotations and declared types of a file, from one merged query and one sweep over it."""

from __future__ import annotations

import tree_sitter_java
from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query, QueryCursor

from parsed_graph.language import Language
from parsed_graph.parser import Artefact
from parsed_graph.syntax.java_calls import JavaCall, call_parts
from parsed_graph.syntax.java_declarations import Declarations, Scope, read_imports
from parsed_graph.syntax.java_text import JavaText
from parsed_graph.syntax.jvm_symbols import symbol_facts
from parsed_graph.syntax.jvm_types import generic_arguments, simple_type
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.source_file import SourceFile, TypeSyntax

_GRAMMAR = Grammar(tree_sitter_java.language())
_QUERY = Query(
    _GRAMMAR,
    """
    [(class_declaration) (interface_declaration) (enum_declaration) (record_declaration) (annotation_type_declaration)
     (method_declaration) (constructor_declaration) (compact_constructor_declaration)
     (field_declaration) (constant_declaration)
     (local_variable_declaration) (enhanced_for_statement) (resource) (catch_formal_parameter) (type_pattern)
     (instanceof_expression name: (identifier)) (lambda_expression)
     (method_invocation) (object_creation_expression)] @x
    (object_creation_expression (class_body) @x)
    """,
)
MAX_CHAIN = 500
"""How many links of a builder chain are followed down to its root."""


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it; unreadable stretches are passed over, as tree-sitter recovers around them."""
    source = artefact.source
    root = Parser(_GRAMMAR).parse(source).root_node
    imports = read_imports(root)
    file = SourceFile(
        artefact.path, "java", imports.package, source, imports.names, imports.all, [], [], [], [], [], _nothing
    )
    nodes = QueryCursor(_QUERY).captures(root).get("x", [])
    nodes.sort(key=_outer_first)
    declarations = Declarations(file)
    declarations.read(nodes)
    _Sweep(file, declarations).run(nodes)
    text = JavaText(file, declarations.types, artefact.siblings, imports.wildcards, imports.static_wildcards)
    file.lower = text.lower
    file.facts = list(symbol_facts(file, text.names, text.lower, declarations.valued))
    return file


class _Sweep:
    """Visits calls and local variables in document order, with a stack of scopes."""

    def __init__(self, file: SourceFile, declarations: Declarations) -> None:
        self._file, self._declarations = file, declarations
        self._source = file.source
        self._stack = [Scope(len(file.source) + 1, None, None)]
        self._chains: dict[int, str] = {}

    def run(self, nodes: list[Node]) -> None:
        stack, scopes, source = self._stack, self._declarations.scopes, self._source
        calls = self._file.calls
        for node in nodes:
            start = node.start_byte
            while stack[-1].end <= start:
                stack.pop()
            kind = node.type
            if kind == "method_invocation":
                receiver, name, arguments, types = call_parts(node)
                if name is None:
                    continue
                receiver_type = self._receiver_type(receiver) if receiver is not None else ""
                scope = stack[-1]
                text = source[name.start_byte : name.end_byte].decode("utf-8", "replace")
                calls.append(
                    JavaCall(text, receiver, receiver_type, node, scope.function, scope.owner, name, arguments, types)
                )
            elif kind == "object_creation_expression":
                self._read_creation(node)
            elif kind == "lambda_expression":
                stack.append(self._lambda_scope(node))
            elif node.id in scopes:
                stack.append(scopes[node.id])
            elif kind not in ("field_declaration", "constant_declaration"):
                self._read_local(kind, node)

    def _read_creation(self, node: Node) -> None:
        declared = text_of(node.child_by_field_name("type"))
        name = simple_type(declared)
        scope = self._stack[-1]
        arguments = node.child_by_field_name("arguments")
        types = generic_arguments(declared)
        call = JavaCall(name, None, name, node, scope.function, scope.owner, node, arguments, types, is_new=True)
        self._file.calls.append(call)

    def _lambda_scope(self, node: Node) -> Scope:
        outer = self._stack[-1]
        scope = Scope(node.end_byte, outer.owner, outer.function)
        parameters = node.child_by_field_name("parameters")
        if parameters is not None and parameters.type == "identifier":
            scope.variables[text_of(parameters)] = ""
            return scope
        for parameter in named(parameters):
            if parameter.type == "identifier":
                scope.variables[text_of(parameter)] = ""
            else:
                name, declared = self._declarations.parameter(parameter)
                scope.variables[name] = declared
        return scope

    def _read_local(self, kind: str, node: Node) -> None:
        variables = self._stack[-1].variables
        if kind == "local_variable_declaration":
            declared = text_of(node.child_by_field_name("type"))
            for declarator in node.children_by_field_name("declarator"):
                value = declarator.child_by_field_name("value") if declared == "var" else None
                known = self._value_type(value) if declared == "var" else declared
                variables[text_of(declarator.child_by_field_name("name"))] = known
        elif kind == "instanceof_expression":
            variables[text_of(node.child_by_field_name("name"))] = text_of(node.child_by_field_name("right"))
        elif kind in ("type_pattern", "catch_formal_parameter"):
            children = named(node)
            if len(children) >= 2:
                variables[text_of(children[-1])] = text_of(children[-2])
        else:
            declared = text_of(node.child_by_field_name("type"))
            variables[text_of(node.child_by_field_name("name"))] = "" if declared == "var" else declared

    # --- Types of receivers -----------------------------------------------------------------------

    def _receiver_type(self, node: Node) -> str:
        """The simple type of a receiver; of a builder chain, that of its root."""
        kind = node.type
        if kind == "identifier":
            name = self._source[node.start_byte : node.end_byte].decode("utf-8", "replace")
            return simple_type(self._variable_type(name))
        if kind == "method_invocation":
            return self._chain_type(node)
        return simple_type(self._value_type(node))

    def _chain_type(self, node: Node) -> str:
        """Each link of a chain is visited once: the outermost call comes first and settles all below it."""
        links: list[int] = []
        current: Node | None = node
        found = ""
        while current is not None and current.type == "method_invocation" and len(links) < MAX_CHAIN:
            known = self._chains.get(current.id)
            if known is not None:
                found = known
                break
            links.append(current.id)
            receiver, name, _, _ = call_parts(current)
            if receiver is None:
                found = self._declarations.returned(self._stack[-1].owner, text_of(name))
            current = receiver
        else:
            if current is not None and current.type != "method_invocation":
                found = self._receiver_type(current)
        for link in links:
            self._chains[link] = found
        return found

    def _variable_type(self, name: str) -> str:
        stack = self._stack
        for scope in reversed(stack):
            known = scope.variables.get(name)
            if known is not None:
                return known
        owner = stack[-1].owner
        while owner is not None:
            if name in owner.fields:
                return owner.fields[name]
            owner = owner.outer
        return name if name[:1].isupper() else ""

    def _value_type(self, node: Node | None) -> str:
        """The type of an expression as written, "" where the file does not tell."""
        for _ in range(20):
            if node is None:
                return ""
            kind = node.type
            if kind in ("object_creation_expression", "cast_expression"):
                return text_of(node.child_by_field_name("type"))
            if kind == "string_literal":
                return "String"
            if kind in ("this", "super"):
                return self._self_type(kind)
            if kind == "identifier":
                return self._variable_type(text_of(node))
            if kind == "field_access":
                return self._field_type(node)
            if kind == "method_invocation":
                return self._chain_type(node)
            if kind != "parenthesized_expression":
                return ""
            node = first_named(node)
        return ""

    def _self_type(self, kind: str) -> str:
        owner = self._stack[-1].owner
        if owner is None:
            return ""
        return owner.name if kind == "this" else owner.bases[0] if owner.bases else ""

    def _field_type(self, node: Node) -> str:
        target = node.child_by_field_name("object")
        name = text_of(node.child_by_field_name("field"))
        if target is None:
            return ""
        if target.type == "this":
            return _declared_field(self._stack[-1].owner, name)
        if target.type == "identifier":
            known = self._declarations.types.get(simple_type(self._variable_type(text_of(target))))
            if known and name in known.fields:
                return known.fields[name]
        return name if name[:1].isupper() and not name.isupper() else ""


def _outer_first(node: Node) -> int:
    """Orders by start, then longest first, in one integer: files are far below 16 MB."""
    return (node.start_byte << 24) - node.end_byte


def _declared_field(owner: TypeSyntax | None, name: str) -> str:
    while owner is not None and name not in owner.fields:
        owner = owner.outer
    return owner.fields[name] if owner is not None else ""


def _nothing(*_: object) -> tuple[()]:
    return ()


LANGUAGE = Language("java", ("*.java",), read)
