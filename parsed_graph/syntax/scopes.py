"""Nested scopes of a scripting language: what each binds, and which bindings a use of a name sees."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from tree_sitter import Node

from parsed_graph.syntax.source_file import FunctionSyntax, TypeSyntax

MAX_NESTING = 200
"""How deep scopes lie within one another; names of deeper ones count as the outer one's."""
MAX_STEPS = 120
"""How deep a binding is sought below its scope; deeper nesting counts as unconditional."""


MAX_BINDINGS = 200
"""How many assignments to one name are looked at for one use of it."""


class Binding:
    """A name bound to (a part of) a value. `place` is where the binding ends: later uses see it.

    `keys` lead from the value to the part that is bound (`const { a } = value`), `default` is what it falls back to.
    `kind`: `=`; `+=` appends; `each` binds the members of the value in turn.
    """

    __slots__ = ("arms", "default", "keys", "kind", "node", "place")

    def __init__(
        self, node: Node, place: int, kind: str = "=", keys: tuple[str, ...] = (), default: Node | None = None
    ) -> None:
        self.node, self.place, self.kind, self.keys, self.default = node, place, kind, keys, default
        self.arms: list[tuple[int, int]] | None = None


class Parameter:
    """A parameter as its function sees it. `key` is the property that a destructured one takes of the argument."""

    __slots__ = ("default", "key", "position", "type")

    def __init__(self, position: int, type_text: str = "", default: Node | None = None, key: str = "") -> None:
        self.position, self.type, self.default, self.key = position, type_text, default, key


class Scope:
    """A stretch of source with names of its own: the file, a function (named or not) or a type's body."""

    __slots__ = (
        "declared", "depth", "end", "function", "names", "node", "owner", "parameters", "parent", "prefix", "start", "type",
    )  # fmt: skip

    def __init__(
        self,
        node: Node,
        end: int,
        parent: Scope | None,
        prefix: str,
        function: FunctionSyntax | None,
        owner: TypeSyntax | None,
        declared_type: TypeSyntax | None = None,
    ) -> None:
        self.node, self.start, self.end, self.parent, self.prefix = node, node.start_byte, end, parent, prefix
        self.function, self.owner, self.type = function, owner, declared_type
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self.names: dict[str, list[Binding]] = {}
        self.parameters: dict[str, Parameter] = {}
        self.declared: dict[str, FunctionSyntax | TypeSyntax] = {}

    def bind(self, name: str, binding: Binding) -> None:
        """Adds a binding; those of one name stay in document order."""
        found = self.names.get(name)
        if found is None:
            self.names[name] = [binding]
        else:
            found.append(binding)

    def holds(self, name: str) -> bool:
        """Whether the name means something of this scope itself."""
        return name in self.names or name in self.parameters or name in self.declared


class ScopeTree:
    """All scopes of a file, in document order; the first is the file itself."""

    def __init__(self, scopes: list[Scope]) -> None:
        self.scopes = scopes
        self._starts = [scope.start for scope in scopes]
        self._starts[0] = 0

    @property
    def root(self) -> Scope:
        """The file's own scope."""
        return self.scopes[0]

    def at(self, place: int) -> Scope:
        """The innermost scope around a byte."""
        found: Scope | None = self.scopes[bisect_right(self._starts, place) - 1]
        while found is not None and found.end <= place:
            found = found.parent
        return found or self.root


def holder(name: str, scope: Scope) -> Scope | None:
    """The scope that a name used in `scope` belongs to, None for one that the file does not bind. A type's own names are seen only in its body."""
    current: Scope | None = scope
    while current is not None:
        if (current.type is None or current is scope) and current.holds(name):
            return current
        current = current.parent
    return None


def reaching(
    name: str, place: int, scope: Scope, used_in: Scope, choices: frozenset[str]
) -> list[tuple[Binding, bool]]:
    """The bindings that may be in force at a use, in order; True where one replaces all before it.

    `choices` are the node types whose parts may not run: `if`, loops, `catch`. A use in an inner function sees every binding.
    """
    bindings = scope.names.get(name, [])
    if scope is not used_in:
        return [(binding, False) for binding in bindings[:MAX_BINDINGS]]
    last = len(bindings)
    if last > MAX_BINDINGS:
        last = bisect_right(bindings, place, key=lambda binding: binding.place)
    found: list[tuple[Binding, bool]] = []
    for index in range(last - 1, max(last - MAX_BINDINGS, 0) - 1, -1):
        binding = bindings[index]
        if binding.place <= place:
            certain = _is_certain(binding, place, scope, choices)
            found.append((binding, certain))
            if certain and binding.kind != "+=":
                break  # Nothing from before it survives.
    return found[::-1] or [(binding, False) for binding in bindings[:MAX_BINDINGS]]


def _is_certain(binding: Binding, place: int, scope: Scope, choices: frozenset[str]) -> bool:
    if binding.arms is None:
        binding.arms = list(_arms_around(binding.node, scope.node, choices))
    return all(start <= place < end for start, end in binding.arms)


def _arms_around(node: Node, top: Node, choices: frozenset[str]) -> Iterable[tuple[int, int]]:
    current = top
    for _ in range(MAX_STEPS):
        inner = current.child_with_descendant(node)
        if inner is None or inner == node:
            return
        if current.type in choices:
            yield inner.start_byte, inner.end_byte
        current = inner
