"""Java: types, functions, calls, annotations and declared types of a file, from one merged query and one sweep over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tree_sitter_java
from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query, QueryCursor

from parsed_graph.language import Language
from parsed_graph.parser import Artefact
from parsed_graph.syntax.java_symbols import symbol_facts
from parsed_graph.syntax.java_text import JavaText
from parsed_graph.syntax.source_file import (
    AnnotationSyntax,
    Argument,
    CallSyntax,
    FunctionSyntax,
    SourceFile,
    TypeSyntax,
)

_GRAMMAR = Grammar(tree_sitter_java.language())
_QUERY = Query(
    _GRAMMAR,
    """
    [(class_declaration) (interface_declaration) (enum_declaration) (record_declaration)
     (annotation_type_declaration)] @type
    [(method_declaration) (constructor_declaration) (compact_constructor_declaration)] @function
    [(field_declaration) (constant_declaration)] @field
    [(local_variable_declaration) (enhanced_for_statement) (resource) (catch_formal_parameter) (type_pattern)
     (instanceof_expression name: (identifier))] @local
    (lambda_expression) @lambda
    (object_creation_expression (class_body) @anonymous)
    (method_invocation) @call
    (object_creation_expression) @new
    """,
)
_KINDS = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record",
    "annotation_type_declaration": "annotation",
}
_SCOPES = ("type", "function", "anonymous", "lambda")
MAX_CHAIN = 200
"""How many links of a builder chain are followed down to its root."""


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it; unreadable stretches are passed over, as tree-sitter recovers around them."""
    source = artefact.source
    root = Parser(_GRAMMAR).parse(source).root_node
    package, imports, imported, static_wildcards = _read_imports(root)
    reader = _Reader(
        SourceFile(artefact.path, "java", package, source, imports, imported, [], [], [], [], [], _nothing)
    )
    reader.sweep(QueryCursor(_QUERY).captures(root))
    text = JavaText(reader.file, reader.types, static_wildcards)
    reader.file.lower = text.lower
    reader.file.facts = list(symbol_facts(reader.file, text))
    return reader.file


def simple_type(text: str) -> str:
    """`java.util.List<Order>[]` -> `List`."""
    cut = text.find("<")
    if cut >= 0:
        text = text[:cut]
    return text.rpartition(".")[2].rstrip("[]. ") if text else ""


