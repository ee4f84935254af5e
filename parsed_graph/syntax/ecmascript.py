"""JavaScript and TypeScript: imports, types, functions, calls, decorators and bindings of a file, from one query and one sweep.

A function is known by what it is bound to: a declaration, a variable, a field, a property of an object literal or of
`module.exports`. Callbacks belong to the named function around them, but have scopes of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from weakref import proxy

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query

from parsed_graph.facts import Fact, ModuleNames, SourceSpan
from parsed_graph.parser import Artefact
from parsed_graph.syntax.call_types import CallTypes
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.ecmascript_grammar import JSX, TYPESCRIPT, called, known_value, script_grammar
from parsed_graph.syntax.ecmascript_imports import Imports, read_import, required, string_text
from parsed_graph.syntax.module_names import module_name
from parsed_graph.syntax.scopes import MAX_NESTING, Binding, Parameter, Scope, ScopeTree, holder
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

MAX_OBJECT_DEPTH = 4
"""How deep functions in nested object literals are named."""

_FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
_CALLBACKS = frozenset({"arrow_function", "function_expression"})
_GENERATED = (b"protoc-gen", b"GENERATED CODE -- DO NOT EDIT")


def read(artefact: Artefact, language: str) -> SourceFile:
    """The file as rules see it; unreadable stretches are passed over, as tree-sitter recovers around them."""
    source = artefact.source
    is_vue = artefact.path.endswith(".vue")
    grammar = TYPESCRIPT if is_vue or artefact.path.endswith((".ts", ".mts", ".cts")) else JSX
    if is_vue:
        source = script_of(source)
    reader = _Reader(artefact, source, language, grammar)
    if not any(mark in source[:400] for mark in _GENERATED) and not _is_tooling(artefact.name):
        reader.sweep(captures(_query(grammar), reader.root).get("node", []))
    file = reader.finish()
    file.root = reader.root
    return file


def script_of(source: bytes) -> bytes:
    """The scripts of a single-file component at their places; all else is blanked, line ends kept."""
    kept = bytearray(re.sub(rb"[^\n]", b" ", source))
    position = 0
    while (opened := source.find(b"<script", position)) >= 0:
        start = source.find(b">", opened) + 1
        end = source.find(b"</script", start)
        if start <= 0 or end < 0:
            break
        kept[start:end] = source[start:end]
        position = end + 1
    return bytes(kept)


_TOOLING = re.compile(
    r"^(vite|vitest|webpack|vue|rollup|jest|babel|karma|protractor|tailwind|postcss|eslint|prettier|playwright|cypress"
    r"|metro|tsup|esbuild|craco|commitlint|lint-staged|wdio|nightwatch|stryker|storybook|svelte|astro|codegen|setupProxy"
    r"|\.eslintrc|\.prettierrc|gulpfile|gruntfile)([.\w-]*)\.[cm]?[jt]s$",
    re.I,
)


def _is_tooling(name: str) -> bool:
    """Build and test configuration: its addresses are those of a developer's machine."""
    return _TOOLING.match(name) is not None


