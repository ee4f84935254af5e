"""Scala: packages, types, functions, calls, annotations and bindings of a file, from one query and one sweep in document order."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node, Parser, Query

from parsed_graph.parser import Artefact
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.implied_self_text import ImpliedSelfTypes
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.scala_facts import scala_facts
from parsed_graph.syntax.scala_grammar import CONSTRUCTOR, GRAMMAR, operands, shape
from parsed_graph.syntax.scala_imports import ImportedNames, package_of, read_import
from parsed_graph.syntax.scala_text import ScalaText
from parsed_graph.syntax.scope_reader import ScopeReader
from parsed_graph.syntax.scopes import Binding, Parameter
from parsed_graph.syntax.source_file import AnnotationSyntax, Argument, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import TypedScope

_QUERY = Query(
    GRAMMAR,
    """
    [(import_declaration) (class_definition) (object_definition) (trait_definition) (enum_definition) (package_object)
     (given_definition) (function_definition) (function_declaration) (val_definition) (var_definition) (template_body)
     (lambda_expression) (case_clause) (for_expression) (block) (indented_block) (call_expression) (instance_expression)
     (assignment_expression)] @node
    """,
)
_PARSER = Parser(GRAMMAR)
_KINDS = {"trait_definition": "interface", "enum_definition": "enum", "class_definition": "class"}
_CALLS = frozenset({"call_expression", "instance_expression"})
_COMMENTS = frozenset({"comment", "block_comment", "line_comment"})
_HOLDING = frozenset({"Some", "Right", "Success"})
MAX_PATTERN = 40
"""How many names of one pattern are read."""
MAX_LISTS = 5
"""How many argument lists of one call are read: `f(a)(b) { … }`."""
COMBINED = "&"
"""The name of a call of directives that are combined first: `(get & path("x")) { … }`."""


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it."""
    source = artefact.source
    root = _PARSER.parse(source).root_node
    reader = _Reader(artefact, source, ImportedNames(package_of(root, source)))
    reader.sweep(root, captures(_QUERY, root).get("node", []), _HANDLERS)
    return reader.done()


