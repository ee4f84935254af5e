"""String expressions of scripting languages as Texts: literals, templates, variables, fields, object literals, own functions.

A name is followed through the bindings that reach its use, a field through the assignments of its class, a call of a
function of the same file into what that function returns. What another file defines stays a Reference.

ScriptText stands on three layers, each of which needs those below it alone: ScriptBindings (what names and fields hold),
ScriptMeanings (what is no string), ScriptDefinitions (where something was given its value).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tree_sitter import Node

from parsed_graph.facts import Unknown
from parsed_graph.syntax.alternatives import (
    NOTHING,
    UNKNOWN,
    Alternatives,
    either,
    is_known,
    joined,
    literal,
    unless_unset,
)
from parsed_graph.syntax.expression import Expression, ScriptGrammar
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.scopes import Binding, Parameter, Scope, ScopeTree, holder
from parsed_graph.syntax.script_bindings import ScriptBindings
from parsed_graph.syntax.script_definitions import MAX_DEPTH, MAX_STEPS
from parsed_graph.syntax.source_file import MAX_ALTERNATIVES, CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

KnownValue = Callable[[Node, CallSyntax | None, "ScriptText", Scope, Frame | None, int], Alternatives | None]
"""Lowers a formatting expression, or a call that the language or its usual libraries define; None for any other call."""

FieldRule = Callable[["ScriptText", TypeSyntax, str], Alternatives | None]
"""What a field holds by a rule of the class's library, None where no rule applies."""


class ScriptText(ScriptBindings):
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
        super().__init__(file, tree, grammar, fields, foreign)
        self._known_value = known_value
        self.field_rule: FieldRule = _no_rule

    def lower(self, node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None) -> Alternatives:
        """The possible values of an expression; one Unknown where the file says nothing, none for `null`."""
        if node is None:
            return NOTHING
        self._steps = 0
        return self.lower_at(node, self.tree.at(node.start_byte))

    def lower_at(self, node: Node, scope: Scope, frame: Frame | None = None, depth: int = 0) -> Alternatives:
        """The possible values of an expression, seen from a scope."""
        self._steps += 1
        if depth > MAX_DEPTH or self._steps > MAX_STEPS:
            return UNKNOWN
        found = self.shape(node)
        kind = found.kind
        if kind in ("text", "number"):
            return literal(found.name)
        if kind == "name":
            return self._name(found, scope, frame, depth + 1)
        if kind in ("member", "index"):
            return self._member(found, scope, frame, depth + 1)
        if kind == "field":
            return self.field_values(scope.owner, found.name, depth + 1) if scope.owner is not None else UNKNOWN
        if kind == "call":
            return self._call(found.node, scope, frame, depth + 1)
        if kind == "template":
            return self.lower_pieces(found.pieces, scope, frame, depth + 1)
        if kind == "add":
            return joined([self.lower_at(part, scope, frame, depth + 1) for part in found.nodes])
        if kind == "or":
            left, right = (self.lower_at(part, scope, frame, depth + 1) for part in found.nodes)
            return unless_unset(left, right)
        if kind == "format":
            return self._known_value(found.node, None, self, scope, frame, depth + 1) or UNKNOWN
        if kind == "either":
            return either(self.lower_at(part, scope, frame, depth + 1) for part in found.nodes)
        return NOTHING if kind == "null" else UNKNOWN

    def lower_pieces(
        self, pieces: Sequence[str | Node], scope: Scope, frame: Frame | None = None, depth: int = 0
    ) -> Alternatives:
        """Strings and expressions that follow one another."""
        parts = [literal(p) if isinstance(p, str) else self.lower_at(p, scope, frame, depth + 1) for p in pieces]
        return joined(parts)

    # --- Names, members and fields ----------------------------------------------------------------

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        name = found.name
        home = holder(name, scope)
        if home is None:
            return self._external(self.file.imports.get(name, ""))
        start: Alternatives = ()
        parameter = home.parameters.get(name)
        if parameter is not None:
            start = self._parameter(name, parameter, home, frame, depth)
        if name not in home.names:
            return start or UNKNOWN
        key = (found.node.id, id(home))
        if key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            return self._bound(name, found.node.start_byte, home, scope, start, frame, depth)
        finally:
            self._busy.discard(key)

    def _parameter(self, name: str, parameter: Parameter, home: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if frame is not None and frame.scope is home:
            given = frame.values.get(name)
            if given is not None:
                return given
            default = self._default(parameter, home, depth)
            return default or UNKNOWN
        if parameter.position < 0:
            return NOTHING  # A variable that is declared with a type.
        default = tuple(text for text in self._default(parameter, home, depth) if text and is_known(text))
        is_named = home.function is not None and home.node == home.function.node
        return (*default, (Unknown(name if is_named else ""),))

    def _default(self, parameter: Parameter, home: Scope, depth: int) -> Alternatives:
        return self.lower_at(parameter.default, home.parent or home, None, depth + 1) if parameter.default else ()

    def _member(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        stored = self._stored(found, scope, depth)
        if stored is not None:
            return stored
        key = found.name if found.kind == "member" else self._key(found, scope, depth)
        target = self.meaning(found.nodes[0], scope, depth + 1)
        if target is not None and not key and target.node is not None:
            return (
                either(
                    self.lower_at(n, target.scope, frame, depth + 1)
                    for n in self.members(target.node, target.scope)[:MAX_ALTERNATIVES]
                )
                or UNKNOWN
            )
        if target is None or not key:
            return UNKNOWN
        if target.type is not None:
            return self.field_values(target.type, key, depth + 1)
        meaning = self.pick(target, key, depth + 1)
        return self._lower_meaning(meaning, depth) if meaning is not None else UNKNOWN

    def field_values(self, owner: TypeSyntax, name: str, depth: int = 0) -> Alternatives:
        """What the rule of the class's library says, else what the file gives to the field."""
        ruled = self.field_rule(self, owner, name)
        return ruled if ruled is not None else super().field_values(owner, name, depth)

    # --- Calls ------------------------------------------------------------------------------------

    def _call(self, node: Node, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        call = self.calls.get(node.id)
        if call is None:
            return UNKNOWN
        known = self._known_value(node, call, self, scope, frame, depth)
        if known is not None:
            return known
        function = self.called(call, scope)
        return self._returned(function, call, scope, frame, depth) if function is not None else UNKNOWN

    def _returned(
        self, function: FunctionSyntax, call: CallSyntax, scope: Scope, frame: Frame | None, depth: int
    ) -> Alternatives:
        inner = self._scopes.get(function.node.id)
        key = (function.node.id, 0)
        if inner is None or key in self._busy or depth > MAX_DEPTH:
            return UNKNOWN
        values: dict[str, Alternatives] = {}
        for name, parameter in inner.parameters.items():
            node = call.argument(name, position=parameter.position)
            if node is not None and parameter.key:
                shape = self.shape(node)
                node = (
                    self.grammar.entries(shape.node, self.file.source).get(parameter.key)
                    if shape.kind == "object"
                    else None
                )
            if node is not None:
                values[name] = self.lower_at(node, scope, frame, depth + 1)
        self._busy.add(key)
        try:
            returned = self.grammar.returns(function.node)
            return (
                either(self.lower_at(n, self.tree.at(n.start_byte), Frame(inner, values), depth + 1) for n in returned)
                or UNKNOWN
            )
        finally:
            self._busy.discard(key)


def _no_rule(text: ScriptText, owner: TypeSyntax, name: str) -> Alternatives | None:
    return None
