"""Python: imports, types, functions, calls, decorators and bindings of a file, from one query and one sweep in document order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from weakref import proxy

from tree_sitter import Node, Parser, Query

from parsed_graph.parser import Artefact
from parsed_graph.syntax.call_types import CallTypes
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.language import Language
from parsed_graph.syntax.module_names import module_name
from parsed_graph.syntax.python_grammar import GRAMMAR, SCRIPT, known_value
from parsed_graph.syntax.python_imports import Imports, read_import
from parsed_graph.syntax.python_settings_class import settings_facts, settings_value
from parsed_graph.syntax.scopes import MAX_NESTING, Binding, Parameter, Scope, ScopeTree
from parsed_graph.syntax.script_symbols import symbol_facts
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.script_types import ScriptTypes
from parsed_graph.syntax.source_file import (
    AnnotationSyntax,
    Argument,
    FunctionSyntax,
    SourceFile,
    TypeSyntax,
)
from parsed_graph.syntax.typed_call import TypedCall

_QUERY = Query(
    GRAMMAR,
    """
    [(import_statement) (import_from_statement) (class_definition) (function_definition) (lambda)
     (decorated_definition) (call) (assignment) (augmented_assignment) (named_expression) (as_pattern)
     (for_statement) (global_statement)] @node
    """,
)

_PARSER = Parser(GRAMMAR)
_FUNCTION, _OBJECT, _ATTRIBUTE_NAME, _ARGUMENTS, _VALUE, _NAME, _LEFT, _RIGHT = (
    GRAMMAR.field_id_for_name(name) or 0
    for name in ("function", "object", "attribute", "arguments", "value", "name", "left", "right")
)
_ATTRIBUTE, _IDENTIFIER, _KEYWORD, _COMMENT = (
    GRAMMAR.id_for_node_kind(kind, True) or 0 for kind in ("attribute", "identifier", "keyword_argument", "comment")
)


def read(artefact: Artefact) -> SourceFile:
    """The file as rules see it; unreadable stretches are passed over, as tree-sitter recovers around them."""
    source = artefact.source
    root = _PARSER.parse(source).root_node
    reader = _Reader(artefact, root)
    reader.sweep(captures(_QUERY, root).get("node", []))
    file = reader.finish()
    file.root = root
    return file


class _Reader:
    def __init__(self, artefact: Artefact, root: Node) -> None:
        self.source, self.artefact = artefact.source, artefact
        package = module_name(artefact.path)
        self.imports = Imports(artefact.directory, artefact.siblings)
        self.types: list[TypeSyntax] = []
        self.functions: list[FunctionSyntax] = []
        self.calls: list[TypedCall] = []
        self._call_types = CallTypes(partial(_arguments, self.source))
        self._reads_calls = proxy(self._call_types)
        self.annotations: list[AnnotationSyntax] = []
        self.fields: dict[str, dict[str, list[Binding]]] = {}
        self.scope = Scope(root, len(self.source) + 1, None, package, None, None)
        self.scopes = [self.scope]
        self.decorators: dict[int, list[AnnotationSyntax]] = {}
        self.decorator_calls: set[int] = set()
        self.globals: dict[int, set[str]] = {}

    def sweep(self, nodes: list[Node]) -> None:
        for node in nodes:
            start = node.start_byte
            while self.scope.end <= start and self.scope.parent is not None:
                self.scope = self.scope.parent
            _HANDLERS[node.kind_id](self, node)

    def finish(self) -> SourceFile:
        imports = self.imports
        file = SourceFile(
            self.artefact.path, "python", self.scopes[0].prefix, self.source, imports.names, frozenset(imports.imported),
            self.types, self.functions, [], self.annotations, [], _nothing,
        )  # fmt: skip
        file.calls = self.calls  # type: ignore[assignment]  # a list of a subclass, never added to
        text = ScriptText(file, ScopeTree(self.scopes), SCRIPT, known_value, self.fields, frozenset(imports.foreign))
        file.lower, file.value, file.origin = text.lower, text.value, text.origin
        self._call_types.types, self._call_types.text = ScriptTypes(text, frozenset(imports.modules)), text
        file.type_of = self._call_types.type_of
        if any("BaseSettings" in name for name in imports.names.values()):
            text.field_rule = settings_value
        file.facts = [*symbol_facts(text, [call.scope for call in self.calls]), *settings_facts(text)]
        return file

    def _text(self, node: Node | None) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    def _import(self, node: Node) -> None:
        read_import(node, self.source, self.imports)

    # --- Declarations -------------------------------------------------------------------------

    def _type(self, node: Node) -> None:
        scope = self.scope
        name = self._text(node.child_by_field_name("name"))
        superclasses = node.child_by_field_name("superclasses")
        bases = (
            [self._text(n) for n in superclasses.named_children if n.type != "keyword_argument"] if superclasses else []
        )
        kind = "enum" if any(base.rpartition(".")[2].endswith("Enum") for base in bases) else "class"
        annotations = self.decorators.pop(node.id, [])
        declared = TypeSyntax(
            name, f"{scope.prefix}.{name}", kind, node.start_point[0] + 1, node.end_point[0] + 1, bases, annotations,
            outer=scope.type, node=node,
        )  # fmt: skip
        for annotation in annotations:
            annotation.on_type = declared
        scope.declared[name] = declared
        self.types.append(declared)
        self.fields[declared.qualified_name] = {}
        self._open(Scope(node, node.end_byte, scope, declared.qualified_name, scope.function, declared, declared))

    def _function(self, node: Node) -> None:
        scope = self.scope
        name = self._text(node.child_by_field_name("name"))
        annotations = self.decorators.pop(node.id, [])
        parameters: dict[str, str] = {}
        function = FunctionSyntax(
            name, f"{scope.prefix}.{name}", node.start_point[0] + 1, node.end_point[0] + 1, scope.type, annotations,
            parameters, self._text(node.child_by_field_name("return_type")), node,
        )  # fmt: skip
        for annotation in annotations:
            annotation.on_function = function
        scope.declared[name] = function
        self.functions.append(function)
        if scope.type is not None and any(a.name in ("property", "cached_property") for a in annotations):
            self._property(node, function, scope.type)
        inner = Scope(node, node.end_byte, scope, function.qualified_name, function, scope.owner)
        function.signature = f"{name}({self._parameters(node.child_by_field_name('parameters'), inner, parameters)})"
        self._open(inner)

    def _property(self, node: Node, function: FunctionSyntax, owner: TypeSyntax) -> None:
        """`@property` methods read like fields."""
        body = node.child_by_field_name("body")
        for statement in body.named_children if body is not None else ():
            if statement.type == "return_statement" and statement.named_child_count:
                owner.fields.setdefault(function.name, function.return_type)
                binding = Binding(statement.named_children[0], node.end_byte)
                self.fields[owner.qualified_name].setdefault(function.name, []).append(binding)

    def _lambda(self, node: Node) -> None:
        scope = self.scope
        inner = Scope(node, node.end_byte, scope, scope.prefix, scope.function, scope.owner)
        self._parameters(node.child_by_field_name("parameters"), inner, {})
        self._open(inner)

    def _parameters(self, node: Node | None, inner: Scope, types: dict[str, str]) -> str:
        """Fills the scope's parameters; returns them as the signature writes them, `self` and `cls` left out."""
        written: list[str] = []
        for child in node.named_children if node is not None else ():
            kind = child.type
            if kind == "identifier":
                name, declared, default = self._text(child), "", None
            elif kind == "typed_parameter":
                name, declared, default = (
                    self._text(child.named_children[0]),
                    self._text(child.child_by_field_name("type")),
                    None,
                )
            elif kind in ("default_parameter", "typed_default_parameter"):
                name = self._text(child.child_by_field_name("name"))
                declared, default = self._text(child.child_by_field_name("type")), child.child_by_field_name("value")
            elif kind in ("list_splat_pattern", "dictionary_splat_pattern"):
                name, declared, default = self._text(child).lstrip("*"), "", None
            else:
                continue
            if name in ("self", "cls") and not written and not declared:
                continue
            inner.parameters[name] = Parameter(len(written), declared, default)
            types[name] = declared
            written.append(" ".join(self._text(child).split()))
        return ", ".join(written)

    def _open(self, inner: Scope) -> None:
        if inner.depth <= MAX_NESTING:
            self.scopes.append(inner)
            self.scope = inner

    def _decorated(self, node: Node) -> None:
        definition = node.child_by_field_name("definition")
        if definition is None:
            return
        found: list[AnnotationSyntax] = []
        for child in node.named_children:
            if child.type == "decorator" and child.named_child_count:
                annotation = self._decorator(child.named_children[0])
                if annotation is not None:
                    found.append(annotation)
        self.annotations += found
        self.decorators[definition.id] = found

    def _decorator(self, node: Node) -> AnnotationSyntax | None:
        arguments: list[Argument] = []
        target: Node | None = node
        if node.type == "call":
            self.decorator_calls.add(node.id)
            arguments = _listed(node.child_by_field_name("arguments"), self.source)
            target = node.child_by_field_name("function")
        if target is None or target.type not in ("identifier", "attribute"):
            return None
        receiver, _, name = self._text(target).rpartition(".")
        return AnnotationSyntax(name, receiver, arguments, node.start_point[0] + 1)

    # --- Calls and bindings -------------------------------------------------------------------

    def _call(self, node: Node) -> None:
        target = node.child_by_field_id(_FUNCTION)
        if target is None or node.id in self.decorator_calls:
            return
        receiver: Node | None = None
        named: Node | None = target
        kind = target.kind_id
        if kind == _ATTRIBUTE:
            receiver, named = target.child_by_field_id(_OBJECT), target.child_by_field_id(_ATTRIBUTE_NAME)
        elif kind != _IDENTIFIER:
            return
        if named is None:
            return
        name = self.source[named.start_byte : named.end_byte].decode("utf-8", "replace")
        scope, arguments = self.scope, node.child_by_field_id(_ARGUMENTS)
        call = TypedCall(name, receiver, node, scope, named, arguments, self._reads_calls)  # type: ignore[arg-type]  # a plain Scope
        self.calls.append(call)

    def _assignment(self, node: Node) -> None:
        left, right = node.child_by_field_id(_LEFT), node.child_by_field_id(_RIGHT)
        if left is None:
            return
        if right is None:
            self._declare_field(left, node)
            return
        kind = left.type
        if kind == "identifier":
            self._bind(self._text(left), Binding(right, node.end_byte))
            self._declare_field(left, node)
        elif kind == "attribute":
            self._bind_attribute(left, right, node)
        elif kind == "subscript":
            self._bind_subscript(left, right, node)
        elif kind in ("pattern_list", "tuple_pattern"):
            self._unpack(left, right, node)

    def _declare_field(self, left: Node, node: Node) -> None:
        owner = self.scope.type
        if owner is not None and left.type == "identifier":
            name = self._text(left)
            declared = self._text(node.child_by_field_name("type"))
            if declared or name not in owner.fields:
                owner.fields[name] = declared

    def _global(self, node: Node) -> None:
        """`global client`: what the function assigns is the file's."""
        self.globals.setdefault(id(self.scope), set()).update(self._text(child) for child in node.named_children)

    def _bind(self, name: str, binding: Binding) -> None:
        scope = self.scope
        if name in self.globals.get(id(scope), ()):
            self.scopes[0].bind(name, binding)
            return
        if scope.type is not None:
            self.fields[scope.type.qualified_name].setdefault(name, []).append(binding)
        scope.bind(name, binding)

    def _bind_attribute(self, left: Node, right: Node, node: Node) -> None:
        target = self._text(left.child_by_field_name("object"))
        name = self._text(left.child_by_field_name("attribute"))
        owner = self.scope.owner
        if target not in ("self", "cls"):
            if len(target) < 60:
                self.scope.bind(f"{target}.{name}", Binding(right, node.end_byte))
        elif owner is not None:
            self.fields[owner.qualified_name].setdefault(name, []).append(Binding(right, node.end_byte))
            declared = self._text(node.child_by_field_name("type"))
            if not declared and right.type == "identifier":
                parameter = self.scope.parameters.get(self._text(right))
                declared = parameter.type if parameter is not None else ""
            if declared or name not in owner.fields:
                owner.fields[name] = declared

    def _bind_subscript(self, left: Node, right: Node, node: Node) -> None:
        """`app.config["ORDERS_URL"] = …` binds `app.config.ORDERS_URL`."""
        target, key = left.child_by_field_name("value"), left.child_by_field_name("subscript")
        if target is None or key is None or key.type != "string" or target.type not in ("identifier", "attribute"):
            return
        name = self._text(key).strip("rbf\"'")
        self.scope.bind(f"{self._text(target)}.{name}", Binding(right, node.end_byte))

    def _unpack(self, left: Node, right: Node, node: Node) -> None:
        names = left.named_children
        values = right.named_children if right.type in ("expression_list", "tuple", "list") else []
        for index, name in enumerate(names):
            if name.type != "identifier":
                continue
            if len(values) == len(names):
                self._bind(self._text(name), Binding(values[index], node.end_byte))
            else:
                self._bind(self._text(name), Binding(right, node.end_byte, keys=(str(index),)))

    def _augmented(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if (
            left is not None
            and right is not None
            and left.type == "identifier"
            and operator is not None
            and operator.type == "+="
        ):
            self._bind(self._text(left), Binding(right, node.end_byte, "+="))

    def _named(self, node: Node) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and value is not None:
            self._bind(self._text(name), Binding(value, node.end_byte))

    def _as_pattern(self, node: Node) -> None:
        alias = node.child_by_field_name("alias")
        name = alias.named_children[0] if alias is not None and alias.named_child_count else None
        if name is not None and name.type == "identifier":
            self._bind(self._text(name), Binding(node.named_children[0], node.end_byte))

    def _for(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.type == "identifier":
            self._bind(self._text(left), Binding(right, right.end_byte, "each"))


_HANDLERS: dict[int, Callable[[_Reader, Node], None]] = {
    GRAMMAR.id_for_node_kind(kind, True) or 0: handler
    for kind, handler in (
        ("import_statement", _Reader._import),
        ("import_from_statement", _Reader._import),
        ("class_definition", _Reader._type),
        ("function_definition", _Reader._function),
        ("lambda", _Reader._lambda),
        ("decorated_definition", _Reader._decorated),
        ("call", _Reader._call),
        ("assignment", _Reader._assignment),
        ("augmented_assignment", _Reader._augmented),
        ("named_expression", _Reader._named),
        ("as_pattern", _Reader._as_pattern),
        ("for_statement", _Reader._for),
        ("global_statement", _Reader._global),
    )
}


def _arguments(source: bytes, call: TypedCall) -> list[Argument]:
    return _listed(call.argument_list, source)


def _listed(node: Node | None, source: bytes) -> list[Argument]:
    """The arguments of an argument list, keywords by name."""
    found: list[Argument] = []
    for child in node.named_children if node is not None else ():
        kind = child.kind_id
        if kind == _KEYWORD:
            name, value = child.child_by_field_id(_NAME), child.child_by_field_id(_VALUE)
            if name is not None and value is not None:
                found.append(Argument(source[name.start_byte : name.end_byte].decode("utf-8", "replace"), value))
        elif kind != _COMMENT:
            found.append(Argument("", child))
    return found


def _nothing(*_: object) -> tuple[()]:
    return ()


LANGUAGE = Language("python", ("*.py",), read)
