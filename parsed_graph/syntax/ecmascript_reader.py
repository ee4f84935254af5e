"""What one sweep over a file of JavaScript or TypeScript gathers, and the scope that it stands in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from weakref import proxy

from tree_sitter import Node

from parsed_graph.parser import Artefact
from parsed_graph.syntax.call_types import CallTypes
from parsed_graph.syntax.ecmascript_arguments import call_arguments
from parsed_graph.syntax.ecmascript_imports import Imports
from parsed_graph.syntax.module_names import module_name
from parsed_graph.syntax.scopes import MAX_NESTING, Binding, Scope
from parsed_graph.syntax.source_file import AnnotationSyntax, FunctionSyntax, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall

MAX_OBJECT_DEPTH = 4
"""How deep functions in nested object literals are named."""

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
"""Functions that are expressions: what they are bound to names them."""


class EcmascriptReader:
    """One file while it is read: the modules beside this one add to it what a node says.

    `names` holds prefix and name of the functions and classes that what they are bound to names, by node id; `callbacks` what a
    parameter of a callback stands for, with its position; `pending` decorators whose declaration is still to come; `seen` the
    nodes of decorators that were read.
    """

    def __init__(self, artefact: Artefact, source: bytes, root: Node) -> None:
        self.artefact, self.source = artefact, source
        self.imports = Imports(artefact.directory)
        self.types: list[TypeSyntax] = []
        self.functions: list[FunctionSyntax] = []
        self.calls: list[TypedCall] = []
        self.call_types = CallTypes(call_arguments)
        self.reads_calls = proxy(self.call_types)
        self.annotations: list[AnnotationSyntax] = []
        self.fields: dict[str, dict[str, list[Binding]]] = {}
        self.scope = Scope(root, len(source) + 1, None, module_name(artefact.path), None, None)
        self.scopes = [self.scope]
        self.pending: list[AnnotationSyntax] = []
        self.seen: set[int] = set()
        self.names: dict[int, tuple[str, str]] = {}
        self.callbacks: dict[int, tuple[int, Binding]] = {}

    def sweep(self, nodes: list[Node], handlers: Mapping[int, Callable[[EcmascriptReader, Node], None]]) -> None:
        """Visits nodes that are in document order, with the scope that each stands in."""
        for node in nodes:
            start = node.start_byte
            while self.scope.end <= start and self.scope.parent is not None:
                self.scope = self.scope.parent
            handlers[node.kind_id](self, node)

    def open(self, inner: Scope) -> None:
        """Makes a scope the current one, until its end is passed."""
        if inner.depth <= MAX_NESTING:
            self.scopes.append(inner)
            self.scope = inner

    def text(self, node: Node | None) -> str:
        """The source of a node, "" for None."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    def take_annotations(self) -> list[AnnotationSyntax]:
        """The decorators that stand before a declaration."""
        taken, self.pending = self.pending, []
        return taken

    def name_members(self, value: Node, prefix: str, depth: int) -> None:
        """Functions in an object literal are named by the path to them."""
        for child in value.named_children:
            if child.type == "method_definition":
                self.names[child.id] = (prefix, self.text(child.child_by_field_name("name")).strip("\"'"))
            elif child.type == "pair":
                inner, key = (
                    child.child_by_field_name("value"),
                    self.text(child.child_by_field_name("key")).strip("\"'"),
                )
                if inner is not None and inner.type in FUNCTIONS:
                    self.names[inner.id] = (prefix, key)
                elif inner is not None and inner.type == "object" and depth < MAX_OBJECT_DEPTH:
                    self.name_members(inner, f"{prefix}.{key}", depth + 1)
