"""String expressions of languages in which a bare name may be a field or a method of the object itself."""

from __future__ import annotations

from parsed_graph.syntax.alternatives import UNKNOWN, Alternatives, either
from parsed_graph.syntax.expression import Expression, ScriptGrammar
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.remembered_types import MAX_DEPTH
from parsed_graph.syntax.scopes import Binding, Scope, ScopeTree, holder
from parsed_graph.syntax.script_text import KnownValue, ScriptText
from parsed_graph.syntax.script_types import ScriptTypes
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax


class ImpliedSelfText(ScriptText):
    """Lowers the string expressions of one file."""

    def __init__(
        self,
        file: SourceFile,
        tree: ScopeTree,
        grammar: ScriptGrammar,
        known_value: KnownValue,
        fields: dict[str, dict[str, list[Binding]]],
        foreign: frozenset[str],
    ) -> None:
        super().__init__(file, tree, grammar, known_value, fields, foreign)
        self._named_types = {declared.name: declared for declared in reversed(file.types)}
        self._methods: dict[tuple[int, str], FunctionSyntax] = {}
        for function in file.functions:
            self._methods.setdefault((id(function.owner), function.name), function)

    def is_bare(self, found: Expression) -> bool:
        """Whether a name may be one of the object itself."""
        return found.node.type == "identifier"

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        home = holder(found.name, scope)
        declared = home.declared.get(found.name) if home is not None else None
        if isinstance(declared, FunctionSyntax) and home is not None and found.name not in home.names:
            return self._result(declared, depth)
        if home is None and self.is_bare(found):
            bare = self._bare(found, scope, depth)
            if bare is not None:
                return bare
        return super()._name(found, scope, frame, depth)

    def _bare(self, found: Expression, scope: Scope, depth: int) -> Alternatives | None:
        """What a method of the object itself gives, or a field of it holds; None where there is neither."""
        function = self._own_function(found.name, scope)
        if function is not None:
            return self._result(function, depth)
        owner = self._owner_of_field(found.name, scope)
        return self.field_values(owner, found.name, depth + 1) if owner is not None else None

    def _own_function(self, name: str, scope: Scope) -> FunctionSyntax | None:
        return self._methods.get((id(scope.owner), name)) or self._methods.get((id(None), name))

    def _owner_of_field(self, name: str, scope: Scope) -> TypeSyntax | None:
        """The type around a place that has a field of this name."""
        owner = scope.owner
        for _ in range(6):
            if owner is None or self._declared_field(owner, name) is not None:
                return owner
            owner = owner.outer
        return None

    def _bindings_of(self, found: Expression, scope: Scope) -> list[Binding]:
        """What a name holds; of a method of the object itself, what that gives."""
        known = super()._bindings_of(found, scope)
        if known or found.kind != "name" or not self.is_bare(found) or found.name[:1].isupper():
            return known
        function = self._own_function(found.name, scope)
        if function is not None:
            return [Binding(node, node.end_byte) for node in self.grammar.returns(function.node)]
        owner = self._owner_of_field(found.name, scope)
        declared = self._declared_field(owner, found.name) if owner is not None else None
        return self.fields.get(declared.qualified_name, {}).get(found.name, []) if declared is not None else []

    def _result(self, function: FunctionSyntax, depth: int) -> Alternatives:
        inner, key = self._scopes.get(function.node.id), (function.node.id, 0)
        if inner is None or key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            returned = self.grammar.returns(function.node)
            return (
                either(self.lower_at(n, self.tree.at(n.start_byte), Frame(inner, {}), depth + 1) for n in returned)
                or UNKNOWN
            )
        finally:
            self._busy.discard(key)

    def called(self, call: CallSyntax, scope: Scope) -> FunctionSyntax | None:
        """The method of this file that is called: bare, on the object itself, or on a class or module of the file."""
        if call.is_new:
            return None
        if call.receiver is None:
            return self._own_function(call.name, scope)
        shape = self.shape(call.receiver)
        if shape.kind == "self":
            return self._methods.get((id(scope.owner), call.name))
        declared = self._type_named(shape.name) if shape.kind == "name" else None
        return self._methods.get((id(declared), call.name)) if declared is not None else None

    def _type_named(self, name: str) -> TypeSyntax | None:
        return self._named_types.get(name.rpartition("::")[2]) if name[:1].isupper() or ":" in name else None


class ImpliedSelfTypes(ScriptTypes):
    """Types of one file's receivers."""

    _by_owner: dict[tuple[int, str], FunctionSyntax] | None = None

    def _of_name(self, name: str, place: int, scope: Scope, depth: int) -> str:
        home = holder(name, scope)
        if home is None and name[:1].islower() and scope.owner is not None:
            function = self._methods().get((id(scope.owner), name))
            found = self._returned(function, depth) if function is not None else self._around(name, scope, depth)
            return found or super()._of_name(name, place, scope, depth)
        declared = home.declared.get(name) if home is not None else None
        if isinstance(declared, FunctionSyntax) and home is not None and name not in home.names:
            return self._returned(declared, depth)
        return super()._of_name(name, place, scope, depth)

    def _around(self, name: str, scope: Scope, depth: int) -> str:
        """The type of a field of the object itself, or of one around it."""
        owner = scope.owner
        for _ in range(6):
            found = self._of_field(owner, name, depth) if owner is not None else ""
            if found or owner is None:
                return found
            owner = owner.outer
        return ""

    def _methods(self) -> dict[tuple[int, str], FunctionSyntax]:
        if self._by_owner is None:
            self._by_owner = {(id(f.owner), f.name): f for f in reversed(self._text.file.functions)}
        return self._by_owner

    def _returned(self, function: FunctionSyntax, depth: int) -> str:
        """The first type that one of a method's results has: early returns give up, mostly."""
        if function.return_type:
            return self._declared(function.return_type)
        returned = self._text.grammar.returns(function.node) if depth < MAX_DEPTH else []
        for node in reversed(returned):
            found = self._of(node, self._text.tree.at(node.start_byte), depth + 1)
            if found:
                return found
        return ""
