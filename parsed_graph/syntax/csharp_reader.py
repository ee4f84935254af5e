"""What the sweeps over a C# file gather, and the scope that the second stands in."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.parser import Artefact
from parsed_graph.syntax.csharp_types import CSharpTypes
from parsed_graph.syntax.scopes import Binding
from parsed_graph.syntax.source_file import SourceFile, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import TypedScope


class CSharpReader:
    """One file while it is read: the modules beside this one add to it what a node says.

    `places` holds the file's types by node id; `assignments` are (place, member, value) of those to members; `initialised`
    the nodes of object initialisers, whose names are members of what is created.
    """

    scope: TypedScope
    """That of the node at hand, once the sweep over them has begun."""

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
        """The source of a node, "" for None."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""

    def open(self, inner: TypedScope) -> None:
        """Makes a scope the current one, until its end is passed."""
        self.scopes.append(inner)
        self.scope = inner

    def give(self, owner: TypeSyntax, name: str, value: Node, declared: str = "") -> None:
        """What a field or property is given."""
        self.fields[owner.qualified_name].setdefault(name, []).append(Binding(value, value.end_byte))
        self.expect(value, declared)

    def expect(self, value: Node, declared: str) -> None:
        """`Uri address = new("http://…")` creates what is declared."""
        if value.type == "implicit_object_creation_expression" and declared:
            self.types.expected[value.id] = declared


def _nothing(*_: object) -> tuple[()]:
    return ()
