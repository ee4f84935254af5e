"""Go: imports, types, functions, calls, struct literals and bindings of a file, from one merged query and one sweep over it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node, Parser, Query

from parsed_graph.parser import Artefact
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.go_grammar import GRAMMAR, is_class_type, string_text, type_name
from parsed_graph.syntax.go_imports import Imports, is_foreign
from parsed_graph.syntax.go_symbols import symbol_facts
from parsed_graph.syntax.go_text import RECEIVER, GoText
from parsed_graph.syntax.go_text_calls import WRITING_CALLS
from parsed_graph.syntax.go_types import GoTypes
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.scopes import Binding, Parameter, ScopeTree, holder
from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import LiteralField, TypedScope, member_name

_QUERY = Query(
    GRAMMAR,
    """
    (package_clause (package_identifier) @package)
    (import_spec) @import
    (type_spec) @type
    [(function_declaration) (method_declaration) (func_literal) (call_expression) (composite_literal)
     (short_var_declaration) (assignment_statement) (var_spec) (const_spec) (range_clause)] @node
    """,
)
_PARSER = Parser(GRAMMAR)
# https://go.dev/s/generatedcode
_GENERATED = re.compile(rb"^// Code generated .* DO NOT EDIT\.\s*$", re.M)
_HEADER = 2_000
_IGNORED = frozenset({"_", "err", "ok"})
_NO_VALUE = frozenset(
    {"int_literal", "float_literal", "true", "false", "nil", "func_literal", "imaginary_literal", "rune_literal"}
)
_TEST_PACKAGES = frozenset(
    {"testing", "net/http/httptest", "github.com/stretchr/testify/assert", "github.com/stretchr/testify/mock"}
)


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it; generated code and tests are empty."""
    reader = _Reader(artefact)
    if not _GENERATED.search(artefact.source[:_HEADER]):
        root = _PARSER.parse(artefact.source).root_node
        found = captures(_QUERY, root)
        reader.package = next((reader.text(node) for node in found.get("package", ())), "")
        for node in found.get("import", ()):
            reader.read_import(node)
        if not _TEST_PACKAGES & reader.imports.lines.keys():
            for node in found.get("type", ()):
                reader.read_type(node)
            reader.sweep(root, found.get("node", []))
    return reader.finish()


