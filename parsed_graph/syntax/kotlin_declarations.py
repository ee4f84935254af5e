"""The declarations of a Kotlin file: package, imports, types, functions, properties and the annotations on them."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.jvm_types import simple_type
from parsed_graph.syntax.kotlin_calls import call_parts, read_arguments
from parsed_graph.syntax.nodes import first_named, named, text_of
from parsed_graph.syntax.source_file import AnnotationSyntax, Argument, FunctionSyntax, SourceFile, TypeSyntax

_TYPES = frozenset(("class_declaration", "object_declaration"))
_FUNCTIONS = frozenset(("function_declaration", "secondary_constructor"))
MAX_NESTING = 60
"""How deep types and functions are read: names grow with each level."""
_TYPE_NODES = frozenset(("user_type", "nullable_type", "function_type", "parenthesized_type"))


class KotlinScope:
    """A stretch of source with the variables that it declares, and the type and function around it."""

    __slots__ = ("end", "function", "is_annotation", "is_anonymous", "owner", "variables")

    def __init__(
        self,
        end: int,
        owner: TypeSyntax | None,
        function: FunctionSyntax | None,
        *,
        is_anonymous: bool = False,
        is_annotation: bool = False,
    ) -> None:
        self.end, self.owner, self.function = end, owner, function
        self.is_anonymous, self.is_annotation = is_anonymous, is_annotation
        self.variables: dict[str, str] = {}


class KotlinDeclarations:
    """Reads the declarations among the nodes of a file, in document order, into its SourceFile.

    `top` stands for the file itself: its fields are the top-level properties. `valued` are the properties with a value,
    `untyped` those of them whose type only the value tells.
    """

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self.top = TypeSyntax("", file.package, "file", 1, 1, [], [])
        self.types: dict[str, TypeSyntax] = {}
        self.scopes: dict[int, KotlinScope] = {}
        self.valued: list[tuple[TypeSyntax, str, Node]] = []
        self.untyped: list[tuple[TypeSyntax, str, Node]] = []
        self.values: dict[tuple[str, str], Node] = {}
        self.constants: dict[str, dict[str, Node | None]] = {}
        self.function_names: set[str] = set()
        self._returns: dict[tuple[str, str], str] = {}

    def read(self, nodes: list[Node]) -> None:
        """Enters every declaration."""
        stack = [KotlinScope(len(self._file.source) + 1, None, None)]
        for node in nodes:
            start = node.start_byte
            while stack[-1].end <= start:
                stack.pop()
            scope, kind = stack[-1], node.type
            if len(stack) > MAX_NESTING and kind != "property_declaration":
                continue
            if kind in _TYPES:
                opened = KotlinScope(node.end_byte, self._read_type(node, scope.owner), None)
            elif kind in _FUNCTIONS:
                opened = self._read_function(node, scope)
            elif kind == "companion_object":
                opened = KotlinScope(node.end_byte, scope.owner, None)
            elif kind == "object_literal":
                opened = KotlinScope(node.end_byte, scope.owner, scope.function, is_anonymous=True)
            else:
                if kind == "property_declaration" and scope.function is None and not scope.is_anonymous:
                    self._read_property(node, scope.owner)
                continue
            stack.append(opened)
            self.scopes[node.id] = opened

    def returned(self, owner: TypeSyntax | None, name: str) -> str:
        """The return type of a function of this type, one around it, or of the file; "" where none is declared."""
        while owner is not None:
            found = self._returns.get((owner.qualified_name, name))
            if found is not None:
                return found
            owner = owner.outer
        return self._returns.get(("", name), "")

    def _read_type(self, node: Node, outer: TypeSyntax | None) -> TypeSyntax:
        name_node = node.child_by_field_name("name") or first_named(node) or node
        name = text_of(name_node)
        qualified = f"{outer.qualified_name}.{name}" if outer else self._in_package(name)
        line, end_line = name_node.start_point[0] + 1, node.end_point[0] + 1
        bases = _bases(node)
        found = TypeSyntax(name, qualified, _kind(node), line, end_line, bases, [], outer=outer, node=node)
        found.annotations = self._annotations(_annotation_nodes(node), found, None, "", "")
        self.types.setdefault(name, found)
        self._file.types.append(found)
        constructor = next((c for c in node.named_children if c.type == "primary_constructor"), None)
        if constructor is not None:
            self._read_primary(constructor, found)
        if found.kind == "enum":
            self.constants[qualified] = dict(_enum_constants(node))
        return found

    def _read_primary(self, node: Node, owner: TypeSyntax) -> None:
        """The primary constructor: a function, whose `val` and `var` parameters are properties too."""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        name = f"{owner.qualified_name}.{owner.name}"
        function = FunctionSyntax(owner.name, name, line, end_line, owner, [], {}, "", node)
        function.annotations = self._annotations(_annotation_nodes(node), owner, function, "", "")
        parameters = next((c for c in node.named_children if c.type == "class_parameters"), None)
        for parameter in named(parameters):
            parts = [c for c in named(parameter) if c.type != "modifiers"]
            if len(parts) < 2:
                continue
            key, declared = text_of(parts[0]), declared_type(parts[1])
            function.parameters[key] = declared
            is_field = any(child.type in ("val", "var") for child in parameter.children)
            if is_field:
                owner.fields[key] = declared
                if len(parts) > 2:
                    self.values[owner.qualified_name, key] = parts[2]
                    self.valued.append((owner, key, parameter))
            on = ("", key) if is_field else (key, "")
            self._annotations(_annotation_nodes(parameter), owner, None if is_field else function, *on)
        function.signature = _signature(function)
        self._file.functions.append(function)

    def _read_function(self, node: Node, scope: KotlinScope) -> KotlinScope:
        owner = scope.owner
        if (
            scope.function is not None
        ):  # A local function, or one of an anonymous object: part of the function around it.
            inner = KotlinScope(node.end_byte, owner, scope.function)
            inner.variables = {name: declared for name, declared, _ in _parameters(node)}
            return inner
        name_node = node.child_by_field_name("name")
        name = text_of(name_node) or _extension_name(node) or (owner.name if owner else "")
        qualified = f"{owner.qualified_name}.{name}" if owner else self._in_package(name)
        returns = _return_type(node)
        line = (name_node or node).start_point[0] + 1
        found = FunctionSyntax(name, qualified, line, node.end_point[0] + 1, owner, [], {}, returns, node)
        found.annotations = self._annotations(_annotation_nodes(node), owner, found, "", "")
        for key, declared, marks in _parameters(node):
            found.parameters[key] = declared
            self._annotations(marks, owner, found, key, "")
        found.signature = _signature(found)
        self.function_names.add(name)
        self._returns.setdefault((owner.qualified_name if owner else "", name), simple_type(returns))
        self._file.functions.append(found)
        inner = KotlinScope(node.end_byte, owner, found)
        inner.variables = dict(found.parameters)
        return inner

    def _read_property(self, node: Node, owner: TypeSyntax | None) -> None:
        variable = next((c for c in node.named_children if c.type == "variable_declaration"), None)
        children = named(variable)
        if not children:
            return
        holder = owner or self.top
        name = text_of(children[0])
        value = property_value(node)
        holder.fields[name] = declared_type(children[1]) if len(children) > 1 else ""
        if value is not None:
            if len(children) == 1:
                self.untyped.append((holder, name, value))
            self.values[holder.qualified_name, name] = value
            self.valued.append((holder, name, children[0]))
        if owner is not None:
            self._annotations(_annotation_nodes(node), owner, None, "", name)

    def _annotations(
        self, nodes: list[Node], owner: TypeSyntax | None, function: FunctionSyntax | None, parameter: str, field: str
    ) -> list[AnnotationSyntax]:
        found: list[AnnotationSyntax] = []
        for node in nodes:
            name, arguments = _annotation_parts(node)
            line = node.start_point[0] + 1
            found.append(AnnotationSyntax(name, "", arguments, line, owner, function, parameter, field))
        self._file.annotations += found
        return found

    def _in_package(self, name: str) -> str:
        return f"{self._file.package}.{name}" if self._file.package else name


def declared_type(node: Node | None) -> str:
    """A type as written, without the question mark of a nullable one."""
    return text_of(node).rstrip("?") if node is not None and node.type in _TYPE_NODES else ""


def property_value(node: Node) -> Node | None:
    """The initialiser of a property; what its getter or `by lazy { }` gives where there is none."""
    seen_variable = False
    for child in named(node):
        if child.type in ("variable_declaration", "multi_variable_declaration"):
            seen_variable = True
        elif child.type == "getter":
            return _body_value(child)
        elif child.type == "property_delegate":
            call = first_named(child)
            parts = call_parts(call) if call is not None and call.type == "call_expression" else None
            body = named(parts.arguments[-1].node) if parts and parts.name == "lazy" and parts.arguments else []
            return body[-1] if body else None
        elif seen_variable and child.type not in ("setter", "modifiers", "type_constraints"):
            return child
    return None


def read_imports(root: Node) -> tuple[str, dict[str, str], frozenset[str]]:
    """Package, imports by local name (aliases applied), and everything imported, wildcards as their package."""
    package = ""
    names: dict[str, str] = {}
    imported: set[str] = set()
    for node in root.children:
        if node.type == "package_header":
            package = text_of(first_named(node))
        elif node.type == "import":
            parts = named(node)
            name = text_of(parts[0]) if parts else ""
            imported.add(name)
            if not text_of(node).rstrip().endswith("*"):
                names[text_of(parts[1]) if len(parts) > 1 else name.rpartition(".")[2]] = name
    return package, names, frozenset(imported)


def _body_value(node: Node) -> Node | None:
    body = next((c for c in node.named_children if c.type == "function_body"), None)
    value = first_named(body)
    return value if value is not None and value.type != "block" else None


def _kind(node: Node) -> str:
    if node.type == "object_declaration":
        return "object"
    for child in node.children:
        if child.type == "interface":
            return "interface"
        if child.type == "modifiers" and any(text_of(c) in ("enum", "annotation") for c in child.named_children):
            return "enum" if "enum" in text_of(child).split() else "annotation"
    return "class"


def _bases(node: Node) -> list[str]:
    specifiers = next((c for c in node.named_children if c.type == "delegation_specifiers"), None)
    found: list[str] = []
    for specifier in named(specifiers):
        inner = first_named(specifier)
        if inner is not None and inner.type in ("constructor_invocation", "explicit_delegation"):
            inner = first_named(inner)
        if inner is not None:
            found.append(text_of(inner))
    return found


def _annotation_nodes(node: Node) -> list[Node]:
    """The annotations in the modifiers of a declaration, and those that the grammar takes for an expression before it."""
    modifiers = next((c for c in node.children if c.type == "modifiers"), None)
    found = [c for c in named(modifiers) if c.type == "annotation"]
    before = node.prev_named_sibling if node.type in ("class_declaration", "object_declaration") else None
    lost: list[Node] = []
    while before is not None and before.type == "annotated_expression":
        lost += [c for c in before.named_children if c.type == "annotation"]
        before = next((c for c in before.named_children if c.type == "annotated_expression"), None)
    return [*lost, *found]


def _annotation_parts(node: Node) -> tuple[str, list[Argument]]:
    children = [c for c in named(node) if c.type != "use_site_target"]
    first = children[0] if children else None
    if first is not None and first.type == "constructor_invocation":
        parts = named(first)
        arguments = next((p for p in parts if p.type == "value_arguments"), None)
        return simple_type(text_of(parts[0])), read_arguments(arguments) if arguments is not None else []
    name = simple_type(text_of(first))
    sibling = node.next_named_sibling
    if sibling is not None and sibling.type == "parenthesized_expression":  # Taken for an expression by the grammar.
        return name, [Argument("", child) for child in named(sibling)]
    return name, []


def _parameters(node: Node) -> list[tuple[str, str, list[Node]]]:
    """Name, type and annotations of each parameter."""
    parameters = next((c for c in node.named_children if c.type == "function_value_parameters"), None)
    found: list[tuple[str, str, list[Node]]] = []
    annotations: list[Node] = []
    for child in named(parameters):
        if child.type == "parameter_modifiers":
            annotations = [c for c in named(child) if c.type == "annotation"]
        elif child.type == "parameter":
            parts = named(child)
            if len(parts) > 1:
                found.append((text_of(parts[0]), declared_type(parts[1]), annotations))
            annotations = []
    return found


def _return_type(node: Node) -> str:
    after = False
    for child in named(node):
        if child.type == "function_value_parameters":
            after = True
        elif after and child.type in _TYPE_NODES:
            return declared_type(child)
    return ""


def _extension_name(node: Node) -> str:
    """The name that the grammar leaves in the receiver type of `fun String.name(…)` now and then."""
    receiver = next((c for c in node.named_children if c.type == "user_type"), None)
    return text_of(receiver).rpartition(".")[2]


def _signature(function: FunctionSyntax) -> str:
    inner = ", ".join([f"{name}: {declared}" for name, declared in function.parameters.items()])
    return f"{function.name}({inner})" + (f": {function.return_type}" if function.return_type else "")


def _enum_constants(node: Node) -> list[tuple[str, Node | None]]:
    body = next((c for c in node.named_children if c.type == "enum_class_body"), None)
    found: list[tuple[str, Node | None]] = []
    for entry in named(body):
        if entry.type == "enum_entry":
            arguments = next((c for c in entry.named_children if c.type == "value_arguments"), None)
            texts = [a.node for a in read_arguments(arguments) if "string" in a.node.type] if arguments else []
            found.append((text_of(first_named(entry)), texts[0] if texts else None))
    return found
