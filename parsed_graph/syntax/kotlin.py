"""Kotlin: types, functions, calls, annotations and declared types of a file, from one merged query and one sweep over it."""

from __future__ import annotations

import tree_sitter_kotlin
from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query

from parsed_graph.parser import Artefact
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.jvm_symbols import symbol_facts
from parsed_graph.syntax.jvm_types import simple_type
from parsed_graph.syntax.kotlin_calls import GENERIC_CALL, CallParts, call_parts, is_creation
from parsed_graph.syntax.kotlin_declarations import KotlinDeclarations, KotlinScope, declared_type, read_imports
from parsed_graph.syntax.kotlin_text import KotlinText
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_GRAMMAR = Grammar(tree_sitter_kotlin.language())
_QUERY = Query(
    _GRAMMAR,
    f"""
    [(class_declaration) (object_declaration) (companion_object) (function_declaration) (secondary_constructor)
     (property_declaration) (object_literal) (lambda_literal) (for_statement) (catch_block) (call_expression)
     (annotation)] @x
    {GENERIC_CALL} @x
    """,
)
MAX_CHAIN = 500
"""How many links of a builder chain are followed down to its root."""


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it; unreadable stretches are passed over, as tree-sitter recovers around them."""
    source = artefact.source
    root = Parser(_GRAMMAR).parse(source).root_node
    package, imports, imported = read_imports(root)
    file = SourceFile(artefact.path, "kotlin", package, source, imports, imported, [], [], [], [], [], _nothing)
    file.root = root
    nodes = captures(_QUERY, root).get("x", [])
    declarations = KotlinDeclarations(file)
    declarations.read(nodes)
    sweep = _Sweep(file, declarations)
    sweep.infer_types()
    sweep.run(nodes)
    text = KotlinText(file, declarations)
    file.lower = text.lower
    file.facts = symbol_facts(file, text.names, text.lower, declarations.valued)
    return file


class _Sweep:
    """Visits calls and local variables in document order, with a stack of scopes."""

    def __init__(self, file: SourceFile, declarations: KotlinDeclarations) -> None:
        self._file, self._declarations = file, declarations
        self._stack = [KotlinScope(len(file.source) + 1, None, None)]
        self._chains: dict[int, str] = {}
        self._merged: set[int] = set()

    def run(self, nodes: list[Node]) -> None:
        stack, scopes = self._stack, self._declarations.scopes
        for node in nodes:
            start = node.start_byte
            while stack[-1].end <= start:
                stack.pop()
            kind = node.type
            if kind in ("call_expression", "binary_expression"):
                self._read_call(node)
            elif node.id in scopes:
                stack.append(scopes[node.id])
            elif kind == "lambda_literal":
                stack.append(self._lambda_scope(node))
            elif kind == "annotation":
                stack.append(KotlinScope(node.end_byte, stack[-1].owner, stack[-1].function, is_annotation=True))
            elif kind == "property_declaration" and stack[-1].function is not None:
                self._read_local(node)
            elif kind == "for_statement":
                self._declare(next((c for c in node.named_children if c.type == "variable_declaration"), None))
            elif kind == "catch_block":
                children = named(node)
                if len(children) > 1:
                    stack[-1].variables[text_of(children[0])] = declared_type(children[1])

    def infer_types(self) -> None:
        """The types of properties that only their value tells: `val client = builder.baseUrl(url).build()`."""
        for holder, name, value in self._declarations.untyped:
            scope = KotlinScope(len(self._file.source) + 1, holder, None)
            for function in self._file.functions:
                if function.owner is holder and function.node.type == "primary_constructor":
                    scope.variables.update(function.parameters)
            self._stack = [scope]
            holder.fields[name] = simple_type(self._value_type(value))
        self._stack = [KotlinScope(len(self._file.source) + 1, None, None)]

    def _read_call(self, node: Node) -> None:
        if node.id in self._merged:
            return
        parts = call_parts(node)
        if parts is None:
            return
        self._merged.update(parts.merged)
        scope = self._stack[-1]
        is_new = is_creation(parts, self._declarations.function_names)
        if is_new and scope.is_annotation:
            return  # `@Bindings(Binding("x"))`: the inner one is an annotation, too.
        receiver_type = parts.name if is_new else self._receiver_type(parts)
        line = parts.name_node.start_point[0] + 1
        call = CallSyntax(
            parts.name,
            None if is_new else parts.receiver,
            receiver_type,
            parts.arguments,
            line,
            scope.function,
            scope.owner,
            node,
            is_new,
            parts.type_arguments,
        )
        self._file.calls.append(call)

    def _lambda_scope(self, node: Node) -> KotlinScope:
        outer = self._stack[-1]
        scope = KotlinScope(node.end_byte, outer.owner, outer.function)
        parameters = next((c for c in node.named_children if c.type == "lambda_parameters"), None)
        if parameters is None:
            scope.variables["it"] = ""
        for parameter in named(parameters):
            children = named(parameter)
            if children and children[0].type == "identifier":
                scope.variables[text_of(children[0])] = declared_type(children[1]) if len(children) > 1 else ""
        return scope

    def _read_local(self, node: Node) -> None:
        variable = next((c for c in node.named_children if c.type == "variable_declaration"), None)
        if variable is None:
            return
        children = named(variable)
        declared = declared_type(children[1]) if len(children) > 1 else self._value_type(named(node)[-1])
        self._stack[-1].variables[text_of(children[0])] = declared

    def _declare(self, variable: Node | None) -> None:
        children = named(variable)
        if children:
            self._stack[-1].variables[text_of(children[0])] = declared_type(children[1]) if len(children) > 1 else ""

    # --- Types of receivers -----------------------------------------------------------------------

    def _receiver_type(self, parts: CallParts) -> str:
        """The simple type of a receiver; of a builder chain, that of its root."""
        return simple_type(self._value_type(parts.receiver)) if parts.receiver is not None else ""

    def _value_type(self, node: Node | None) -> str:
        links: list[int] = []
        found = ""
        for _ in range(MAX_CHAIN):
            if node is None:
                break
            known = self._chains.get(node.id)
            if known is not None:
                found = known
                break
            links.append(node.id)
            kind = node.type
            if kind in ("call_expression", "binary_expression"):
                parts = call_parts(node)
                if parts is None:
                    break
                if is_creation(parts, self._declarations.function_names):
                    found = parts.name
                    break
                if parts.receiver is None:
                    found = self._declarations.returned(self._stack[-1].owner, parts.name)
                    break
                node = parts.receiver
            elif kind in ("unary_expression", "parenthesized_expression"):
                node = node.child_by_field_name("argument") or first_named(node)
            else:
                found = self._simple_value_type(node, kind)
                break
        for link in links:
            self._chains[link] = found
        return found

    def _simple_value_type(self, node: Node, kind: str) -> str:
        scope = self._stack[-1]
        if kind == "identifier":
            return self._variable_type(text_of(node))
        if kind == "as_expression":
            return declared_type(node.child_by_field_name("right"))
        if kind in ("string_literal", "multiline_string_literal"):
            return "String"
        if kind == "this_expression":
            return scope.owner.name if scope.owner else ""
        if kind == "super_expression":
            return scope.owner.bases[0] if scope.owner and scope.owner.bases else ""
        if kind == "navigation_expression":
            return self._member_type(node)
        return ""

    def _member_type(self, node: Node) -> str:
        children = named(node)
        if len(children) < 2:
            return ""
        name = text_of(children[-1])
        owner = self._stack[-1].owner
        if children[0].type == "this_expression":
            while owner is not None and name not in owner.fields:
                owner = owner.outer
            return owner.fields[name] if owner is not None else ""
        if children[0].type == "identifier":
            known = self._declarations.types.get(simple_type(self._variable_type(text_of(children[0]))))
            if known and name in known.fields:
                return known.fields[name]
        return name if name[:1].isupper() and not name.isupper() else ""

    def _variable_type(self, name: str) -> str:
        for scope in reversed(self._stack):
            known = scope.variables.get(name)
            if known is not None:
                return known
        owner = self._stack[-1].owner
        while owner is not None:
            if name in owner.fields:
                return owner.fields[name]
            owner = owner.outer
        top = self._declarations.top.fields.get(name)
        if top is not None:
            return top
        return name if name[:1].isupper() else ""


def _nothing(*_: object) -> tuple[()]:
    return ()


LANGUAGE = Language("kotlin", ("*.kt",), read)