class _Reader(ScopeReader):
    def __init__(self, artefact: Artefact, source: bytes, names: ImportedNames) -> None:
        self.names = names
        super().__init__(artefact, source, "scala", names.package, ImpliedSelfTypes)
        self.merged: set[int] = set()
        self.bodies: set[int] = set()

    def done(self) -> SourceFile:
        self.file.imports, self.imported = self.names, self.names.imported
        file, text = self.finish(lambda f, tree: ScalaText(f, tree, self.fields))
        file.facts += scala_facts(text)
        return file

    def _import(self, node: Node) -> None:
        read_import(node, self.source, self.names)

    # --- Types --------------------------------------------------------------------------------

    def _type(self, node: Node) -> None:
        name = self.text(node.child_by_field_name("name"))
        kind = _KINDS.get(node.type, "object")
        declared = self.open_type(node, name, kind, self._bases(node), self._annotations(node))
        self._body(node)
        self.scopes[0].declared.setdefault(name, declared)
        self._constructor(node, declared)

    def _given(self, node: Node) -> None:
        """`given name: Type with { … }` is an object of that type."""
        declared = self.text(node.child_by_field_name("return_type"))
        name = self.text(node.child_by_field_name("name")) or declared.partition("[")[0]
        self.open_type(node, name, "object", [declared] if declared else [], [])
        self._body(node)

    def _bases(self, node: Node) -> list[str]:
        extends = node.child_by_field_name("extend")
        found: list[str] = []
        for child in extends.named_children if extends is not None else ():
            if child.type == "compound_type":
                found += [
                    self.text(part) for part in child.named_children if part.type.endswith(("type", "identifier"))
                ]
            elif child.type not in ("arguments", *_COMMENTS):
                found.append(self.text(child))
        return found

    def _constructor(self, node: Node, owner: TypeSyntax) -> None:
        """The parameters of a class are those of its constructor, and fields of it."""
        listed = [child for child in node.named_children if child.type == "class_parameters"]
        if not listed:
            return
        outer = self.scope
        function, inner = self.open_function(listed[0], CONSTRUCTOR, [], "")
        function.owner, inner.owner = owner, owner
        inner.end = listed[-1].end_byte
        position = 0
        written: list[str] = []
        for parameter in [p for group in listed for p in group.named_children if p.type == "class_parameter"]:
            name_node = parameter.child_by_field_name("name")
            if name_node is None:
                continue
            name, declared = self._parameter(parameter, name_node, position, inner, function)
            written.append(f"{name}: {declared}")
            self.bind_field(owner, name, Binding(name_node, parameter.end_byte), declared)
            for annotation in self._annotations(parameter):
                annotation.on_type, annotation.on_function, annotation.on_parameter = owner, function, name
                self.file.annotations.append(annotation)
            position += 1
        function.signature = f"{owner.name}({', '.join(written)})"
        self.scope = outer

    def _body(self, node: Node) -> None:
        body = node.child_by_field_name("body")
        if body is not None:
            self.bodies.add(body.id)

    def _template(self, node: Node) -> None:
        """The body of a nameless class: what it declares belongs to nobody else."""
        if node.id not in self.bodies:
            self.open_block(node)

    # --- Functions ----------------------------------------------------------------------------

    def _function(self, node: Node) -> None:
        owner = self.scope.type
        name = self.text(node.child_by_field_name("name"))
        returned = self.text(node.child_by_field_name("return_type"))
        function, inner = self.open_function(node, name, self._annotations(node), returned)
        for annotation in function.annotations:
            annotation.on_type = owner
        lists = [child for child in node.named_children if child.type == "parameters"]
        position = 0
        written: list[str] = []
        for parameter in [p for group in lists for p in group.named_children if p.type == "parameter"]:
            name_node = parameter.child_by_field_name("name")
            if name_node is None:
                continue
            key, declared = self._parameter(parameter, name_node, position, inner, function)
            written.append(f"{key}: {declared}")
            for annotation in self._annotations(parameter):
                annotation.on_type, annotation.on_function, annotation.on_parameter = owner, function, key
                self.file.annotations.append(annotation)
            position += 1
        function.signature = f"{name}({', '.join(written)})" + (f": {returned}" if returned else "")
        body = node.child_by_field_name("body")
        if not lists and body is not None and owner is not None:
            self.bind_field(owner, name, Binding(body, node.end_byte), returned)  # It reads like a value.

    def _parameter(
        self, node: Node, name_node: Node, position: int, inner: TypedScope, function: FunctionSyntax
    ) -> tuple[str, str]:
        name, declared = self.text(name_node).strip("`"), self.text(node.child_by_field_name("type"))
        inner.parameters[name] = Parameter(position, declared, node.child_by_field_name("default_value"))
        function.parameters[name] = declared
        return name, declared

    def _lambda(self, node: Node) -> None:
        inner = self.open_block(node)
        for index, child in enumerate(node.children):
            if node.field_name_for_child(index) != "parameters" or not child.is_named:
                continue
            if child.type == "identifier":
                inner.parameters[self.text(child)] = Parameter(0)
            for place, binding in enumerate(child.named_children if child.type == "bindings" else ()):
                name, declared = binding.child_by_field_name("name"), binding.child_by_field_name("type")
                if name is not None:
                    inner.parameters[self.text(name)] = Parameter(place, self.text(declared))

    def _clause(self, node: Node) -> None:
        """A `case`: the names of its pattern are its own; that of `Some(value)` is what the match is about."""
        inner = self.open_block(node)
        pattern = node.child_by_field_name("pattern")
        if pattern is None:
            return
        for name in self._pattern_names(pattern):
            inner.parameters[name] = Parameter(0)
        block = node.parent
        match = block.parent if block is not None else None
        value = match.child_by_field_name("value") if match is not None and match.type == "match_expression" else None
        if value is not None and pattern.type == "case_class_pattern":
            held = [child for child in pattern.named_children if child.type == "identifier"]
            if self.text(pattern.child_by_field_name("type")) in _HOLDING and len(held) == 1:
                del inner.parameters[self.text(held[0])]
                inner.bind(self.text(held[0]), Binding(value, node.start_byte))

    def _pattern_names(self, pattern: Node) -> list[str]:
        found: list[str] = []
        pending = [pattern]
        while pending and len(found) < MAX_PATTERN:
            current = pending.pop()
            if current.type == "identifier":
                name = self.text(current)
                if name[:1].islower():
                    found.append(name)
            elif current.type not in ("stable_identifier", "interpolated_string_expression", "string"):
                pending += current.named_children[:MAX_PATTERN]
        return found

    def _for(self, node: Node) -> None:
        """`for { x <- f; y = g(x) } yield …`: names for what effects hold, or for each member of a list."""
        inner = self.open_block(node)
        enumerators = node.child_by_field_name("enumerators")
        for each in enumerators.named_children if enumerators is not None else ():
            parts = [child for child in each.named_children if child.type not in _COMMENTS]
            if len(parts) < 2:
                continue
            name_node, value = parts[0], parts[-1]
            if name_node.type == "typed_pattern":
                name_node = name_node.child_by_field_name("pattern") or name_node
            if name_node.type == "identifier":
                is_list = shape(value, self.source).kind == "list"
                inner.bind(self.text(name_node), Binding(value, value.end_byte, "each" if is_list else "="))
            else:
                for name in self._pattern_names(name_node):
                    inner.parameters[name] = Parameter(0)

    def _block(self, node: Node) -> None:
        """The names of a block that is the value of a field are not fields."""
        if self.scope.type is not None or self.scope.parent is None:
            self.open_block(node)

    # --- Values -------------------------------------------------------------------------------

    def _value(self, node: Node) -> None:
        pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
        declared = self.text(node.child_by_field_name("type"))
        owner = self.scope.type
        if pattern is None:
            return
        if pattern.type == "tuple_pattern" and value is not None:
            self._unpack(pattern, value, node.end_byte)
        if pattern.type != "identifier":
            return
        name = self.text(pattern).strip("`")
        binding = Binding(value, node.end_byte) if value is not None else None
        if owner is None:
            if declared:
                self.scope.parameters.setdefault(name, Parameter(-1, declared))
            if binding is not None:
                self.scope.bind(name, binding)
            return
        self.bind_field(owner, name, binding, declared)
        for annotation in self._annotations(node):
            annotation.on_type, annotation.on_field = owner, name
            self.file.annotations.append(annotation)

    def _unpack(self, pattern: Node, value: Node, place: int) -> None:
        given = value.named_children if value.type == "tuple_expression" else []
        names = pattern.named_children
        for name, part in zip(names, given, strict=False) if len(given) == len(names) else ():
            if name.type == "identifier" and self.scope.type is None:
                self.scope.bind(self.text(name), Binding(part, place))
            elif name.type == "identifier" and self.scope.type is not None:
                self.bind_field(self.scope.type, self.text(name), Binding(part, place))

    def _assignment(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        is_argument = node.parent is not None and node.parent.type == "arguments"
        if left is None or right is None or is_argument or left.type != "identifier":
            return
        name = self.text(left)
        owner = self.scope.owner
        if owner is not None and name in self.fields.get(owner.qualified_name, {}) and not self.scope.holds(name):
            self.bind_field(owner, name, Binding(right, node.end_byte))
        else:
            self.scope.bind(name, Binding(right, node.end_byte))

    # --- Annotations and calls ----------------------------------------------------------------

    def _annotations(self, node: Node) -> list[AnnotationSyntax]:
        found: list[AnnotationSyntax] = []
        for child in node.named_children:
            if child.type == "annotation":
                name = self.text(child.child_by_field_name("name")).partition("[")[0].rpartition(".")[2]
                arguments = [a for n in child.named_children if n.type == "arguments" for a in self._arguments(n)]
                found.append(AnnotationSyntax(name, "", arguments, child.start_point[0] + 1))
        return found

    def read_arguments(self, call: TypedCall) -> list[Argument]:
        lists: list[Node] = []
        current: Node | None = call.node
        for _ in range(MAX_LISTS):
            if current is None or current.type not in _CALLS:
                break
            lists += [n for n in current.children if n.is_named and _is_argument_list(n, current)]
            current = current.child_by_field_name("function") if current.type == "call_expression" else None
        return [argument for listed in reversed(lists) for argument in self._arguments(listed)]

    def _arguments(self, listed: Node) -> list[Argument]:
        if listed.type != "arguments":
            return [Argument("", listed)]
        found: list[Argument] = []
        for child in listed.named_children:
            if child.type == "assignment_expression":
                left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
                if left is not None and right is not None:
                    found.append(Argument(self.text(left), right))
            elif child.type not in _COMMENTS:
                found.append(Argument("", child))
        return found

    def _call(self, node: Node) -> None:
        """`a.f(x)(y) { … }` is one call with all that it is given."""
        if node.id in self.merged:
            return
        function = node.child_by_field_name("function")
        types: tuple[str, ...] = ()
        for _ in range(MAX_LISTS):
            if function is not None and function.type == "call_expression":
                self.merged.add(function.id)
            elif function is not None and function.type == "generic_function":
                listed = function.child_by_field_name("type_arguments")
                types = tuple(self.text(n) for n in listed.named_children) if listed is not None else ()
            else:
                break
            function = function.child_by_field_name("function")
        if function is None:
            return
        receiver: Node | None = None
        name_node = function
        if function.type == "field_expression":
            receiver, name_node = (
                function.child_by_field_name("value"),
                function.child_by_field_name("field") or function,
            )
        elif function.type == "parenthesized_expression" and self._is_combined(function):
            self._add(COMBINED, function, node, function, types)
            return
        if name_node.type not in ("identifier", "operator_identifier", "type_identifier"):
            return
        self._add(self.text(name_node).strip("`"), receiver, node, name_node, types)

    def _is_combined(self, node: Node) -> bool:
        inner = node.named_children[0] if node.named_child_count else None
        return inner is not None and len(operands(inner, self.source, frozenset({"&"}))) > 1

    def _add(self, name: str, receiver: Node | None, node: Node, name_node: Node, types: tuple[str, ...]) -> None:
        arguments = node.child_by_field_name("arguments")
        self.calls.append(
            TypedCall(name, receiver, node, self.scope, name_node, arguments, self.call_types, False, types)
        )

    def _creation(self, node: Node) -> None:
        """`new Order(…)`, `new Consumer[K, V](…) with Logging { … }`."""
        made = node.named_children[0] if node.named_child_count else None
        for _ in range(3):
            if made is None or made.type not in ("compound_type", "applied_constructor_type"):
                break
            made = made.child_by_field_name("base") or made.named_children[0]
        if made is None or made.type in ("template_body", "arguments"):
            return
        head, _, inner = self.text(made).partition("[")
        types = tuple(part.strip() for part in inner.removesuffix("]").split(",")) if inner else ()
        name = head.strip().rpartition(".")[2]
        arguments = next((c for c in node.named_children if c.type == "arguments"), None)
        self.calls.append(TypedCall(name, None, node, self.scope, made, arguments, self.call_types, True, types))


def _is_argument_list(node: Node, call: Node) -> bool:
    if call.type == "call_expression":
        return node == call.child_by_field_name("arguments")
    return node.type == "arguments"


_HANDLERS: dict[int, Callable[[_Reader, Node], None]] = {
    GRAMMAR.id_for_node_kind(kind, True) or 0: handler
    for kind, handler in (
        ("import_declaration", _Reader._import),
        ("class_definition", _Reader._type),
        ("object_definition", _Reader._type),
        ("trait_definition", _Reader._type),
        ("enum_definition", _Reader._type),
        ("package_object", _Reader._type),
        ("given_definition", _Reader._given),
        ("function_definition", _Reader._function),
        ("function_declaration", _Reader._function),
        ("val_definition", _Reader._value),
        ("var_definition", _Reader._value),
        ("template_body", _Reader._template),
        ("lambda_expression", _Reader._lambda),
        ("case_clause", _Reader._clause),
        ("for_expression", _Reader._for),
        ("block", _Reader._block),
        ("indented_block", _Reader._block),
        ("call_expression", _Reader._call),
        ("instance_expression", _Reader._creation),
        ("assignment_expression", _Reader._assignment),
    )
}

LANGUAGE = Language("scala", ("*.scala",), read)
