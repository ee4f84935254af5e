"""Ruby's string expressions: calls without brackets, methods that read like fields, constants of other files."""

from __future__ import annotations

from parsed_graph.facts import Reference, Setting
from parsed_graph.syntax.alternatives import UNKNOWN, Alternatives, either
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.ruby_grammar import SCRIPT
from parsed_graph.syntax.ruby_names import Constants
from parsed_graph.syntax.ruby_text_calls import known_value, setting_key
from parsed_graph.syntax.scopes import Binding, Scope, ScopeTree, holder
from parsed_graph.syntax.script_text import Frame, ScriptText
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_scope import member_name


class RubyText(ScriptText):
    """Lowers the string expressions of one file."""

    def __init__(
        self, file: SourceFile, tree: ScopeTree, fields: dict[str, dict[str, list[Binding]]], constants: Constants
    ) -> None:
        super().__init__(file, tree, SCRIPT, known_value, fields, frozenset(constants.foreign))
        self._constants = constants
        self._methods: dict[tuple[int, str], FunctionSyntax] = {}
        for function in file.functions:
            self._methods.setdefault((id(function.owner), function.name), function)

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if holder(found.name, scope) is not None:
            return self._known_name(found, scope, frame, depth)
        kind = found.node.type
        if kind == "identifier":
            return self._bare(found, scope, depth)
        if kind == "constant" and scope.owner is not None and self._declared_field(scope.owner, found.name) is not None:
            return self.field_values(scope.owner, found.name, depth + 1)
        if kind == "constant" and found.name not in self.file.imports and found.name.isupper():
            return ((Reference(member_name(self._constants.shared, found.name)),),)
        return super()._name(found, scope, frame, depth)

    def _known_name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        home = holder(found.name, scope)
        declared = home.declared.get(found.name) if home is not None else None
        if isinstance(declared, FunctionSyntax) and home is not None and found.name not in home.names:
            return self._result(declared, depth)
        return super()._name(found, scope, frame, depth)

    def _bindings_of(self, found: Expression, scope: Scope) -> list[Binding]:
        """What a name holds; of a method of the object itself, what that gives."""
        known = super()._bindings_of(found, scope)
        if known or found.kind != "name" or found.node.type != "identifier":
            return known
        function = self._methods.get((id(scope.owner), found.name)) or self._methods.get((id(None), found.name))
        if function is not None:
            return [Binding(node, node.end_byte) for node in self.grammar.returns(function.node)]
        declared = self._declared_field(scope.owner, found.name) if scope.owner is not None else None
        return self.fields.get(declared.qualified_name, {}).get(found.name, []) if declared is not None else []

    def _bare(self, found: Expression, scope: Scope, depth: int) -> Alternatives:
        """A name that no variable has: a method of the object itself, or a field that it reads by a method."""
        function = self._methods.get((id(scope.owner), found.name)) or self._methods.get((id(None), found.name))
        if function is not None:
            return self._result(function, depth)
        if scope.owner is not None and self._declared_field(scope.owner, found.name) is not None:
            return self.field_values(scope.owner, found.name, depth + 1)
        return UNKNOWN

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

    def _call(self, node: object, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        found = super()._call(node, scope, frame, depth)  # type: ignore[arg-type]  # the same node
        if found != UNKNOWN:
            return found
        call = self.calls.get(node.id)  # type: ignore[attr-defined]  # the same node
        if call is None or call.receiver is None or call.is_new or call.argument_list is not None:  # type: ignore[attr-defined]
            return found
        return self._member(Expression("member", call.node, call.name, (call.receiver,)), scope, frame, depth)

    def _member(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if found.kind == "index":
            written = self.file.text(found.node)
            key = setting_key(written) if len(written) < 200 else None
            if key is not None:
                return ((Setting(key),),)
        return super()._member(found, scope, frame, depth)

    def called(self, call: CallSyntax, scope: Scope) -> FunctionSyntax | None:
        """The method of this file that is called: bare, on the object itself, or on a class or module of the file."""
        if call.is_new:
            return None
        if call.receiver is None:
            found = self._methods.get((id(scope.owner), call.name))
            return found or self._methods.get((id(None), call.name))
        shape = self.shape(call.receiver)
        if shape.kind == "self":
            return self._methods.get((id(scope.owner), call.name))
        declared = self._type_named(shape.name) if shape.kind == "name" else None
        return self._methods.get((id(declared), call.name)) if declared is not None else None

    def _type_named(self, name: str) -> TypeSyntax | None:
        last = name.rpartition("::")[2]
        return next((t for t in self.file.types if t.name == last), None) if name[:1].isupper() or ":" in name else None
