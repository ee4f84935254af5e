"""What the readers of languages with nested scopes share: one sweep in document order that declares, binds and collects calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from weakref import proxy

from tree_sitter import Node

from parsed_graph.parser import Artefact
from parsed_graph.syntax.call_types import CallTypes
from parsed_graph.syntax.scopes import Binding, ScopeTree
from parsed_graph.syntax.script_symbols import symbol_facts
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.script_types import ScriptTypes
from parsed_graph.syntax.source_file import AnnotationSyntax, Argument, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import TypedScope, member_name


class ScopeReader:
    """Reads one file into a SourceFile; a language adds what its nodes mean. `package` is what qualified names start with."""

    def __init__(
        self, artefact: Artefact, source: bytes, language: str, package: str, types: type[ScriptTypes] = ScriptTypes
    ) -> None:
        self.artefact, self.source, self._types = artefact, source, types
        self.file = SourceFile(artefact.path, language, package, source, {}, frozenset(), [], [], [], [], [], _nothing)
        self.fields: dict[str, dict[str, list[Binding]]] = {}
        self.calls: list[TypedCall] = []
        self.scopes: list[TypedScope] = []
        self._call_types = CallTypes(self.read_arguments)
        # The file alone keeps it: calls and this reader would make a cycle, and keep the tree until the next collection.
        self.call_types = proxy(self._call_types)
        self.imported: set[str] = set()

    def sweep(self, root: Node, nodes: list[Node], handlers: Mapping[int, Callable[[Any, Node], None]]) -> None:
        """Visits nodes that are in document order, with the scope that each stands in."""
        self.file.root = root
        self.scope = TypedScope(root, len(self.source) + 1, None, self.file.package, None, None)
        self.scopes = [self.scope]
        for node in nodes:
            start = node.start_byte
            while self.scope.end <= start and self.scope.parent is not None:
                self.scope = self.scope.parent  # type: ignore[assignment]  # all scopes of this file are typed
            handlers[node.kind_id](self, node)

    def finish(self, make: Callable[[SourceFile, ScopeTree], ScriptText]) -> tuple[SourceFile, ScriptText]:
        """The file with its own facts; `make` gives what lowers its strings."""
        file = self.file
        file.imported = frozenset(self.imported)
        file.calls = self.calls  # type: ignore[assignment]  # a list of a subclass, never added to
        text = make(file, ScopeTree(list(self.scopes)))
        self.call_types.types = self._types(text, frozenset())
        self.call_types.text = text
        file.lower, file.value, file.origin = text.lower, text.value, text.origin
        file.type_of, file.entries = self._call_types.type_of, text.entries_of
        del self._call_types
        file.facts = list(symbol_facts(text, [call.scope for call in self.calls]))
        return file, text

    def text(self, node: Node | None) -> str:
        """The source of a node, "" for None."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    def read_arguments(self, call: TypedCall) -> list[Argument]:
        """The arguments of a call in order."""
        raise NotImplementedError

    # --- Declarations -----------------------------------------------------------------------------

    def open(self, inner: TypedScope) -> TypedScope:
        """Makes a scope the current one, until its end is passed."""
        self.scopes.append(inner)
        self.scope = inner
        return inner

    def open_type(
        self, node: Node, name: str, kind: str, bases: list[str], annotations: list[AnnotationSyntax]
    ) -> TypeSyntax:
        """Declares a type and opens its body."""
        scope = self.scope
        declared = TypeSyntax(
            name, member_name(scope.prefix, name), kind, node.start_point[0] + 1, node.end_point[0] + 1, bases,
            annotations, outer=scope.type, node=node,
        )  # fmt: skip
        for annotation in annotations:
            annotation.on_type = declared
        self.file.annotations += annotations
        scope.declared[name] = declared
        self.file.types.append(declared)
        self.fields.setdefault(declared.qualified_name, {})
        self.open_body(node, declared)
        return declared

    def open_body(self, node: Node, declared: TypeSyntax) -> TypedScope:
        """Opens a body of a type, of which there may be several."""
        inner = TypedScope(node, node.end_byte, self.scope, declared.qualified_name, self.scope.function, declared)
        inner.type = declared
        return self.open(inner)

    def open_function(
        self, node: Node, name: str, annotations: list[AnnotationSyntax], return_type: str
    ) -> tuple[FunctionSyntax, TypedScope]:
        """Declares a function or method and opens its body; the caller adds parameters and signature."""
        scope = self.scope
        function = FunctionSyntax(
            name, member_name(scope.prefix, name), node.start_point[0] + 1, node.end_point[0] + 1,
            scope.type, annotations, {}, return_type, node,
        )  # fmt: skip
        for annotation in annotations:
            annotation.on_function = function
        self.file.annotations += annotations
        scope.declared[name] = function
        self.file.functions.append(function)
        inner = TypedScope(node, node.end_byte, scope, function.qualified_name, function, scope.owner)
        return function, self.open(inner)

    def open_block(self, node: Node) -> TypedScope:
        """Opens a nameless function: it has parameters of its own and belongs to the function around it."""
        scope = self.scope
        return self.open(TypedScope(node, node.end_byte, scope, scope.prefix, scope.function, scope.owner))

    # --- Bindings ---------------------------------------------------------------------------------

    def bind_field(self, owner: TypeSyntax, name: str, binding: Binding | None, declared: str = "") -> None:
        """What a field of a type holds, and its declared type where there is one."""
        if binding is not None:
            self.fields.setdefault(owner.qualified_name, {}).setdefault(name, []).append(binding)
        if declared or name not in owner.fields:
            owner.fields[name] = declared

    def declared_type(self, name: str) -> str:
        """The declared type of a parameter of the function around, "" where there is none."""
        parameter = self.scope.parameters.get(name)
        return parameter.type if parameter is not None else ""


def _nothing(*_: object) -> tuple[()]:
    return ()
