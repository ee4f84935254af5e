"""The declarations of a Java file: types, functions, fields and the annotations on them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.syntax.java_grammar import CLASS_BODY, LAMBDA, METHOD_INVOCATION, MODIFIERS, OBJECT_CREATION, kind_id
from parsed_graph.syntax.jvm_types import split_outside_brackets
from parsed_graph.syntax.nodes import named, text_of
from parsed_graph.syntax.source_file import AnnotationSyntax, Argument, FunctionSyntax, SourceFile, TypeSyntax

_RECORD = kind_id("record_declaration")
_KINDS = {
    kind_id("class_declaration"): "class",
    kind_id("interface_declaration"): "interface",
    kind_id("enum_declaration"): "enum",
    _RECORD: "record",
    kind_id("annotation_type_declaration"): "annotation",
}
_FIELDS = frozenset((kind_id("field_declaration"), kind_id("constant_declaration")))
_ANNOTATIONS = frozenset(("annotation", "marker_annotation"))
MAX_NESTING = 60
"""How deep types and functions are read: names grow with each level."""
LOCALS = frozenset(
    kind_id(name)
    for name in """local_variable_declaration enhanced_for_statement resource catch_formal_parameter type_pattern
    instanceof_expression""".split()
)
"""Nodes that declare a local variable."""
_UNDECLARED = LOCALS | {METHOD_INVOCATION, LAMBDA}
_TYPE = r"([A-Za-z_][\w.$]*(?:<[\w.$<>,? \[\]]*>)?(?:\[\])*)"
_LOCAL = re.compile(rf"(?:final\s+)?{_TYPE}\s+(\w+)\s*[=;]")
_FIELD = re.compile(rf"(?:(?:public|private|protected|static|final|transient|volatile)\s+)*{_TYPE}\s+(\w+)\s*([=;])")
_FUNCTION = re.compile(
    r"(?:@Override\s+)?(?:(?:public|private|protected|static|final|abstract|synchronized|default)\s+)*"
    rf"(?:{_TYPE}\s+)?(\w+)\s*\(([^()@/\"]*)\)"
)


class Scope:
    """A stretch of source with the simple types of its variables, and the type and function around it.

    `parameters` are declared types as written: what their simple names mean is known once all types of the file are.
    """

    __slots__ = ("end", "function", "is_anonymous", "owner", "parameters", "variables")

    def __init__(
        self, end: int, owner: TypeSyntax | None, function: FunctionSyntax | None, is_anonymous: bool = False
    ) -> None:
        self.end, self.owner, self.function, self.is_anonymous = end, owner, function, is_anonymous
        self.parameters: dict[str, str] = {}
        self.variables: dict[str, str] = {}


class JavaDeclarations:
    """Reads the declarations among the nodes of a file, in document order, into its SourceFile.

    `types` are the file's types by simple name; `scopes` what each declaring node opens, by node id; `valued` the
    fields with an initialiser: type, name, and the node that holds it. `letters` is the source with one character per byte, so that node
    offsets cut it; `decoded` mends what is not ASCII.
    """

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self.letters = file.source.decode("latin-1")
        self.types: dict[str, TypeSyntax] = {}
        self.scopes: dict[int, Scope] = {}
        self.valued: list[tuple[TypeSyntax, str, Node]] = []
        self._returns: dict[tuple[str, str], str] = {}

    def read(self, nodes: list[Node], kinds: list[int]) -> None:
        """Enters every declaration; calls and local variables are left to a second sweep, which needs them all."""
        stack = [Scope(len(self.letters) + 1, None, None)]
        for node, kind in zip(nodes, kinds, strict=True):
            if kind in _UNDECLARED:
                continue
            if kind == OBJECT_CREATION:
                self._read_anonymous(node, stack)
                continue
            start = node.start_byte
            while stack[-1].end <= start:
                stack.pop()
            scope = stack[-1]
            if kind in _FIELDS:
                if not scope.is_anonymous and scope.owner is not None:
                    self._read_field(node, scope.owner)
                continue
            if len(stack) > MAX_NESTING:
                continue
            if kind in _KINDS:
                opened = Scope(node.end_byte, self._read_type(node, kind, scope.owner), None)
            else:
                opened = self._read_function(node, scope)
            stack.append(opened)
            self.scopes[node.id] = opened

    def _read_anonymous(self, node: Node, stack: list[Scope]) -> None:
        body = node.children[-1]
        if body.kind_id != CLASS_BODY:
            return
        while stack[-1].end <= node.start_byte:
            stack.pop()
        scope = Scope(body.end_byte, stack[-1].owner, stack[-1].function, is_anonymous=True)
        stack.append(scope)
        self.scopes[body.id] = scope

    def returned(self, owner: TypeSyntax | None, name: str) -> str:
        """The declared return type of a method of this type or one around it, "" where there is none."""
        while owner is not None:
            found = self._returns.get((owner.qualified_name, name))
            if found is not None:
                return found
            owner = owner.outer
        return ""

    def parameter(self, node: Node) -> tuple[str, str]:
        """Name and declared type of a parameter."""
        children = node.children
        if node.type == "spread_parameter":
            kinds = [c for c in named(node) if c.type not in ("modifiers", "variable_declarator")]
            name = next((c.child_by_field_name("name") for c in children if c.type == "variable_declarator"), None)
            return text_of(name), self._text(kinds[0]) + "..." if kinds else ""
        if len(children) >= 2 and children[-1].type == "identifier":
            declared = self._text(children[-2])
            return self._text(children[-1]), "" if declared == "var" else declared
        return text_of(node.child_by_field_name("name")), text_of(node.child_by_field_name("type"))

    def local(self, node: Node) -> tuple[str, str] | None:
        """Name and type of a local variable that is declared alone with its type: read by pattern, for speed."""
        match = _LOCAL.match(self.letters, node.start_byte)
        if match is None or match[1] == "var" or not match[0].isascii():
            return None
        return match[2], match[1]

    def _text(self, node: Node) -> str:
        text = self.letters[node.start_byte : node.end_byte]
        return text if text.isascii() else decoded(text)

    def _read_type(self, node: Node, kind: int, outer: TypeSyntax | None) -> TypeSyntax:
        name_node = node.child_by_field_name("name") or node
        name = self._text(name_node)
        qualified = f"{outer.qualified_name}.{name}" if outer else self._in_package(name)
        line, end_line = name_node.start_point[0] + 1, node.end_point[0] + 1
        found = TypeSyntax(name, qualified, _KINDS[kind], line, end_line, _bases(node), [], outer=outer, node=node)
        found.annotations = self._annotations(node.children, found, None, "", "")
        if kind == _RECORD:
            for parameter in named(node.child_by_field_name("parameters")):
                field, declared = self.parameter(parameter)
                found.fields[field] = declared
                self._annotations(parameter.children, found, None, "", field)
        self.types.setdefault(name, found)
        self._file.types.append(found)
        return found

    def _read_function(self, node: Node, scope: Scope) -> Scope:
        """A method or constructor; its header is read by pattern where it has no annotation, which is much cheaper."""
        match = _FUNCTION.match(self.letters, node.start_byte)
        if match is None or not match[0].isascii():
            return self._read_annotated_function(node, scope)
        returns, name, written = match[1] or "", match[2], match[3]
        function = self._function(node, scope.owner, name, returns)
        function.line = node.start_point[0] + 1 + self.letters.count("\n", node.start_byte, match.start(2))
        if written:
            function.parameters = dict(_split_parameters(written))
        return self._enter_function(function, scope)

    def _read_annotated_function(self, node: Node, scope: Scope) -> Scope:
        children = node.children
        name_node: Node | None = None
        parameters: Node | None = None
        returns = ""
        previous = children[0]
        for child in children:
            kind = child.type
            if kind == "identifier":
                name_node = child
                if previous is not child and previous.type != "modifiers":
                    returns = self._text(previous)
            elif kind == "formal_parameters":
                parameters = child
                break
            previous = child
        function = self._function(node, scope.owner, self._text(name_node) if name_node else "", returns)
        function.line = (name_node or node).start_point[0] + 1
        is_own = not scope.is_anonymous
        if is_own:
            function.annotations = self._annotations(children, scope.owner, function, "", "")
        for parameter in parameters.named_children if parameters is not None else ():
            if parameter.type in ("formal_parameter", "spread_parameter"):
                name, declared = self.parameter(parameter)
                function.parameters[name] = declared
                if is_own:
                    self._annotations(parameter.children, scope.owner, function, name, "")
        return self._enter_function(function, scope)

    def _function(self, node: Node, owner: TypeSyntax | None, name: str, returns: str) -> FunctionSyntax:
        qualified = f"{owner.qualified_name}.{name}" if owner else self._in_package(name)
        return FunctionSyntax(name, qualified, 0, node.end_point[0] + 1, owner, [], {}, returns, node)

    def _enter_function(self, function: FunctionSyntax, scope: Scope) -> Scope:
        """Adds a function; a method of an anonymous class belongs to the function around it."""
        owner = scope.owner
        inner = Scope(function.node.end_byte, owner, scope.function if scope.is_anonymous else function)
        parameters = inner.parameters = function.parameters
        if scope.is_anonymous:
            return inner
        written = ", ".join([f"{kind} {name}" for name, kind in parameters.items()]) if parameters else ""
        returns = function.return_type
        function.signature = f"{returns} {function.name}({written})" if returns else f"{function.name}({written})"
        if owner:
            self._returns.setdefault((owner.qualified_name, function.name), returns)
        self._file.functions.append(function)
        return inner

    def _read_field(self, node: Node, owner: TypeSyntax) -> None:
        match = _FIELD.match(self.letters, node.start_byte)
        if match is not None and match[0].isascii():
            owner.fields[match[2]] = match[1]
            if match[3] == "=":
                self.valued.append((owner, match[2], node))
            return
        declared = ""
        previous: Node | None = None
        children = node.children
        for child in children:
            if child.type == "variable_declarator":
                if not declared and previous is not None:
                    declared = self._text(previous)
                parts = child.children
                name = self._text(parts[0])
                owner.fields[name] = declared
                if len(parts) > 1:
                    self.valued.append((owner, name, child))
                self._annotations(children, owner, None, "", name)
            previous = child

    def _annotations(
        self,
        children: list[Node],
        owner: TypeSyntax | None,
        function: FunctionSyntax | None,
        parameter: str,
        field: str,
    ) -> list[AnnotationSyntax]:
        modifiers = children[0] if children else None
        if modifiers is None or modifiers.kind_id != MODIFIERS:
            return []
        if "@" not in self.letters[modifiers.start_byte : modifiers.end_byte]:
            return []
        found: list[AnnotationSyntax] = []
        for node in modifiers.named_children:
            if node.type in _ANNOTATIONS:
                parts = node.children
                package, _, name = self._text(parts[min(1, len(parts) - 1)]).rpartition(".")
                arguments = _annotation_arguments(parts[2]) if len(parts) > 2 else []
                line = node.start_point[0] + 1
                found.append(AnnotationSyntax(name, package, arguments, line, owner, function, parameter, field))
        self._file.annotations += found
        return found

    def _in_package(self, name: str) -> str:
        return f"{self._file.package}.{name}" if self._file.package else name


def decoded(letters: str) -> str:
    """The text of a stretch of `letters`."""
    return letters.encode("latin-1").decode("utf-8", "replace")


def _split_parameters(written: str) -> Iterator[tuple[str, str]]:
    """Name and type of each parameter of a plain list: `final Map<String, A> a, int... b`."""
    for part in split_outside_brackets(written) if "<" in written else written.split(","):
        *declared, name = part.split()
        if declared and declared[0] == "final":
            del declared[0]
        kind = " ".join(declared)
        if name.endswith("]"):
            name, _, dimensions = name.partition("[")
            kind += "[" + dimensions
        yield name, "" if kind == "var" else kind


def _bases(node: Node) -> list[str]:
    bases = []
    for child in node.children:
        if child.type == "superclass":
            bases += [text_of(name) for name in named(child)]
        elif child.type in ("super_interfaces", "extends_interfaces"):
            bases += [text_of(name) for names in named(child) for name in named(names)]
    return bases


def _annotation_arguments(node: Node) -> list[Argument]:
    found = []
    for child in named(node):
        if child.type == "element_value_pair":
            value = child.child_by_field_name("value")
            if value is not None:
                found.append(Argument(text_of(child.child_by_field_name("key")), value))
        else:
            found.append(Argument("", child))
    return found
