"""C#: namespaces, types, functions, calls, attributes and bindings of a file, from one merged query and one sweep over it."""

from __future__ import annotations

import re
from collections.abc import Callable
from weakref import proxy

from tree_sitter import Node, Parser, Query

from parsed_graph.parser import Artefact
from parsed_graph.syntax.captures import captures, outer_first
from parsed_graph.syntax.csharp_grammar import CONSTRUCTOR, GRAMMAR, type_name
from parsed_graph.syntax.csharp_symbols import symbol_facts
from parsed_graph.syntax.csharp_text import RECEIVER, CSharpText
from parsed_graph.syntax.csharp_types import CSharpTypes
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.scopes import Binding, Parameter, ScopeTree, holder
from parsed_graph.syntax.source_file import AnnotationSyntax, Argument, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import TypedScope, member_name

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
_KINDS = {
    "class_declaration": "class",
    "struct_declaration": "struct",
    "record_declaration": "record",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
}


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it; generated code and tests are empty."""
    reader = _Reader(artefact)
    if not _GENERATED.search(artefact.source[:_HEADER]) and not _TEST_PATH.search(artefact.path):
        root = _PARSER.parse(artefact.source).root_node
        found = captures(_QUERY, root)
        reader.read_usings(found.get("using", ()))
        if not any(name.startswith(_TEST_USINGS) for name in reader.imported):
            reader.sweep(root, found)
    return reader.finish()


class _Reader:
    def __init__(self, artefact: Artefact) -> None:
        self.artefact, self.source = artefact, artefact.source
        file = SourceFile(artefact.path, "csharp", "", self.source, {}, frozenset(), [], [], [], [], [], _nothing)
        self.file = file
        self.fields: dict[str, dict[str, list[Binding]]] = {}
        self.types = CSharpTypes(file, self.fields)
        self.imported: set[str] = set()
        self.assignments: list[tuple[Node, str, Node]] = []
        self.calls: list[TypedCall] = []
        self.scopes: list[TypedScope] = []
        self.places: dict[int, TypeSyntax] = {}
        self.initialised: set[int] = set()

    def text(self, node: Node | None) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    def read_usings(self, nodes: list[Node] | tuple[()]) -> None:
        for node in nodes:
            alias = node.child_by_field_name("name")
            target = self.text(node.named_children[-1]) if node.named_child_count else ""
            if alias is not None:
                self.file.imports[self.text(alias)] = target
            self.imported.add(target)

    def sweep(self, root: Node, found: dict[str, list[Node]]) -> None:
        """Reads types with their members first, since methods see fields that stand after them; then all else in document order."""
        namespaces = found.get("namespace", [])
        types = found.get("type", [])
        self._read_namespaces(namespaces)
        self.file.root = root
        self.scope = TypedScope(root, len(self.source) + 1, None, self.file.package, None, None)
        self.scopes.append(self.scope)
        self._read_types(types, found.get("member", []), namespaces)
        if found.get("top"):
            self._open_program(root, found["top"])
        nodes = sorted([*types, *found.get("node", ())], key=outer_first)
        handlers = _HANDLERS
        for node in nodes:
            start = node.start_byte
            while self.scope.end <= start and self.scope.parent is not None:
                self.scope = self.scope.parent  # type: ignore[assignment]  # all scopes of this file are typed
            handlers[node.kind_id](self, node)

    def finish(self) -> SourceFile:
        file = self.file
        file.imported = frozenset(self.imported)
        if not self.scopes:
            return file
        file.calls = self.calls  # type: ignore[assignment]  # a list of a subclass, never added to
        tree = ScopeTree(list(self.scopes))
        self.types.tree = tree
        text = CSharpText(file, tree, self.types, self.fields, self.assignments)
        file.lower, file.value, file.origin = text.lower, text.value, text.origin
        file.type_of, file.given, file.choices = text.type_of, text.given, text.choices
        file.facts = list(symbol_facts(text, self.calls))
        return file

    # --- Types and their members --------------------------------------------------------------------

    def _read_namespaces(self, nodes: list[Node]) -> None:
        """The package of a file is its first namespace."""
        if nodes:
            self.file.package = self.text(nodes[0].child_by_field_name("name"))

    def _read_types(self, types: list[Node], members: list[Node], namespaces: list[Node]) -> None:
        stack: list[tuple[int, TypeSyntax]] = []
        items = sorted([*types, *members], key=outer_first)
        for node in items:
            while stack and stack[-1][0] <= node.start_byte:
                stack.pop()
            if node.type in _KINDS:
                outer = stack[-1][1] if stack else None
                declared = self._declare(node, outer, namespaces)
                stack.append((node.end_byte, declared))
            elif stack:
                self._member(node, stack[-1][1])

    def _declare(self, node: Node, outer: TypeSyntax | None, namespaces: list[Node]) -> TypeSyntax:
        name = self.text(node.child_by_field_name("name"))
        prefix = outer.qualified_name if outer is not None else self._namespace_of(node, namespaces)
        line, last = node.start_point[0] + 1, node.end_point[0] + 1
        declared = TypeSyntax(
            name, member_name(prefix, name), _KINDS[node.type], line, last, [], [], outer=outer, node=node
        )
        for child in node.named_children:
            kind = child.type
            if kind == "attribute_list":
                declared.annotations += self._attributes(child)
            elif kind == "base_list":
                declared.bases += [self.text(base) for base in child.named_children if base.type != "argument_list"]
            elif kind == "parameter_list":
                self._primary(child, declared)
        for annotation in declared.annotations:
            annotation.on_type = declared
        name_node = node.child_by_field_name("name")
        declared.line = name_node.start_point[0] + 1 if name_node is not None else line
        self.file.annotations += declared.annotations
        self.file.types.append(declared)
        self.types.types.setdefault(name, declared)
        self.places[node.id] = declared
        self.fields.setdefault(declared.qualified_name, {})
        return declared

    def _namespace_of(self, node: Node, namespaces: list[Node]) -> str:
        start = node.start_byte
        around = [
            self.text(n.child_by_field_name("name"))
            for n in namespaces
            if n.start_byte <= start and (n.type.startswith("file_scoped") or start < n.end_byte)
        ]
        return ".".join(around)

    def _primary(self, node: Node, declared: TypeSyntax) -> None:
        for parameter in node.named_children:
            if parameter.type == "parameter":
                name = self.text(parameter.child_by_field_name("name"))
                declared.fields[name] = self.text(parameter.child_by_field_name("type"))

    def _member(self, node: Node, owner: TypeSyntax) -> None:
        if node.type == "property_declaration":
            name = self.text(node.child_by_field_name("name"))
            declared, value = self.text(node.child_by_field_name("type")), node.child_by_field_name("value")
            owner.fields[name] = declared
            if value is not None:
                value = (
                    value.named_children[0]
                    if value.type == "arrow_expression_clause" and value.named_child_count
                    else value
                )
                self._give(owner, name, value, declared)
            self._annotate(node, owner, name)
            return
        declaration = next((child for child in node.named_children if child.type == "variable_declaration"), None)
        if declaration is None:
            return
        declared = self.text(declaration.child_by_field_name("type"))
        for child in declaration.named_children:
            if child.type == "variable_declarator":
                name = self.text(child.child_by_field_name("name"))
                owner.fields[name] = declared
                if child.named_child_count > 1:
                    self._give(owner, name, child.named_children[-1], declared)

    def _annotate(self, node: Node, owner: TypeSyntax, name: str) -> None:
        for child in node.named_children:
            if child.type != "attribute_list":
                break
            for annotation in self._attributes(child):
                annotation.on_type, annotation.on_field = owner, name
                self.file.annotations.append(annotation)

    def _give(self, owner: TypeSyntax, name: str, value: Node, declared: str = "") -> None:
        self.fields[owner.qualified_name].setdefault(name, []).append(Binding(value, value.end_byte))
        self._expect(value, declared)

    def _expect(self, value: Node, declared: str) -> None:
        """`Uri address = new("http://…")` creates what is declared."""
        if value.type == "implicit_object_creation_expression" and declared:
            self.types.expected[value.id] = declared

    def _attributes(self, node: Node) -> list[AnnotationSyntax]:
        found = []
        for child in node.named_children:
            if child.type == "attribute":
                written = self.text(child.child_by_field_name("name")).partition("<")[0].rpartition(".")[2]
                listed = next((c for c in child.named_children if c.type == "attribute_argument_list"), None)
                arguments = [
                    Argument(self.text(a.child_by_field_name("name")), a.named_children[-1])
                    for a in (listed.named_children if listed is not None else ())
                    if a.type == "attribute_argument" and a.named_child_count
                ]
                found.append(
                    AnnotationSyntax(
                        written.removesuffix("Attribute") or written, "", arguments, child.start_point[0] + 1
                    )
                )
        return found

    # --- Functions ----------------------------------------------------------------------------------

    def _type(self, node: Node) -> None:
        declared = self.places[node.id]
        inner = TypedScope(node, node.end_byte, self.scope, declared.qualified_name, None, declared)
        inner.is_type, inner.types = True, declared.fields
        self.scope.declared.setdefault(declared.name, declared)
        self._open(inner)

    def _open_program(self, root: Node, statements: list[Node]) -> None:
        """Top-level statements are the body of a main function, named for its folder: each project has one."""
        prefix = member_name(self.artefact.directory.replace("/", "."), self.artefact.name.rpartition(".")[0])
        line, last = statements[0].start_point[0] + 1, statements[-1].end_point[0] + 1
        main = FunctionSyntax("Main", f"{prefix}.Main", line, last, None, [], {}, "", root, "Main()")
        self.file.functions.append(main)
        self.scope.function, self.scope.prefix = main, prefix

    def _function(self, node: Node) -> None:
        scope = self.scope
        is_constructor = node.type == "constructor_declaration"
        name_node = node.child_by_field_name("name")
        name = CONSTRUCTOR if is_constructor else self.text(name_node)
        owner = scope.owner
        annotations: list[AnnotationSyntax] = []
        for child in node.named_children:
            if child.type != "attribute_list":
                break
            annotations += self._attributes(child)
        parameters: dict[str, str] = {}
        returned = self.text(node.child_by_field_name("returns") or node.child_by_field_name("type"))
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
        self.file.annotations += annotations
        inner = TypedScope(node, node.end_byte, scope, function.qualified_name, function, owner)
        listed = node.child_by_field_name("parameters")
        is_extension = self._parameters(listed, inner, parameters, function)
        function.signature = f"{name}({' '.join(self.text(listed)[1:-1].split())})"
        if node.type == "local_function_statement":
            scope.declared[name] = function
        elif owner is not None:
            self.types.methods.setdefault((owner.name, name), function)
            if is_extension:
                self.types.methods.setdefault(("this", name), function)
        self.file.functions.append(function)
        self._open(inner)

    def _parameters(
        self, node: Node | None, inner: TypedScope, types: dict[str, str], function: FunctionSyntax | None = None
    ) -> bool:
        """Fills the scope's parameters; whether the first is an extension method's receiver."""
        position, is_extension = 0, False
        for child in node.named_children if node is not None else ():
            if child.type == "implicit_parameter":
                inner.parameters[self.text(child)] = Parameter(position)
                position += 1
            elif child.type == "parameter":
                name_node = child.child_by_field_name("name")
                name, declared = self.text(name_node), self.text(child.child_by_field_name("type"))
                last = child.named_children[-1]
                if function is not None and child.named_children[0].type == "attribute_list":
                    self._annotate_parameter(child, name, function)
                default = last if name_node is not None and last.start_byte > name_node.end_byte else None
                if (
                    position == 0
                    and not is_extension
                    and self.source[child.start_byte : child.start_byte + 5] == b"this "
                ):
                    is_extension = True
                    inner.parameters[name] = Parameter(RECEIVER, declared)
                else:
                    inner.parameters[name] = Parameter(position, declared, default)
                    position += 1
                types[name] = declared
        return is_extension

    def _annotate_parameter(self, node: Node, name: str, function: FunctionSyntax) -> None:
        for child in node.named_children:
            if child.type != "attribute_list":
                break
            for annotation in self._attributes(child):
                annotation.on_function, annotation.on_parameter = function, name
                self.file.annotations.append(annotation)

    def _lambda(self, node: Node) -> None:
        scope = self.scope
        inner = TypedScope(node, node.end_byte, scope, scope.prefix, scope.function, scope.owner)
        listed = node.child_by_field_name("parameters")
        if listed is not None and listed.type == "implicit_parameter":
            inner.parameters[self.text(listed)] = Parameter(0)
        else:
            self._parameters(listed, inner, {})
        self._open(inner)

    def _open(self, inner: TypedScope) -> None:
        self.scopes.append(inner)
        self.scope = inner

    # --- Calls --------------------------------------------------------------------------------------

    def _call(self, node: Node) -> None:
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
            types = tuple([self.text(child) for child in name_node.named_children[-1].named_children])
            name_node = name_node.named_children[0]
        elif name_node.type != "identifier":
            return
        arguments = node.child_by_field_name("arguments")
        self.calls.append(
            TypedCall(
                self.text(name_node),
                receiver,
                node,
                self.scope,
                name_node,
                arguments,
                proxy(self.types),
                type_arguments=types,
            )
        )

    def _creation(self, node: Node) -> None:
        last = node.named_children[-1] if node.named_child_count else None
        if last is not None and last.type == "initializer_expression":
            self.initialised.update([child.id for child in last.named_children])
        written = node.child_by_field_name("type")
        if written is not None:
            arguments = node.child_by_field_name("arguments")
            types: tuple[str, ...] = ()
            if written.type == "generic_name":
                types = tuple([self.text(child) for child in written.named_children[-1].named_children])
            name = type_name(self.text(written))
        else:
            arguments = next((child for child in node.named_children if child.type == "argument_list"), None)
            name, types = type_name(self.types.expected.get(node.id, "")), ()
        self.calls.append(
            TypedCall(
                name,
                None,
                node,
                self.scope,
                written or node,
                arguments,
                proxy(self.types),
                is_new=True,
                type_arguments=types,
            )
        )

    # --- Bindings -----------------------------------------------------------------------------------

    def _variables(self, node: Node) -> None:
        """Local variables; fields were read with their types."""
        if self.scope.is_type:
            return
        declared = self.text(node.child_by_field_name("type"))
        for child in node.named_children:
            if child.type != "variable_declarator":
                continue
            name = self.text(child.child_by_field_name("name"))
            if declared != "var":
                self.scope.types[name] = declared
            if child.named_child_count > 1:
                value = child.named_children[-1]
                self.scope.bind(name, Binding(value, child.end_byte))
                self._expect(value, declared)

    def _assignment(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return
        sign = operator.type
        kind = left.type
        if kind == "identifier":
            if node.id not in self.initialised:
                self._assign(self.text(left), right, node, sign)
        elif kind == "member_access_expression":
            target, name = left.child_by_field_name("expression"), self.text(left.child_by_field_name("name"))
            if target is None or sign != "=":
                return
            if target.type in ("this", "this_expression"):
                self._assign_field(name, right)
            else:
                self.assignments.append((target, name, right))

    def _assign(self, name: str, value: Node, node: Node, sign: str) -> None:
        home = holder(name, self.scope)
        if home is None or (isinstance(home, TypedScope) and home.is_type):
            self._assign_field(name, value)
        elif sign in ("=", "??="):
            home.bind(name, Binding(value, node.end_byte))
        elif sign == "+=":
            home.bind(name, Binding(value, node.end_byte, "+="))

    def _assign_field(self, name: str, value: Node) -> None:
        owner = self.scope.owner
        while owner is not None and name not in owner.fields:
            owner = owner.outer
        if owner is not None:
            self._give(owner, name, value, owner.fields[name])

    def _foreach(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.type == "identifier":
            declared = self.text(node.child_by_field_name("type"))
            if declared != "var":
                self.scope.types[self.text(left)] = declared
            self.scope.bind(self.text(left), Binding(right, right.end_byte, "each"))

    def _declared_name(self, node: Node) -> None:
        """`out var x`, `is Order order`."""
        name, declared = self.text(node.child_by_field_name("name")), self.text(node.child_by_field_name("type"))
        if name:
            self.scope.types[name] = "" if declared == "var" else declared


def _bound_name(node: Node) -> Node | None:
    binding = node.named_children[-1] if node.named_child_count else None
    return (
        binding.child_by_field_name("name")
        if binding is not None and binding.type == "member_binding_expression"
        else None
    )


_HANDLERS: dict[int, Callable[[_Reader, Node], None]] = {
    GRAMMAR.id_for_node_kind(kind, True) or 0: handler
    for kind, handler in (
        *((kind, _Reader._type) for kind in _KINDS),
        ("method_declaration", _Reader._function),
        ("constructor_declaration", _Reader._function),
        ("local_function_statement", _Reader._function),
        ("lambda_expression", _Reader._lambda),
        ("anonymous_method_expression", _Reader._lambda),
        ("invocation_expression", _Reader._call),
        ("object_creation_expression", _Reader._creation),
        ("implicit_object_creation_expression", _Reader._creation),
        ("variable_declaration", _Reader._variables),
        ("assignment_expression", _Reader._assignment),
        ("foreach_statement", _Reader._foreach),
        ("declaration_expression", _Reader._declared_name),
        ("declaration_pattern", _Reader._declared_name),
    )
}


def _nothing(*_: object) -> tuple[()]:
    return ()


LANGUAGE = Language("csharp", ("*.cs",), read)
