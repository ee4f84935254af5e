"""From the names, fields and calls of one file to the expressions that they were given, without lowering any of them."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.expression import Expression, ScriptGrammar
from parsed_graph.syntax.scopes import Binding, Scope, ScopeTree, holder, reaching
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

MAX_DEPTH = 30
"""How deep an expression is followed through variables, calls and brackets."""
MAX_STEPS = 3_000
"""How many expressions are looked at for one value."""


class ScriptDefinitions:
    """Follows the expressions of one file. `fields` are the assignments to the fields of each class, by qualified name."""

    def __init__(
        self, file: SourceFile, tree: ScopeTree, grammar: ScriptGrammar, fields: dict[str, dict[str, list[Binding]]]
    ) -> None:
        self.file, self.tree, self.grammar, self.fields = file, tree, grammar, fields
        self.calls = {call.node.id: call for call in file.calls}
        self._shapes: dict[int, Expression] = {}
        self._steps = 0

    def restart(self) -> None:
        """Starts a new budget of steps."""
        self._steps = 0

    def shape(self, node: Node) -> Expression:
        """The expression's shape."""
        found = self._shapes.get(node.id)
        if found is None:
            found = self._shapes[node.id] = self.grammar.shape(node, self.file.source)
        return found

    def path_text(self, node: Node) -> str:
        """`a.b["c"]` as `a.b.c`; "" for what is no path of names and literal keys."""
        parts: list[str] = []
        current = node
        for _ in range(12):
            found = self.shape(current)
            if found.kind == "name":
                return ".".join([found.name, *reversed(parts)])
            if found.kind == "member":
                parts.append(found.name)
            elif found.kind == "index":
                key = self.grammar.shape(found.nodes[1], self.file.source)
                if key.kind != "text":
                    return ""
                parts.append(key.name)
            else:
                return ""
            current = found.nodes[0]
        return ""

    def value(self, node: Node | None) -> Node | None:
        """The expression that a name or field was last given (an object literal, a call); the node itself where none is seen."""
        if node is None:
            return None
        self._steps = 0
        return self.definition(node, self.tree.at(node.start_byte))

    def origin(self, node: Node | None) -> CallSyntax | None:
        """The call that an expression is, or that made what a name or field holds."""
        value = self.value(node)
        return self.calls.get(self.shape(value).node.id) if value is not None else None

    def definition(self, node: Node, scope: Scope, depth: int = 0) -> Node:
        """Follows names and fields to the expression that they were given."""
        self._steps += 1
        if depth > MAX_DEPTH or self._steps > MAX_STEPS:
            return node
        found = self.shape(node)
        if found.kind in ("or", "either"):
            return self.definition(found.nodes[0], scope, depth + 1)
        if found.kind == "call":
            call = self.calls.get(found.node.id)
            function = self.called(call, scope) if call is not None else None
            returned = self.grammar.returns(function.node) if function is not None else []
            if len(returned) == 1:
                return self.definition(returned[0], self.tree.at(returned[0].start_byte), depth + 1)
        bindings = self._bindings_of(found, scope)
        if not bindings or bindings[-1].keys or bindings[-1].node == node:
            return found.node
        inner = bindings[-1].node
        return self.definition(inner, self.tree.at(inner.start_byte), depth + 1)

    def entries_of(self, node: Node | None) -> dict[str, Node]:
        """The values of a literal mapping by their keys, which may stand behind a name; {} for anything else."""
        found = self.shape(value) if (value := self.value(node)) is not None else None
        return self.grammar.entries(found.node, self.file.source) if found and found.kind == "object" else {}

    def called(self, call: CallSyntax, scope: Scope) -> FunctionSyntax | None:
        """The function of this file that is called by its name, or as a method of `self`."""
        if call.receiver is None:
            home = holder(call.name, scope)
            declared = home.declared.get(call.name) if home is not None else None
            return declared if isinstance(declared, FunctionSyntax) else None
        if scope.owner is None or self.shape(call.receiver).kind != "self":
            return None
        return next((f for f in self.file.functions if f.owner is scope.owner and f.name == call.name), None)

    def _bindings_of(self, found: Expression, scope: Scope) -> list[Binding]:
        """The bindings of a name, of a field of `self`, or of a path that is assigned to as a whole."""
        if found.kind == "name":
            home = holder(found.name, scope)
            if home is None:
                return []
            seen = reaching(found.name, found.node.start_byte, home, scope, self.grammar.choices)
            return [binding for binding, _ in seen if binding.kind == "="]
        if found.kind == "field":
            declared = self._declared_field(scope.owner, found.name) if scope.owner is not None else None
            return self.fields.get(declared.qualified_name, {}).get(found.name, []) if declared is not None else []
        if found.kind != "member":
            return []
        if self.shape(found.nodes[0]).kind == "self" and scope.owner is not None:
            declared = self._declared_field(scope.owner, found.name)
            return self.fields.get(declared.qualified_name, {}).get(found.name, []) if declared is not None else []
        path = self.path_text(found.node)
        home = holder(path, scope) if path else None
        return home.names.get(path, []) if home is not None else []

    def _declared_field(self, owner: TypeSyntax, name: str) -> TypeSyntax | None:
        """The class of this file, from `owner` upwards, that has a field of this name."""
        current: TypeSyntax | None = owner
        for _ in range(10):
            if current is None:
                return None
            if name in current.fields or name in self.fields.get(current.qualified_name, {}):
                return current
            bases = [self.grammar.type_name(base) for base in current.bases]
            current = next((t for t in self.file.types if t.name in bases and t is not owner), None)
        return None