class _Reader:
    def __init__(self, artefact: Artefact, source: bytes, language: str, grammar: Grammar) -> None:
        self.artefact, self.source, self.language, self.grammar = artefact, source, language, grammar
        self.root = _parser(grammar).parse(source).root_node
        self.imports = Imports(artefact.directory)
        self.types: list[TypeSyntax] = []
        self.functions: list[FunctionSyntax] = []
        self.calls: list[TypedCall] = []
        self._call_types = CallTypes(_arguments)
        self._reads_calls = proxy(self._call_types)
        self.annotations: list[AnnotationSyntax] = []
        self.fields: dict[str, dict[str, list[Binding]]] = {}
        self.scope = Scope(self.root, len(source) + 1, None, module_name(artefact.path), None, None)
        self.scopes = [self.scope]
        self.pending: list[AnnotationSyntax] = []
        self.seen: set[int] = set()
        self.names: dict[int, tuple[str, str]] = {}
        self.callbacks: dict[int, tuple[int, Binding]] = {}

    def sweep(self, nodes: list[Node]) -> None:
        handlers = _handlers(self.grammar)
        for node in nodes:
            start = node.start_byte
            while self.scope.end <= start and self.scope.parent is not None:
                self.scope = self.scope.parent
            handlers[node.kind_id](self, node)

    def finish(self) -> SourceFile:
        imports = self.imports
        file = SourceFile(
            self.artefact.path, self.language, self.scopes[0].prefix, self.source, imports.names, frozenset(imports.imported),
            self.types, self.functions, [], self.annotations, [], _nothing,
        )  # fmt: skip
        file.calls = self.calls  # type: ignore[assignment]  # a list of a subclass, never added to
        tree, foreign = ScopeTree(self.scopes), frozenset(imports.foreign)
        text = ScriptText(file, tree, script_grammar(self.grammar), known_value, self.fields, foreign)
        file.lower, file.value, file.origin = text.lower, text.value, text.origin
        self._call_types.types, self._call_types.text = ScriptTypes(text, frozenset(imports.modules)), text
        file.type_of = self._call_types.type_of
        file.facts = list(symbol_facts(text, [call.scope for call in self.calls]))
        file.facts += self._module_facts()
        return file

    def _module_facts(self) -> Iterator[Fact]:
        root, path = self.scopes[0], self.artefact.path
        names = sorted({name for name in (*root.names, *root.declared) if "." not in name})
        if names:
            yield ModuleNames(root.prefix, tuple(names), SourceSpan(path, 1))
        yield from self.imports.facts(path, self.language)

    def _text(self, node: Node | None) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    # --- Modules ------------------------------------------------------------------------------

    def _import(self, node: Node) -> None:
        read_import(node, self.source, self.imports)

    def _export(self, node: Node) -> None:
        source = node.child_by_field_name("source")
        if source is not None:
            self._export_from(node, string_text(source, self.source))
            return
        value = node.child_by_field_name("value")
        if value is not None:
            self._export_default(value, node)
            return
        declaration = node.child_by_field_name("declaration")
        if declaration is not None and any(child.type == "default" for child in node.children):
            name = declaration.child_by_field_name("name")
            if name is not None:
                self.scopes[0].bind("default", Binding(name, node.end_byte))
            else:
                self.names[declaration.id] = (self.scope.prefix, "default")

    def _export_default(self, value: Node, node: Node) -> None:
        if value.type in _FUNCTIONS or value.type == "class":
            self.names[value.id] = (self.scope.prefix, "default")
        elif value.type == "object":
            self._name_members(value, f"{self.scope.prefix}.default", 0)
        self.scopes[0].bind("default", Binding(value, node.end_byte))

    def _export_from(self, node: Node, specifier: str) -> None:
        module = self.imports.module(specifier)
        self.imports.lines.setdefault(specifier, node.start_point[0] + 1)
        if any(child.type == "*" for child in node.children):
            self.imports.exported.add(specifier)
        for clause in node.named_children:
            for item in clause.named_children if clause.type == "export_clause" else ():
                name, alias = item.child_by_field_name("name"), item.child_by_field_name("alias")
                if name is not None:
                    # The name is bound by no scope: as an import it refers to where it comes from.
                    self.imports.names.setdefault(self._text(name), f"{module}.{self._text(name)}")
                    self.scopes[0].bind(self._text(alias or name) + ".", Binding(name, node.end_byte))

    # --- Declarations -------------------------------------------------------------------------

    def _type(self, node: Node) -> None:
        for child in node.children_by_field_name("decorator"):
            self._decorator(child)
        scope = self.scope
        prefix, name = self.names.pop(
            node.id, (scope.prefix, self._text(node.child_by_field_name("name")) or "default")
        )
        heritage = next((child for child in node.named_children if child.type == "class_heritage"), None)
        declared = TypeSyntax(
            name, f"{prefix}.{name}", "class", node.start_point[0] + 1, node.end_point[0] + 1, self._bases(heritage),
            self._take_annotations(), outer=scope.type, node=node,
        )  # fmt: skip
        for annotation in declared.annotations:
            annotation.on_type = declared
        self._declare_type(declared, node)

    def _declare_type(self, declared: TypeSyntax, node: Node) -> None:
        scope = self.scope
        scope.declared.setdefault(declared.name, declared)
        self.types.append(declared)
        self.fields[declared.qualified_name] = {}
        self._open(Scope(node, node.end_byte, scope, declared.qualified_name, scope.function, declared, declared))

    def _bases(self, heritage: Node | None) -> list[str]:
        found: list[str] = []
        for clause in heritage.named_children if heritage is not None else ():
            if clause.type == "extends_clause":
                value, arguments = clause.child_by_field_name("value"), clause.child_by_field_name("type_arguments")
                found.append(self._text(value) + self._text(arguments))
            elif clause.type == "implements_clause":
                found += [self._text(child) for child in clause.named_children]
            else:
                found.append(self._text(clause))
        return found

    def _interface(self, node: Node) -> None:
        extends = next((child for child in node.named_children if child.type == "extends_type_clause"), None)
        bases = [self._text(child) for child in extends.named_children] if extends is not None else []
        name = self._text(node.child_by_field_name("name"))
        declared = TypeSyntax(
            name, f"{self.scope.prefix}.{name}", "interface", node.start_point[0] + 1, node.end_point[0] + 1, bases, [],
            node=node,
        )  # fmt: skip
        self._declare_type(declared, node)

    def _enum(self, node: Node) -> None:
        name, body = self._text(node.child_by_field_name("name")), node.child_by_field_name("body")
        declared = TypeSyntax(
            name,
            f"{self.scope.prefix}.{name}",
            "enum",
            node.start_point[0] + 1,
            node.end_point[0] + 1,
            [],
            [],
            node=node,
        )
        self._declare_type(declared, node)
        for member in body.named_children if body is not None else ():
            value = member.child_by_field_name("value") if member.type == "enum_assignment" else None
            if value is not None:
                key = self._text(member.child_by_field_name("name")).strip("\"'")
                declared.fields[key] = ""
                self.fields[declared.qualified_name].setdefault(key, []).append(Binding(value, member.end_byte))

    def _function(self, node: Node) -> None:
        prefix, name = self.names.pop(node.id, (self.scope.prefix, self._text(node.child_by_field_name("name"))))
        self._open_function(node, prefix, name, None)

    def _method(self, node: Node) -> None:
        owner = self.scope.type
        name = self._text(node.child_by_field_name("name")).strip("\"'")
        prefix, name = self.names.pop(node.id, (self.scope.prefix, name))
        if owner is not None and any(child.type == "get" for child in node.children[:4]):
            self._getter(node, name, owner)
        self._open_function(node, prefix, name, owner)

    def _getter(self, node: Node, name: str, owner: TypeSyntax) -> None:
        """`get url() { return … }` reads like a field."""
        body = node.child_by_field_name("body")
        for statement in body.named_children if body is not None else ():
            if statement.type == "return_statement" and statement.named_child_count:
                owner.fields.setdefault(name, self._text(node.child_by_field_name("return_type")).lstrip(": "))
                value = statement.named_children[0]
                self.fields[owner.qualified_name].setdefault(name, []).append(Binding(value, node.end_byte))

    def _expression(self, node: Node) -> None:
        """A function in an expression: named where something names it, else a callback."""
        known = self.names.pop(node.id, None)
        if known is not None:
            self._open_function(node, *known, self.scope.type)
            return
        scope = self.scope
        inner = Scope(node, node.end_byte, scope, scope.prefix, scope.function, scope.owner)
        self._parameters(node, inner, {})
        callback = self.callbacks.pop(node.id, None)
        if callback is not None:
            self._bind_callback(inner, *callback)
        self._open(inner)

    def _open_function(self, node: Node, prefix: str, name: str, owner: TypeSyntax | None) -> None:
        scope = self.scope
        types: dict[str, str] = {}
        function = FunctionSyntax(
            name, f"{prefix}.{name}", node.start_point[0] + 1, node.end_point[0] + 1, owner, self._take_annotations(), types,
            self._text(node.child_by_field_name("return_type")).lstrip(": "), node,
        )  # fmt: skip
        for annotation in function.annotations:
            annotation.on_function = function
        if prefix == scope.prefix:
            scope.declared.setdefault(name, function)
        self.functions.append(function)
        inner = Scope(node, node.end_byte, scope, function.qualified_name, function, scope.owner)
        function.signature = f"{name}({self._parameters(node, inner, types)})"
        self._open(inner)

    def _open(self, inner: Scope) -> None:
        if inner.depth <= MAX_NESTING:
            self.scopes.append(inner)
            self.scope = inner

    def _parameters(self, node: Node, inner: Scope, types: dict[str, str]) -> str:
        """Fills the scope's parameters; returns them as the signature writes them."""
        single = node.child_by_field_name("parameter")
        if single is not None:
            name = self._text(single)
            inner.parameters[name] = Parameter(0)
            types[name] = ""
            return name
        written: list[str] = []
        parameters = node.child_by_field_name("parameters")
        for child in parameters.named_children if parameters is not None else ():
            if child.type not in ("required_parameter", "optional_parameter"):
                continue
            pattern = child.child_by_field_name("pattern")
            declared = self._text(child.child_by_field_name("type")).lstrip(": ")
            position = len(written)
            if pattern is None:
                continue
            if pattern.type == "object_pattern":
                self._destructured(pattern, position, inner, types)
                written.append("{}")
            else:
                name = self._text(pattern).lstrip(".")
                inner.parameters[name] = Parameter(position, declared, child.child_by_field_name("value"))
                types[name] = declared
                written.append(f"{name}: {' '.join(declared.split())}" if declared else name)
                self._parameter_property(child, name, declared, pattern)
            for decorator in child.children_by_field_name("decorator"):
                self._parameter_decorator(decorator, self._text(pattern))
        return ", ".join(written)

    def _destructured(self, pattern: Node, position: int, inner: Scope, types: dict[str, str]) -> None:
        for key, name, default in self._keys(pattern):
            inner.parameters[name] = Parameter(position, "", default, key)
            types[name] = ""

    def _keys(self, pattern: Node) -> list[tuple[str, str, Node | None]]:
        """(key, bound name, default) of each simple part of an object pattern."""
        found: list[tuple[str, str, Node | None]] = []
        for child in pattern.named_children:
            if child.type == "shorthand_property_identifier_pattern":
                found.append((self._text(child), self._text(child), None))
            elif child.type == "object_assignment_pattern":
                name = self._text(child.child_by_field_name("left"))
                found.append((name, name, child.child_by_field_name("right")))
            elif child.type == "pair_pattern":
                value = child.child_by_field_name("value")
                default = (
                    value.child_by_field_name("right")
                    if value is not None and value.type == "assignment_pattern"
                    else None
                )
                bound = value.child_by_field_name("left") if default is not None and value is not None else value
                if bound is not None and bound.type == "identifier":
                    found.append((self._text(child.child_by_field_name("key")), self._text(bound), default))
        return found

    def _parameter_property(self, child: Node, name: str, declared: str, pattern: Node) -> None:
        owner = self.scope.type
        is_property = owner is not None and any(
            c.type in ("accessibility_modifier", "readonly") for c in child.children
        )
        if owner is not None and is_property:
            owner.fields[name] = declared
            self.fields[owner.qualified_name].setdefault(name, []).append(Binding(pattern, child.end_byte))

    def _field(self, node: Node) -> None:
        owner = self.scope.type
        annotations = [
            a for child in node.children_by_field_name("decorator") if (a := self._annotation(child)) is not None
        ]
        annotations += self._take_annotations()
        if owner is None:
            return
        name = self._text(node.child_by_field_name("name")).strip("\"'")
        owner.fields[name] = self._text(node.child_by_field_name("type")).lstrip(": ")
        for annotation in annotations:
            annotation.on_field, annotation.on_type = name, owner
        value = node.child_by_field_name("value")
        if value is None:
            return
        self.fields[owner.qualified_name].setdefault(name, []).append(Binding(value, node.end_byte))
        if value.type in _FUNCTIONS:
            self.names[value.id] = (owner.qualified_name, name)

    # --- Decorators ---------------------------------------------------------------------------

    def _decorator(self, node: Node) -> None:
        annotation = self._annotation(node)
        if annotation is not None:
            self.pending.append(annotation)

    def _annotation(self, node: Node) -> AnnotationSyntax | None:
        if node.id in self.seen:
            return None
        self.seen.add(node.id)
        inner = node.named_children[0] if node.named_child_count else None
        arguments: list[Argument] = []
        if inner is not None and inner.type == "call_expression":
            self.seen.add(inner.id)
            arguments = _listed(inner.child_by_field_name("arguments"))
            inner = inner.child_by_field_name("function")
        receiver, _, name = self._text(inner).rpartition(".")
        annotation = AnnotationSyntax(name, receiver, arguments, node.start_point[0] + 1)
        self.annotations.append(annotation)
        return annotation

    def _take_annotations(self) -> list[AnnotationSyntax]:
        taken, self.pending = self.pending, []
        return taken

    def _parameter_decorator(self, node: Node, name: str) -> None:
        annotation = self._annotation(node)
        if annotation is not None:
            annotation.on_parameter = name
            annotation.on_type = self.scope.type
            annotation.on_function = self.functions[-1] if self.functions else None

    # --- Calls --------------------------------------------------------------------------------

    def _call(self, node: Node) -> None:
        target = called(node)
        if target is None or node.id in self.seen:
            return
        receiver: Node | None = None
        named: Node | None = target
        if target.type == "member_expression":
            receiver, named = target.child_by_field_name("object"), target.child_by_field_name("property")
        elif target.type == "call_expression":
            self._call_required(node, target)
            return
        elif target.type not in ("identifier", "import", "super"):
            return
        self._add_call(node, named, receiver, node.child_by_field_name("arguments"))

    def _call_required(self, node: Node, target: Node) -> None:
        """`require("express")()` is a call of `express`."""
        found = required(target, self.source)
        if found is None or found[1]:
            return
        name = found[0].rpartition("/")[2]
        self.imports.lines.setdefault(found[0], node.start_point[0] + 1)
        if name not in self.imports.names:
            self.imports.add_whole(name, found[0])
        self._add_call(node, None, None, node.child_by_field_name("arguments"))
        self.calls[-1].name = name

    def _new(self, node: Node) -> None:
        target = node.child_by_field_name("constructor")
        receiver: Node | None = None
        if target is not None and target.type == "member_expression":
            receiver, target = target.child_by_field_name("object"), target.child_by_field_name("property")
        if target is not None:
            self._add_call(node, target, receiver, node.child_by_field_name("arguments"), is_new=True)

    def _add_call(
        self, node: Node, named: Node | None, receiver: Node | None, given: Node | None, *, is_new: bool = False
    ) -> None:
        types = node.child_by_field_name("type_arguments")
        type_arguments = tuple([self._text(child) for child in types.named_children]) if types is not None else ()
        name, name_node = self._text(named), named or node
        call = TypedCall(
            name, receiver, node, self.scope, name_node, given, self._reads_calls, is_new, type_arguments  # type: ignore[arg-type]  # a plain Scope
        )  # fmt: skip
        self.calls.append(call)
        last = next((child for child in reversed(_given(given)) if child.type != "comment"), None)
        if last is not None and last.type in _CALLBACKS:
            self._register_callback(call, last)

    def _register_callback(self, call: TypedCall, callback: Node) -> None:
        """What the parameters of a callback stand for: list members, a promise's value, the result after `(error, …)`."""
        receiver = call.receiver
        if call.name in ("forEach", "map", "flatMap") and receiver is not None:
            self.callbacks[callback.id] = (0, Binding(receiver, callback.start_byte, "each"))
        elif call.name in ("then", "tap") and receiver is not None:
            self.callbacks[callback.id] = (0, Binding(receiver, callback.start_byte))
        else:
            self.callbacks[callback.id] = (1, Binding(call.node, callback.start_byte))

    def _bind_callback(self, inner: Scope, position: int, binding: Binding) -> None:
        names = list(inner.parameters)
        if position >= len(names) or inner.parameters[names[position]].key or inner.parameters[names[position]].type:
            return
        if position == 1 and not re.match(r"(?i)_|e$|er|.*err", names[0]):
            return
        inner.bind(names[position], binding)
        del inner.parameters[names[position]]

    # --- Bindings -----------------------------------------------------------------------------

    def _variable(self, node: Node) -> None:
        target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if target is None:
            return
        if value is None:
            self._declare_variable(target, node)
            return
        kind = target.type
        found = required(value, self.source) if value.type != "string" else None
        if found is not None:
            self._require(target, *found)
        elif kind == "identifier":
            self._bind_variable(target, value, node)
        elif kind == "object_pattern":
            for key, name, default in self._keys(target):
                self.scope.bind(name, Binding(value, node.end_byte, keys=(key,), default=default))
        elif kind == "array_pattern":
            for index, child in enumerate(target.named_children):
                if child.type == "identifier":
                    self.scope.bind(self._text(child), Binding(value, node.end_byte, keys=(str(index),)))

    def _declare_variable(self, target: Node, node: Node) -> None:
        """`let client: Client;` is given its value later, maybe by an inner function."""
        if target.type == "identifier":
            name = self._text(target)
            self.scope.names.setdefault(name, [])
            declared = self._text(node.child_by_field_name("type")).lstrip(": ")
            if declared:
                self.scope.parameters.setdefault(name, Parameter(-1, declared))

    def _bind_variable(self, target: Node, value: Node, node: Node) -> None:
        name = self._text(target)
        declared = self._text(node.child_by_field_name("type")).lstrip(": ")
        if value.type in _FUNCTIONS or value.type == "class":
            self.names[value.id] = (self.scope.prefix, name)
            return
        if value.type == "object":
            self._name_members(value, f"{self.scope.prefix}.{name}", 0)
        self.scope.bind(name, Binding(value, node.end_byte))
        if declared and value.type == "call_expression":
            self.scope.parameters.setdefault(name, Parameter(-1, declared))

    def _name_members(self, value: Node, prefix: str, depth: int) -> None:
        """Functions in an object literal are named by the path to them."""
        for child in value.named_children:
            if child.type == "method_definition":
                self.names[child.id] = (prefix, self._text(child.child_by_field_name("name")).strip("\"'"))
            elif child.type == "pair":
                inner, key = (
                    child.child_by_field_name("value"),
                    self._text(child.child_by_field_name("key")).strip("\"'"),
                )
                if inner is not None and inner.type in _FUNCTIONS:
                    self.names[inner.id] = (prefix, key)
                elif inner is not None and inner.type == "object" and depth < MAX_OBJECT_DEPTH:
                    self._name_members(inner, f"{prefix}.{key}", depth + 1)

    def _require(self, target: Node, specifier: str, members: list[str]) -> None:
        self.imports.lines.setdefault(specifier, target.start_point[0] + 1)
        if target.type == "identifier":
            name = self._text(target)
            if members and members[-1] != "default":
                self.imports.add_member(name, specifier, ".".join(members))
            elif members:
                self.imports.add_default(name, specifier)
            else:
                self.imports.add_whole(name, specifier)
        elif target.type == "object_pattern":
            for key, name, _ in self._keys(target):
                self.imports.add_member(name, specifier, ".".join([*members, key]))

    def _assignment(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        if left.type == "identifier":
            name = self._text(left)
            found = required(right, self.source)
            if found is not None:
                self._require(left, *found)
            else:
                (holder(name, self.scope) or self.scope).bind(name, Binding(right, node.end_byte))
        elif left.type == "member_expression":
            self._assign_member(left, right, node)

    def _assign_member(self, left: Node, right: Node, node: Node) -> None:
        target = self._text(left.child_by_field_name("object"))
        name = self._text(left.child_by_field_name("property"))
        if target == "this":
            self._assign_field(name, right, node)
        elif target == "module" and name == "exports":
            self._export_default(right, node)
            if right.type in ("object", "identifier"):
                self.scopes[0].bind("exports", Binding(right, node.end_byte))
        elif target in ("exports", "module.exports"):
            if right.type in _FUNCTIONS or right.type == "class":
                self.names[right.id] = (self.scopes[0].prefix, name)
            else:
                self.scopes[0].bind(name, Binding(right, node.end_byte))
        elif len(target) < 60:
            if right.type in _FUNCTIONS:
                self.names[right.id] = (f"{self.scope.prefix}.{target.removesuffix('.prototype')}", name)
            self.scope.bind(f"{target}.{name}", Binding(right, node.end_byte))

    def _assign_field(self, name: str, right: Node, node: Node) -> None:
        owner = self.scope.owner
        if owner is None:
            return
        self.fields[owner.qualified_name].setdefault(name, []).append(Binding(right, node.end_byte))
        parameter = self.scope.parameters.get(self._text(right)) if right.type == "identifier" else None
        if not owner.fields.get(name):
            owner.fields[name] = parameter.type if parameter is not None else ""
        if right.type in _FUNCTIONS:
            self.names[right.id] = (owner.qualified_name, name)

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
            self.scope.bind(self._text(left), Binding(right, node.end_byte, "+="))

    def _for(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if (
            left is not None
            and right is not None
            and left.type == "identifier"
            and operator is not None
            and operator.type == "of"
        ):
            self.scope.bind(self._text(left), Binding(right, right.end_byte, "each"))


_HANDLERS: dict[str, Callable[[_Reader, Node], None]] = {
    "import_statement": _Reader._import,
    "export_statement": _Reader._export,
    "class_declaration": _Reader._type,
    "abstract_class_declaration": _Reader._type,
    "class": _Reader._type,
    "interface_declaration": _Reader._interface,
    "enum_declaration": _Reader._enum,
    "function_declaration": _Reader._function,
    "generator_function_declaration": _Reader._function,
    "function_expression": _Reader._expression,
    "generator_function": _Reader._expression,
    "arrow_function": _Reader._expression,
    "method_definition": _Reader._method,
    "public_field_definition": _Reader._field,
    "call_expression": _Reader._call,
    "new_expression": _Reader._new,
    "variable_declarator": _Reader._variable,
    "assignment_expression": _Reader._assignment,
    "augmented_assignment_expression": _Reader._augmented,
    "for_in_statement": _Reader._for,
    "decorator": _Reader._decorator,
}


@cache
def _handlers(grammar: Grammar) -> dict[int, Callable[[_Reader, Node], None]]:
    return {grammar.id_for_node_kind(kind, True) or 0: handler for kind, handler in _HANDLERS.items()}


@cache
def _query(grammar: Grammar) -> Query:
    return Query(grammar, "[" + " ".join(f"({kind})" for kind in _HANDLERS) + "] @node")


@cache
def _parser(grammar: Grammar) -> Parser:
    return Parser(grammar)


def _arguments(call: TypedCall) -> list[Argument]:
    return _listed(call.argument_list)


def _listed(node: Node | None) -> list[Argument]:
    return [Argument("", child) for child in _given(node) if child.type != "comment"]


def _given(node: Node | None) -> list[Node]:
    """What stands in an argument list; a template string that follows a name is the only argument itself."""
    if node is None:
        return []
    return [node] if node.type == "template_string" else node.named_children


def _nothing(*_: object) -> tuple[()]:
    return ()