class _Reader:
    def __init__(self, artefact: Artefact) -> None:
        self.artefact, self.source = artefact, artefact.source
        self.imports = Imports()
        self.package = ""
        self.scopes: list[TypedScope] = []
        package = artefact.directory.replace("/", ".")
        file = SourceFile(artefact.path, "go", package, self.source, {}, frozenset(), [], [], [], [], [], _nothing)
        self.file = file
        self.fields: dict[str, dict[str, list[Binding]]] = {}
        self.types = GoTypes(file, self.fields)
        self.foreign_owners: dict[str, TypeSyntax] = {}
        self.pending: list[tuple[Node, str, Binding, TypedScope]] = []
        self.literals: list[TypedCall] = []
        self.calls: list[TypedCall] = []
        self.writers: list[FunctionSyntax] = []

    def sweep(self, root: Node, nodes: list[Node]) -> None:
        """Visits functions, calls and bindings in document order, with the scope that each stands in."""
        self.file.root = root
        self.scope = TypedScope(root, len(self.source) + 1, None, self.file.package, None, None)
        for declared in self.file.types:
            self.scope.declared[declared.name] = declared
        self.scopes = [self.scope]
        handlers = _HANDLERS
        for node in nodes:
            start = node.start_byte
            while self.scope.end <= start and self.scope.parent is not None:
                self.scope = self.scope.parent  # type: ignore[assignment]  # all scopes of this file are typed
            handlers[node.kind_id](self, node)

    def finish(self) -> SourceFile:
        file = self.file
        file.imports, file.imported = self.imports.names, frozenset(self.imports.lines)
        if not self.scopes:
            return file
        file.calls = self.calls  # type: ignore[assignment]  # a list of a subclass, never added to
        foreign = frozenset(path.replace("/", ".") for path in self.imports.lines if is_foreign(path))
        tree = ScopeTree(list(self.scopes))
        self.types.tree, self.types.foreign = tree, foreign
        self._fill_fields()
        self._bind_written()
        text = GoText(file, tree, self.types, self.fields, foreign)
        file.lower, file.value, file.origin = text.lower, text.value, text.origin
        file.type_of, file.given = text.type_of, text.given
        file.facts = list(symbol_facts(text, self.calls, self.package, self.imports))
        return file

    def text(self, node: Node | None) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    # --- Declarations -----------------------------------------------------------------------------

    def read_import(self, node: Node) -> None:
        path, alias = node.child_by_field_name("path"), node.child_by_field_name("name")
        if path is not None:
            self.imports.add(string_text(path, self.source), self.text(alias), node.start_point[0] + 1)

    def read_type(self, node: Node) -> None:
        body = node.child_by_field_name("type")
        name = self.text(node.child_by_field_name("name"))
        kind = {"struct_type": "struct", "interface_type": "interface"}.get(
            body.type if body is not None else "", "type"
        )
        declared = TypeSyntax(
            name,
            member_name(self.file.package, name),
            kind,
            node.start_point[0] + 1,
            node.end_point[0] + 1,
            [],
            [],
            node=node,
        )
        if body is not None and kind == "struct":
            self._read_fields(body, declared)
        elif body is not None and kind == "interface":
            declared.bases += [self.text(child) for child in body.named_children if child.type == "type_elem"]
        self.file.types.append(declared)
        self.types.types[name] = declared

    def _read_fields(self, body: Node, declared: TypeSyntax) -> None:
        for child in body.named_children[0].named_children if body.named_child_count else ():
            if child.type != "field_declaration":
                continue
            written = self.text(child.child_by_field_name("type"))
            names = child.children_by_field_name("name")
            for name in names:
                if name.type == "field_identifier":
                    declared.fields[self.text(name)] = written
            if not names:
                embedded = written.lstrip("*")
                declared.bases.append(embedded)
                declared.fields[embedded.rpartition(".")[2]] = written

    def _function(self, node: Node) -> None:
        name = self.text(node.child_by_field_name("name"))
        receiver = node.child_by_field_name("receiver")
        owner: TypeSyntax | None = None
        receiver_name = declared = ""
        if receiver is not None and receiver.named_child_count:
            parameter = receiver.named_children[0]
            declared = self.text(parameter.child_by_field_name("type"))
            receiver_name = self.text(parameter.child_by_field_name("name"))
            owner = self._owner(type_name(declared))
        prefix = owner.qualified_name if owner is not None else self.file.package
        parameters: dict[str, str] = {}
        result = node.child_by_field_name("result")
        function = FunctionSyntax(
            name, member_name(prefix, name), node.start_point[0] + 1, node.end_point[0] + 1, owner, [], parameters,
            self.text(result), node,
        )  # fmt: skip
        inner = TypedScope(node, node.end_byte, self.scope, function.qualified_name, function, owner)
        written = self._parameters(node.child_by_field_name("parameters"), inner, parameters)
        if receiver_name:
            inner.parameters[receiver_name] = Parameter(RECEIVER, declared)
        function.signature = f"{name}({written})"
        if owner is None:
            self.scopes[0].declared[name] = function
        else:
            self.types.methods[owner.name, name] = function
        self._named_results(result, inner)
        self.file.functions.append(function)
        self._open(inner)

    def _owner(self, name: str) -> TypeSyntax:
        """The type of a receiver; another file of the package may declare it."""
        known = self.types.types.get(name) or self.foreign_owners.get(name)
        if known is None:
            known = self.foreign_owners[name] = TypeSyntax(
                name, member_name(self.file.package, name), "struct", 0, 0, [], []
            )
        return known

    def _parameters(self, node: Node | None, inner: TypedScope, types: dict[str, str]) -> str:
        if node is None:
            return ""
        position = 0
        for child in node.named_children:
            kind = child.type
            if kind == "comment":
                continue
            parts = child.named_children
            if not parts:
                continue  # a syntax error stands for the type
            declared = self.text(parts[-1])
            if kind == "variadic_parameter_declaration":
                declared = f"...{declared}"
            if len(parts) == 1:
                position += 1
            for name in parts[:-1]:
                text = self.text(name)
                inner.parameters[text] = Parameter(position, declared)
                types[text] = declared
                position += 1
        return " ".join(self.text(node)[1:-1].split())

    def _named_results(self, node: Node | None, inner: TypedScope) -> None:
        if node is None or node.type != "parameter_list":
            return
        for child in node.named_children:
            for name in child.children_by_field_name("name"):
                if name.is_named:
                    inner.types[self.text(name)] = self.text(child.child_by_field_name("type"))

    def _literal_function(self, node: Node) -> None:
        scope = self.scope
        inner = TypedScope(node, node.end_byte, scope, scope.prefix, scope.function, scope.owner)
        self._parameters(node.child_by_field_name("parameters"), inner, {})
        self._open(inner)

    def _open(self, inner: TypedScope) -> None:
        self.scopes.append(inner)
        self.scope = inner

    # --- Calls ------------------------------------------------------------------------------------

    def _call(self, node: Node) -> None:
        children = node.children
        target = children[0]
        kind = target.type
        receiver: Node | None = None
        name_node = target
        if kind == "selector_expression":
            receiver, name_node = target.children[0], target.children[-1]
        elif kind != "identifier":
            return
        source = self.source
        name = source[name_node.start_byte : name_node.end_byte].decode("utf-8", "replace")
        self.calls.append(TypedCall(name, receiver, node, self.scope, name_node, children[-1], self.types))

    def _literal(self, node: Node) -> None:
        kind = node.child_by_field_name("type")
        if kind is None or not is_class_type(kind.type):
            return
        name = type_name(self.text(kind)).rpartition(".")[2]
        call = TypedCall(name, None, node, self.scope, kind, node.child_by_field_name("body"), self.types, is_new=True)
        self.calls.append(call)
        self.literals.append(call)

    # --- Bindings ---------------------------------------------------------------------------------

    def _short(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None:
            self._bind_all(left.named_children, right.named_children, node, declares=True)

    def _bind_all(self, names: list[Node], values: list[Node], node: Node, declares: bool) -> None:
        place = node.end_byte
        if len(names) == len(values):
            for name, value in zip(names, values, strict=True):
                if declares or value.type not in _NO_VALUE:
                    self._bind(name, Binding(value, place), declares)
        elif len(values) == 1:
            for index, name in enumerate(names):
                self._bind(name, Binding(values[0], place, keys=(str(index),) if index else ()), declares)

    def _bind(self, target: Node, binding: Binding, declares: bool) -> None:
        kind = target.type
        if kind == "identifier":
            name = self.text(target)
            if name in _IGNORED:
                return
            scope = self.scope if declares else holder(name, self.scope)
            (scope or self.scopes[0]).bind(name, binding)
        elif kind == "selector_expression":
            operand = target.child_by_field_name("operand")
            if operand is not None:
                name = self.text(target.child_by_field_name("field"))
                self.pending.append((operand, name, binding, self.scope))
        elif kind == "unary_expression":
            self._write(target, binding)
        elif kind == "index_expression":
            self._bind_entry(target, binding)

    def _write(self, target: Node, binding: Binding) -> None:
        """`*target = value` in a function with a parameter of that name."""
        name = self.text(target.child_by_field_name("operand"))
        scope = holder(name, self.scope)
        if isinstance(scope, TypedScope) and name in scope.parameters and scope.function is not None:
            scope.writes.setdefault(name, []).append(binding)
            if scope.function not in self.writers:
                self.writers.append(scope.function)

    def _bind_entry(self, target: Node, binding: Binding) -> None:
        """`config["group.id"] = …` binds `config.group.id`."""
        operand, index = target.child_by_field_name("operand"), target.child_by_field_name("index")
        if (
            operand is not None
            and index is not None
            and index.type == "interpreted_string_literal"
            and operand.type == "identifier"
        ):
            self.scope.bind(f"{self.text(operand)}.{string_text(index, self.source)}", binding)

    def _assignment(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return
        if operator.type == "=":
            self._bind_all(left.named_children, right.named_children, node, declares=False)
        elif operator.type == "+=" and left.named_children[0].type == "identifier" and right.named_child_count:
            name = self.text(left)
            scope = holder(name, self.scope) or self.scopes[0]
            scope.bind(name, Binding(right.named_children[0], node.end_byte, "+="))

    def _variable(self, node: Node) -> None:
        names = [name for name in node.children_by_field_name("name") if name.is_named]
        declared, values = node.child_by_field_name("type"), node.child_by_field_name("value")
        if declared is not None:
            written = self.text(declared)
            for name in names:
                self.scope.types[self.text(name)] = written
        if values is not None:
            self._bind_all(names, values.named_children, node, declares=True)

    def _range(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.named_child_count == 2:
            self._bind(left.named_children[1], Binding(right, right.end_byte, "each"), declares=True)

    # --- What only the whole file tells -------------------------------------------------------------

    def _fill_fields(self) -> None:
        """Fields that struct literals and assignments give: `Server{addr: x}`, `svc.addr = x`."""
        for call in self.literals:
            written = type_name(self.text(call.name_node))
            package, dot, _ = written.partition(".")
            if dot and self.imports.names.get(package) in self.types.foreign:
                continue  # A library's struct: rules read the literal itself.
            owner = self._qualified(written)
            for argument in call.arguments:
                if argument.name and argument.node.type not in _NO_VALUE:
                    self._give(owner, argument.name, LiteralField(argument.node, argument.node.end_byte))
        for operand, name, binding, scope in self.pending:
            if binding.node.type in _NO_VALUE:
                continue
            owner_type = self.types.of(operand, scope)
            if owner_type:
                self._give(self._qualified(owner_type), name, binding)

    def _qualified(self, written: str) -> str:
        known = self.types.types.get(written)
        return known.qualified_name if known is not None else self.types.qualified(written)

    def _give(self, owner: str, name: str, binding: Binding) -> None:
        self.fields.setdefault(owner, {}).setdefault(name, []).append(binding)

    def _bind_written(self) -> None:
        """`mustMapEnv(&svc.addr, "ADDR")`: the callee writes what its parameter points to."""
        names = {function.name for function in self.writers} | WRITING_CALLS
        for call in self.calls:
            if call.name not in names or call.is_new:
                continue
            for position, argument in enumerate(call.arguments):
                target = argument.node
                if target.type != "unary_expression" or self.source[target.start_byte : target.start_byte + 1] != b"&":
                    continue
                operand = target.child_by_field_name("operand")
                binding = Binding(call.node, call.node.end_byte, "out", keys=(str(position),))
                if operand is not None and operand.type == "identifier":
                    (holder(self.text(operand), call.scope) or self.scopes[0]).bind(self.text(operand), binding)
                elif operand is not None and operand.type == "selector_expression":
                    inner = operand.child_by_field_name("operand")
                    owner_type = self.types.of(inner, call.scope) if inner is not None else ""
                    if owner_type:
                        self._give(
                            self._qualified(owner_type), self.text(operand.child_by_field_name("field")), binding
                        )


_HANDLERS: dict[int, Callable[[_Reader, Node], None]] = {
    GRAMMAR.id_for_node_kind(kind, True) or 0: handler
    for kind, handler in (
        ("function_declaration", _Reader._function),
        ("method_declaration", _Reader._function),
        ("func_literal", _Reader._literal_function),
        ("call_expression", _Reader._call),
        ("composite_literal", _Reader._literal),
        ("short_var_declaration", _Reader._short),
        ("assignment_statement", _Reader._assignment),
        ("var_spec", _Reader._variable),
        ("const_spec", _Reader._variable),
        ("range_clause", _Reader._range),
    )
}


def _nothing(*_: object) -> tuple[()]:
    return ()


LANGUAGE = Language("go", ("*.go",), read)
