"""Java: types, functions, calls, annotations and declared types of a file, from one merged query and one sweep over it."""

from __future__ import annotations

from tree_sitter import Node, Parser, Query

from parsed_graph.parser import Artefact
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.java_calls import JavaCall, call_parts
from parsed_graph.syntax.java_declarations import LOCALS, MAX_NESTING, JavaDeclarations, Scope, decoded
from parsed_graph.syntax.java_grammar import CLASS_BODY, GRAMMAR, IDENTIFIER, LAMBDA, METHOD_INVOCATION, OBJECT_CREATION
from parsed_graph.syntax.java_header import body_range, read_header
from parsed_graph.syntax.java_text import JavaText
from parsed_graph.syntax.java_type_names import JavaTypeNames
from parsed_graph.syntax.jvm_symbols import symbol_facts
from parsed_graph.syntax.jvm_types import generic_arguments
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.source_file import SourceFile, TypeSyntax

_QUERY = Query(
    GRAMMAR,
    """
    [(class_declaration) (interface_declaration) (enum_declaration) (record_declaration) (annotation_type_declaration)
     (method_declaration) (constructor_declaration) (compact_constructor_declaration)
     (field_declaration) (constant_declaration)
     (local_variable_declaration) (enhanced_for_statement) (resource) (catch_formal_parameter) (type_pattern)
     (instanceof_expression) (lambda_expression) (method_invocation) (object_creation_expression)] @x
    """,
)
MAX_CHAIN = 500
"""How many links of a builder chain are followed down to its root."""


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it; unreadable stretches are passed over, as tree-sitter recovers around them."""
    source = artefact.source
    header = read_header(source)
    root = Parser(GRAMMAR, included_ranges=[body_range(source, header.end)]).parse(source).root_node
    nodes = captures(_QUERY, root).get("x", [])
    file = SourceFile(
        artefact.path, "java", header.package, source, header.names, header.all, [], [], [], [], [], _nothing
    )
    file.root = root
    kinds = [node.kind_id for node in nodes]
    declarations = JavaDeclarations(file)
    declarations.read(nodes, kinds)
    type_names = JavaTypeNames(file, declarations.types, artefact.siblings, header.wildcards)
    _Sweep(file, declarations, type_names).run(nodes, kinds)
    file.imported |= type_names.qualified
    text = JavaText(file, declarations.types, artefact.siblings, header.wildcards, header.static_wildcards)
    file.lower = text.lower
    file.facts = symbol_facts(file, text.names, text.lower, declarations.valued)
    return file


class _Sweep:
    """Visits calls and local variables in document order, with a stack of scopes; each knows every name visible in it."""

    def __init__(self, file: SourceFile, declarations: JavaDeclarations, simple: JavaTypeNames) -> None:
        self._file, self._declarations, self._simple = file, declarations, simple
        self._letters = declarations.letters
        self._stack = [Scope(len(file.source) + 1, None, None)]
        self._chains: dict[int, str] = {}
        self._fields: dict[str, dict[str, str]] = {}

    def run(self, nodes: list[Node], kinds: list[int]) -> None:
        """Reads every node; the hot loop of the language, hence without a call per node for the usual call."""
        stack, scopes, letters = self._stack, self._declarations.scopes, self._letters
        add_call = self._file.calls.append
        scope = stack[-1]
        for node, kind in zip(nodes, kinds, strict=True):
            start = node.start_byte
            while scope.end <= start:
                stack.pop()
                scope = stack[-1]
            if kind == METHOD_INVOCATION:
                receiver, name, arguments, types = call_parts(node)
                if name is None:
                    continue
                receiver_type = ""
                if receiver is not None:
                    receiver_kind = receiver.kind_id
                    if receiver_kind == IDENTIFIER:
                        variable = letters[receiver.start_byte : receiver.end_byte]
                        receiver_type = scope.variables.get(variable) or (variable if variable[:1].isupper() else "")
                    elif receiver_kind == METHOD_INVOCATION:
                        receiver_type = self._chain_type(receiver)
                    else:
                        receiver_type = self._value_type(receiver)
                text = letters[name.start_byte : name.end_byte]
                add_call(
                    JavaCall(
                        text if text.isascii() else decoded(text),
                        receiver,
                        receiver_type,
                        node,
                        scope.function,
                        scope.owner,
                        name,
                        arguments,
                        types,
                    )
                )
            elif kind in LOCALS:
                self._read_local(node)
            else:
                if kind == OBJECT_CREATION:
                    opened = self._read_creation(node)
                elif kind == LAMBDA:
                    opened = self._lambda_scope(node)
                else:
                    opened = self._declared_scope(scopes.get(node.id))
                if opened is not None:
                    stack.append(opened)
                    scope = opened

    def _declared_scope(self, scope: Scope | None) -> Scope | None:
        """The scope of a type or function, with the fields that are visible in it below its own names."""
        if scope is not None:
            simple = self._simple
            parameters = {name: simple[declared] for name, declared in scope.parameters.items()}
            scope.variables = {**self._visible_fields(scope.owner), **parameters}
        return scope

    def _visible_fields(self, owner: TypeSyntax | None) -> dict[str, str]:
        """The simple types of the fields of a type and of those around it, by name."""
        if owner is None:
            return {}
        found = self._fields.get(owner.qualified_name)
        if found is None:
            self._simple.note(owner.bases)
            own = {name: self._simple[declared] for name, declared in owner.fields.items()}
            found = self._fields[owner.qualified_name] = {**self._visible_fields(owner.outer), **own}
        return found

    def _read_creation(self, node: Node) -> Scope | None:
        """`new Name(…)`; the body of an anonymous class opens a scope."""
        scope = self._stack[-1]
        children = node.children
        declared = text_of(children[1] if children[1].is_named else node.child_by_field_name("type"))
        name = self._simple[declared]
        body = children[-1] if children[-1].kind_id == CLASS_BODY else None
        arguments = children[-1 if body is None else -2]
        types = generic_arguments(declared) if "<" in declared else ()
        call = JavaCall(name, None, name, node, scope.function, scope.owner, node, arguments, types, is_new=True)
        self._file.calls.append(call)
        if body is None:
            return None
        inner = Scope(body.end_byte, scope.owner, scope.function)
        inner.variables = scope.variables if len(self._stack) > MAX_NESTING else dict(scope.variables)
        return inner

    def _lambda_scope(self, node: Node) -> Scope:
        outer = self._stack[-1]
        scope = Scope(node.end_byte, outer.owner, outer.function)
        # Lambdas nested hundreds deep are no code: they share one dictionary, so that copies cannot fill the memory.
        scope.variables = variables = outer.variables if len(self._stack) > MAX_NESTING else dict(outer.variables)
        parameters = node.child_by_field_name("parameters")
        if parameters is not None and parameters.type == "identifier":
            variables[text_of(parameters)] = ""
            return scope
        for parameter in named(parameters):
            if parameter.type == "identifier":
                variables[text_of(parameter)] = ""
            else:
                name, declared = self._declarations.parameter(parameter)
                variables[name] = self._simple[declared]
        return scope

    def _read_local(self, node: Node) -> None:
        kind = node.type
        variables = self._stack[-1].variables
        plain = self._declarations.local(node) if kind == "local_variable_declaration" else None
        if plain is not None:
            variables[plain[0]] = self._simple[plain[1]]
        elif kind == "local_variable_declaration":
            declared = ""
            for child in node.children:
                if child.type == "variable_declarator":
                    parts = child.children
                    known = self._value_type(parts[-1]) if declared == "var" else self._simple[declared]
                    variables[text_of(parts[0])] = known
                elif child.is_named and child.type != "modifiers":
                    declared = text_of(child)
        elif kind == "instanceof_expression":
            name = node.child_by_field_name("name")
            if name is not None:
                variables[text_of(name)] = self._simple[text_of(node.child_by_field_name("right"))]
        elif kind in ("type_pattern", "catch_formal_parameter"):
            children = named(node)
            if len(children) >= 2:
                variables[text_of(children[-1])] = self._simple[text_of(children[-2])]
        else:
            declared = text_of(node.child_by_field_name("type"))
            variables[text_of(node.child_by_field_name("name"))] = "" if declared == "var" else self._simple[declared]

    # --- Types of receivers -----------------------------------------------------------------------

    def _chain_type(self, node: Node) -> str:
        """The type of a builder chain's root. Each link is visited once: the outermost call comes first and settles all below it."""
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
                found = self._simple[self._declarations.returned(self._stack[-1].owner, text_of(name))]
            current = receiver
        else:
            if current is not None and current.type != "method_invocation":
                found = self._value_type(current)
        for link in links:
            self._chains[link] = found
        return found

    def _value_type(self, node: Node | None) -> str:
        """The simple type of an expression, "" where the file does not tell."""
        for _ in range(20):
            if node is None:
                return ""
            kind = node.type
            if kind in ("object_creation_expression", "cast_expression"):
                return self._simple[text_of(node.child_by_field_name("type"))]
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

    def _variable_type(self, name: str) -> str:
        return self._stack[-1].variables.get(name) or (name if name[:1].isupper() else "")

    def _self_type(self, kind: str) -> str:
        owner = self._stack[-1].owner
        if owner is None:
            return ""
        return owner.name if kind == "this" else self._simple[owner.bases[0]] if owner.bases else ""

    def _field_type(self, node: Node) -> str:
        target = node.child_by_field_name("object")
        name = text_of(node.child_by_field_name("field"))
        if target is None:
            return ""
        if target.type == "this":
            return self._visible_fields(self._stack[-1].owner).get(name, "")
        if target.type == "identifier":
            known = self._declarations.types.get(self._variable_type(text_of(target)))
            if known and name in known.fields:
                return self._simple[known.fields[name]]
        if not name[:1].isupper() or name.isupper():
            return ""
        # `com.shop.Prices.of(x)`, as against a type within a type or an object.
        path = text_of(node)
        return name if "(" in path or path.partition(".")[0] in self._stack[-1].variables else self._simple[path]


def _nothing(*_: object) -> tuple[()]:
    return ()


LANGUAGE = Language("java", ("*.java",), read)