def text_of(node: Node | None) -> str:
    """The source of a node, "" for None."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


class _Scope:
    """A stretch of source with the variables that it declares."""

    __slots__ = ("end", "function", "owner", "variables")

    def __init__(self, end: int, owner: TypeSyntax | None, function: FunctionSyntax | None) -> None:
        self.end, self.owner, self.function = end, owner, function
        self.variables: dict[str, str] = {}


class _Reader:
    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.types: dict[str, TypeSyntax] = {}
        self.chain_types: dict[int, str] = {}
        self.late: list[tuple[CallSyntax, str]] = []
        self.returns: dict[tuple[str, str], str] = {}

    def sweep(self, captures: dict[str, list[Node]]) -> None:
        """Declarations first (a field may stand below its use), then what happens in them, both in document order."""
        scopes = self._read_declarations(captures)
        items: list[tuple[int, int, int, str, Node]] = [
            (node.start_byte, 1, node.end_byte, kind, node)
            for kind in ("local", "call", "new")
            for node in captures.get(kind, ())
        ]
        items += [
            (node.start_byte, 0, -node.end_byte, kind, node) for kind in _SCOPES for node in captures.get(kind, ())
        ]
        items.sort(key=_position)
        stack = [_Scope(len(self.file.source) + 1, None, None)]
        for start, _, _, kind, node in items:
            while stack[-1].end <= start:
                stack.pop()
            if kind == "call":
                self._read_call(node, stack)
            elif kind == "local":
                self._read_local(node, stack)
            elif kind == "new":
                self._read_creation(node, stack)
            else:
                stack.append(scopes.get(node.id) or self._inner_scope(kind, node, stack[-1]))
        for call, name in self.late:
            call.receiver_type = self._returned(call.owner, name)

    def _read_declarations(self, captures: dict[str, list[Node]]) -> dict[int, _Scope]:
        nodes = [
            (node.start_byte, 0, -node.end_byte, kind, node)
            for kind in ("type", "function", "anonymous", "field")
            for node in captures.get(kind, ())
        ]
        nodes.sort(key=_position)
        stack = [_Scope(len(self.file.source) + 1, None, None)]
        scopes: dict[int, _Scope] = {}
        for start, _, _, kind, node in nodes:
            while stack[-1].end <= start:
                stack.pop()
            scope = stack[-1]
            if kind == "field":
                self._read_field(node, scope)
                continue
            if kind == "type":
                scope = _Scope(node.end_byte, self._read_type(node, scope.owner), None)
            elif kind == "function":
                scope = self._read_function(node, scope)
            else:
                scope = _Scope(node.end_byte, scope.owner, scope.function or _OUTSIDE)
            stack.append(scope)
            scopes[node.id] = scope
        for scope in scopes.values():
            if scope.function is _OUTSIDE:
                scope.function = None
        return scopes

    def _read_type(self, node: Node, outer: TypeSyntax | None) -> TypeSyntax:
        name_node = node.child_by_field_name("name")
        name = text_of(name_node)
        qualified = f"{outer.qualified_name}.{name}" if outer else _join(self.file.package, name)
        line = (name_node or node).start_point[0] + 1
        kind = _KINDS[node.type]
        found = TypeSyntax(name, qualified, kind, line, node.end_point[0] + 1, _bases(node), [], outer=outer, node=node)
        found.annotations = self._annotations(node, on_type=found)
        if kind == "record":
            for parameter in _named(node.child_by_field_name("parameters")):
                declared = text_of(parameter.child_by_field_name("type"))
                field = text_of(parameter.child_by_field_name("name"))
                found.fields[field] = declared
                self._annotations(parameter, on_type=found, on_field=field)
        self.types.setdefault(name, found)
        self.file.types.append(found)
        return found

    def _read_function(self, node: Node, scope: _Scope) -> _Scope:
        owner = scope.owner
        if scope.function is not None:  # A method of an anonymous class belongs to the function around it.
            inner = _Scope(node.end_byte, owner, scope.function)
            for parameter in _named(node.child_by_field_name("parameters")):
                inner.variables[_parameter_name(parameter)] = _parameter_type(parameter)
            return inner
        name_node = node.child_by_field_name("name")
        name = text_of(name_node)
        qualified = f"{owner.qualified_name}.{name}" if owner else _join(self.file.package, name)
        returns = text_of(node.child_by_field_name("type"))
        line = (name_node or node).start_point[0] + 1
        found = FunctionSyntax(name, qualified, line, node.end_point[0] + 1, owner, [], {}, returns, node)
        found.annotations = self._annotations(node, on_type=owner, on_function=found)
        for parameter in _named(node.child_by_field_name("parameters")):
            parameter_name = _parameter_name(parameter)
            found.parameters[parameter_name] = _parameter_type(parameter)
            self._annotations(parameter, on_type=owner, on_function=found, on_parameter=parameter_name)
        found.signature = f"{returns} {name}({', '.join(found.parameters.values())})".strip()
        if owner:
            self.returns.setdefault((owner.qualified_name, name), returns)
        self.file.functions.append(found)
        inner = _Scope(node.end_byte, owner, found)
        inner.variables = dict(found.parameters)
        return inner

    def _read_field(self, node: Node, scope: _Scope) -> None:
        if scope.function is not None or scope.owner is None:
            return
        declared = text_of(node.child_by_field_name("type"))
        names = [text_of(d.child_by_field_name("name")) for d in node.children_by_field_name("declarator")]
        for name in names:
            scope.owner.fields[name] = declared
            self._annotations(node, on_type=scope.owner, on_field=name)

    def _annotations(
        self,
        node: Node,
        *,
        on_type: TypeSyntax | None,
        on_function: FunctionSyntax | None = None,
        on_parameter: str = "",
        on_field: str = "",
    ) -> list[AnnotationSyntax]:
        modifiers = node.child(0)
        if modifiers is None or modifiers.type != "modifiers":
            return []
        found = [
            AnnotationSyntax(
                text_of(annotation.child_by_field_name("name")).rpartition(".")[2],
                "",
                _annotation_arguments(annotation),
                annotation.start_point[0] + 1,
                on_type,
                on_function,
                on_parameter,
                on_field,
            )
            for annotation in modifiers.named_children
            if annotation.type in ("annotation", "marker_annotation")
        ]
        self.file.annotations += found
        return found

    def _inner_scope(self, kind: str, node: Node, outer: _Scope) -> _Scope:
        scope = _Scope(node.end_byte, outer.owner, outer.function)
        if kind == "lambda":
            parameters = node.child_by_field_name("parameters")
            if parameters is not None and parameters.type == "identifier":
                scope.variables[text_of(parameters)] = ""
            else:
                for parameter in _named(parameters):
                    if parameter.type == "identifier":
                        scope.variables[text_of(parameter)] = ""
                    else:
                        scope.variables[_parameter_name(parameter)] = _parameter_type(parameter)
        return scope

    def _read_local(self, node: Node, stack: list[_Scope]) -> None:
        kind = node.type
        variables = stack[-1].variables
        if kind == "instanceof_expression":
            variables[text_of(node.child_by_field_name("name"))] = text_of(node.child_by_field_name("right"))
            return
        if kind in ("type_pattern", "catch_formal_parameter"):
            children = node.named_children
            if len(children) >= 2:
                variables[text_of(children[-1])] = text_of(children[-2])
            return
        declared = text_of(node.child_by_field_name("type"))
        if kind != "local_variable_declaration":
            variables[text_of(node.child_by_field_name("name"))] = "" if declared == "var" else declared
            return
        for declarator in node.children_by_field_name("declarator"):
            value = declarator.child_by_field_name("value") if declared == "var" else None
            known = self._value_type(value, stack) if declared == "var" else declared
            variables[text_of(declarator.child_by_field_name("name"))] = known

    def _read_call(self, node: Node, stack: list[_Scope]) -> None:
        receiver, name_node, arguments, type_arguments = _call_parts(node)
        if name_node is None:
            return
        name = text_of(name_node)
        scope = stack[-1]
        late = ""
        receiver_type = ""
        if receiver is not None:
            if receiver.type == "method_invocation":
                receiver_type = self.chain_types.get(receiver.id, "")
                if receiver_type.startswith("()"):
                    late, receiver_type = receiver_type[2:], ""
            else:
                receiver_type = self._receiver_type(receiver, stack)
        call = CallSyntax(
            name,
            receiver,
            receiver_type,
            [Argument("", child) for child in arguments],
            name_node.start_point[0] + 1,
            scope.function,
            scope.owner,
            node,
            False,
            type_arguments,
        )
        if late:
            self.late.append((call, late))
        self.chain_types[node.id] = f"(){name}" if receiver is None else f"(){late}" if late else receiver_type
        self.file.calls.append(call)

    def _read_creation(self, node: Node, stack: list[_Scope]) -> None:
        declared = text_of(node.child_by_field_name("type"))
        name = simple_type(declared)
        arguments = [Argument("", child) for child in _named(node.child_by_field_name("arguments"))]
        line = node.start_point[0] + 1
        scope = stack[-1]
        call = CallSyntax(
            name, None, name, arguments, line, scope.function, scope.owner, node, True, _generics(declared)
        )
        self.file.calls.append(call)

    def _receiver_type(self, node: Node, stack: list[_Scope]) -> str:
        kind = node.type
        if kind == "identifier":
            return simple_type(self._variable_type(text_of(node), stack))
        if kind == "field_access":
            return self._field_type(node, stack)
        if kind == "this":
            owner = stack[-1].owner
            return owner.name if owner else ""
        if kind == "super":
            owner = stack[-1].owner
            return simple_type(owner.bases[0]) if owner and owner.bases else ""
        return simple_type(self._value_type(node, stack))

    def _variable_type(self, name: str, stack: list[_Scope]) -> str:
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

    def _field_type(self, node: Node, stack: list[_Scope]) -> str:
        target = node.child_by_field_name("object")
        name = text_of(node.child_by_field_name("field"))
        if target is None:
            return ""
        if target.type == "this":
            owner = stack[-1].owner
            while owner is not None and name not in owner.fields:
                owner = owner.outer
            return simple_type(owner.fields[name]) if owner else ""
        if target.type == "identifier":
            known = self.types.get(simple_type(self._variable_type(text_of(target), stack)))
            if known and name in known.fields:
                return simple_type(known.fields[name])
        return name if name[:1].isupper() and not name.isupper() else ""

    def _value_type(self, node: Node | None, stack: list[_Scope]) -> str:
        for _ in range(MAX_CHAIN):
            if node is None:
                return ""
            kind = node.type
            if kind == "object_creation_expression":
                return text_of(node.child_by_field_name("type"))
            if kind == "cast_expression":
                return text_of(node.child_by_field_name("type"))
            if kind == "string_literal":
                return "String"
            if kind == "parenthesized_expression":
                node = node.named_child(0)
            elif kind == "method_invocation":
                inner = node.child_by_field_name("object")
                if inner is None:
                    return self._returned(stack[-1].owner, text_of(node.child_by_field_name("name")))
                node = inner
            elif kind == "identifier":
                return self._variable_type(text_of(node), stack)
            elif kind == "field_access":
                return self._field_type(node, stack)
            else:
                return ""
        return ""

    def _returned(self, owner: TypeSyntax | None, name: str) -> str:
        while owner is not None:
            found = self.returns.get((owner.qualified_name, name))
            if found is not None:
                return simple_type(found)
            owner = owner.outer
        return ""


_OUTSIDE = FunctionSyntax("", "", 0, 0, None, [], {}, "", None)  # type: ignore[arg-type]  # only ever compared by identity


def _position(item: tuple[int, int, int, str, Node]) -> tuple[int, int, int]:
    return item[:3]


def _nothing(*_: object) -> tuple[()]:
    return ()


def _join(package: str, name: str) -> str:
    return f"{package}.{name}" if package else name


def _named(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return [child for child in node.named_children if child.type not in ("line_comment", "block_comment")]


def _read_imports(root: Node) -> tuple[str, dict[str, str], frozenset[str], list[str]]:
    package = ""
    imports: dict[str, str] = {}
    imported: set[str] = set()
    statics: list[str] = []
    for node in root.named_children:
        kind = node.type
        if kind == "import_declaration":
            words = text_of(node).rstrip("; \n").split()
            name = "".join(words[2:] if len(words) > 2 and words[1] == "static" else words[1:])
            if name.endswith(".*"):
                imported.add(name[:-2])
                if "static" in words[:2]:
                    statics.append(name[:-2])
            else:
                imported.add(name)
                imports[name.rpartition(".")[2]] = name
        elif kind == "package_declaration":
            package = text_of(next((c for c in node.named_children if c.type.endswith("identifier")), None))
    return package, imports, frozenset(imported), statics


def _bases(node: Node) -> list[str]:
    bases = []
    for child in node.named_children:
        if child.type == "superclass":
            bases += [text_of(name) for name in _named(child)]
        elif child.type in ("super_interfaces", "extends_interfaces"):
            bases += [text_of(name) for names in _named(child) for name in _named(names)]
    return bases


def _parameter_name(node: Node) -> str:
    if node.type == "spread_parameter":
        return next(
            (text_of(c.child_by_field_name("name")) for c in node.named_children if c.type == "variable_declarator"), ""
        )
    return text_of(node.child_by_field_name("name"))


def _parameter_type(node: Node) -> str:
    if node.type == "spread_parameter":
        kinds = [c for c in node.named_children if c.type not in ("modifiers", "variable_declarator")]
        return text_of(kinds[0]) + "..." if kinds else ""
    declared = text_of(node.child_by_field_name("type"))
    return "" if declared == "var" else declared


def _annotation_arguments(node: Node) -> list[Argument]:
    found = []
    for child in _named(node.child_by_field_name("arguments")):
        if child.type == "element_value_pair":
            value = child.child_by_field_name("value")
            if value is not None:
                found.append(Argument(text_of(child.child_by_field_name("key")), value))
        else:
            found.append(Argument("", child))
    return found


def _call_parts(node: Node) -> tuple[Node | None, Node | None, Iterable[Node], tuple[str, ...]]:
    """Receiver, name, arguments and type arguments: by position, which is much cheaper than by field name."""
    children = node.named_children
    if len(children) > 2 and children[1].type in ("line_comment", "block_comment"):
        children = [c for c in children if c.type not in ("line_comment", "block_comment")]
    if len(children) < 2 or children[-1].type != "argument_list":
        return None, None, (), ()
    arguments = [c for c in children[-1].named_children if c.type not in ("line_comment", "block_comment")]
    name = children[-2]
    receiver = children[0] if len(children) > 2 else None
    generic: tuple[str, ...] = ()
    if len(children) > 3 and children[-3].type == "type_arguments":
        generic = tuple(text_of(c) for c in children[-3].named_children)
    return receiver, name, arguments, generic


def _generics(declared: str) -> tuple[str, ...]:
    if "<" not in declared:
        return ()
    inner = declared.partition("<")[2].rpartition(">")[0]
    return tuple(_split_generics(inner))


def _split_generics(inner: str) -> Iterator[str]:
    depth, start = 0, 0
    for index, character in enumerate(inner):
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif character == "," and depth == 0:
            yield inner[start:index].strip()
            start = index + 1
    if inner[start:].strip():
        yield inner[start:].strip()


LANGUAGE = Language("java", ("*.java",), read)
