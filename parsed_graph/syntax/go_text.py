"""Go's string expressions: package scope over several files, struct fields, pointers that functions write through, defaults after `if v == ""`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from parsed_graph.facts import Env, Reference, Setting, Text, Unknown
from parsed_graph.syntax.alternatives import (
    NOTHING,
    UNKNOWN,
    Alternatives,
    either,
    is_known,
    joined,
    plain,
    unless_unset,
)
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.go_grammar import SCRIPT, returned, type_name
from parsed_graph.syntax.go_text_calls import known_member, known_value, written_value
from parsed_graph.syntax.go_types import GoTypes
from parsed_graph.syntax.meaning import Frame, Meaning
from parsed_graph.syntax.scopes import Binding, Parameter, Scope, ScopeTree, holder
from parsed_graph.syntax.script_definitions import MAX_DEPTH
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_scope import LiteralField, TypedScope, member_name

_OPTIONS = re.compile(r"\.\.\.\s*(?:\w+\.)?\w*(?:[oO]ption|[oO]pt|Setter)s?$")
"""`opts ...Option`: functions that set fields, often in another file of the package."""
PREDECLARED = frozenset(
    """true false nil iota string int int64 int32 uint64 uint32 uint byte rune error any bool float64 float32 len cap
    append make new panic recover print println copy delete close min max clear _""".split()
)


class GoText(ScriptText):
    """Lowers the string expressions of one file."""

    def __init__(
        self,
        file: SourceFile,
        tree: ScopeTree,
        types: GoTypes,
        fields: dict[str, dict[str, list[Binding]]],
        foreign: frozenset[str],
    ) -> None:
        super().__init__(file, tree, SCRIPT, known_value, fields, foreign)
        self.go_types = types
        self._foreign_types: dict[str, TypeSyntax] = {}
        self._handed: dict[tuple[int, str], Alternatives] = {}
        self._by_name: dict[str, list[CallSyntax]] | None = None

    def lower(self, node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None) -> Alternatives:
        """The possible values of an expression; what only a parameter of an unexported function gives, as the file calls it."""
        found = super().lower(node, function, owner)
        if (
            function is None
            or function.name[:1].isupper()
            or not any(isinstance(p, Unknown) and p.name for t in found for p in t)
        ):
            return found
        return either(self._filled(text, function, 0, keeps=True) for text in found)

    def type_of(self, node: Node | None) -> str:
        """The qualified type of an expression, without `*`; "" where the file does not tell."""
        found = self.go_types.of(node, self._typed(self.tree.at(node.start_byte))) if node is not None else ""
        return self.go_types.qualified(found) if found and found not in PREDECLARED else found

    def given(self, node: Node | None, name: str) -> list[Node]:
        """The expressions in a struct literal's field of this name; else those that the file assigns to that field of the type."""
        made = self.origin(node)
        found = made.argument(name) if made is not None and made.is_new else None
        if found is not None:
            return [found]
        if node is None or (made is not None and made.is_new and self.shape(node).node == made.node):
            return []
        bindings = self.fields.get(self.type_of(node), {}).get(name, ())
        is_literal = made is not None and made.is_new
        return [b.node for b in bindings if b.kind == "=" and not (is_literal and isinstance(b, LiteralField))]

    def _bindings_of(self, found: Expression, scope: Scope) -> list[Binding]:
        if found.kind == "member":
            owner = self.go_types.of(found.nodes[0], self._typed(scope))
            given = self.fields.get(self.go_types.qualified(owner), {}).get(found.name) if owner else None
            if given:
                return [binding for binding in given if binding.kind == "="]
        return super()._bindings_of(found, scope)

    def values_of(self, binding: Binding) -> Alternatives:
        """What a binding gives."""
        return self._binding(binding, self.tree.root, None, 0)

    # --- Names ------------------------------------------------------------------------------------

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if holder(found.name, scope) is None and found.name not in self.file.imports:
            return self._elsewhere(found.name)
        return super()._name(found, scope, frame, depth)

    def _elsewhere(self, name: str) -> Alternatives:
        """A name that this file does not declare belongs to another file of the package."""
        return UNKNOWN if name in PREDECLARED else ((Reference(member_name(self.file.package, name)),),)

    def _parameter(self, name: str, parameter: Parameter, home: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if frame is not None and frame.scope is home:
            return frame.values.get(name) or UNKNOWN
        is_named = home.function is not None and home.node == home.function.node
        return ((Unknown(name if is_named and parameter.position < RECEIVER else ""),),)

    def _bound(
        self, name: str, place: int, home: Scope, scope: Scope, start: Alternatives, frame: Frame | None, depth: int
    ) -> Alternatives:
        return with_fallback(super()._bound(name, place, home, scope, start, frame, depth))

    def _binding(self, binding: Binding, home: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if depth > MAX_DEPTH:
            return UNKNOWN
        scope = self.tree.at(binding.node.start_byte)
        if binding.kind == "out":
            return self._written(binding, scope, frame, depth)
        if binding.keys and binding.keys[0].isdigit():
            return self._nth_result(binding, scope, frame, depth)
        return super()._binding(binding, scope, frame, depth)

    def _written(self, binding: Binding, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        """What a call stores through the pointer that it is passed at a position."""
        call = self.calls.get(binding.node.id)
        if call is None:
            return UNKNOWN
        position = int(binding.keys[0])
        function = self.called(call, scope)
        if function is None:
            known = written_value(call, position, lambda n: self.lower_at(n, scope, frame, depth + 1) if n else NOTHING)
            return known if known is not None else UNKNOWN
        inner = self._scopes.get(function.node.id)
        names = list(function.parameters)
        if not isinstance(inner, TypedScope) or position >= len(names) or (function.node.id, 1) in self._busy:
            return UNKNOWN
        self._busy.add((function.node.id, 1))
        try:
            values = self._passed(inner, call, scope, frame, depth)
            writes = inner.writes.get(names[position], ())
            return (
                with_fallback(
                    either(
                        self.lower_at(w.node, self.tree.at(w.node.start_byte), Frame(inner, values), depth + 1)
                        for w in writes
                    )
                )
                or UNKNOWN
            )
        finally:
            self._busy.discard((function.node.id, 1))

    def _passed(
        self, inner: Scope, call: CallSyntax, scope: Scope, frame: Frame | None, depth: int
    ) -> dict[str, Alternatives]:
        values: dict[str, Alternatives] = {}
        for name, parameter in inner.parameters.items():
            node = call.arguments[parameter.position].node if parameter.position < len(call.arguments) else None
            if node is not None:
                values[name] = self.lower_at(node, scope, frame, depth + 1)
        return values

    def _nth_result(self, binding: Binding, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        call = self.calls.get(binding.node.id)
        function = self.called(call, scope) if call is not None else None
        inner = self._scopes.get(function.node.id) if function is not None else None
        if call is None or function is None or inner is None or (function.node.id, 0) in self._busy:
            return UNKNOWN
        values = self._passed(inner, call, scope, frame, depth)
        self._busy.add((function.node.id, 0))
        try:
            nodes = returned(function.node, int(binding.keys[0]))
            found = (self.lower_at(n, self.tree.at(n.start_byte), Frame(inner, values), depth + 1) for n in nodes)
            return _without_failures(either(found)) or UNKNOWN
        finally:
            self._busy.discard((function.node.id, 0))

    # --- Types and fields -------------------------------------------------------------------------

    def _meaning_of_name(self, found: Expression, scope: Scope, depth: int) -> Meaning | None:
        home = holder(found.name, scope)
        if home is None and found.name not in self.file.imports:
            return Meaning(scope, external=member_name(self.file.package, found.name))
        if isinstance(home, TypedScope) and home.types.get(found.name):
            return self.meaning_of_type(home.types[found.name], home)
        return super()._meaning_of_name(found, scope, depth)

    def _meaning_of_binding(self, binding: Binding, home: Scope, depth: int) -> Meaning | None:
        if binding.kind != "=":
            return None
        return super()._meaning_of_binding(binding, self.tree.at(binding.node.start_byte), depth)

    def _meaning_of_parameter(self, name: str, parameter: Parameter, home: Scope) -> Meaning | None:
        return self.meaning_of_type(parameter.type, home) if parameter.type else None

    def meaning_of_type(self, declared: str, scope: Scope) -> Meaning | None:
        """A type of this package, or an imported one."""
        name = type_name(declared)
        if not name or name in PREDECLARED:
            return None
        known = self.go_types.types.get(name) or self._foreign_types.get(name)
        if known is None and "." not in name:
            known = TypeSyntax(name, member_name(self.file.package, name), "struct", 0, 0, [], [])
            self._foreign_types[name] = known
        if known is not None:
            return Meaning(self.tree.root, type=known)
        return Meaning(scope, external=self.go_types.qualified(name))

    def _meaning_of_call(self, node: Node, scope: Scope, depth: int) -> Meaning | None:
        call = self.calls.get(node.id)
        if call is None:
            return None
        function = self.called(call, scope)
        if function is not None:
            return self._meaning_returned(function, depth) or Meaning(scope, node=node)
        if call.receiver is None and not call.is_new and holder(call.name, scope) is None:
            if call.name in PREDECLARED:
                return self.meaning_of_type(self.go_types.of(node, self._typed(scope)), scope)
            return Meaning(scope, external=member_name(self.file.package, call.name))
        return super()._meaning_of_call(node, scope, depth)

    def _typed(self, scope: Scope) -> TypedScope:
        assert isinstance(scope, TypedScope)
        return scope

    def _takes_environment(self, call: CallSyntax, scope: Scope) -> bool:
        return False

    def pick(self, target: Meaning | None, key: str, depth: int = 0) -> Meaning | None:
        """A member; of a struct literal that does not say it, what the file gives to its type."""
        found = super().pick(target, key, depth)
        if found is not None or target is None or target.node is None or target.node.type != "composite_literal":
            return found
        kind = target.node.child_by_field_name("type")
        declared = self.meaning_of_type(self.go_types.text(kind), target.scope) if kind is not None else None
        return super().pick(declared, key, depth + 1) if declared is not None else None

    def _member(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if found.kind == "member" and found.name in known_member:
            call = self.calls.get(self.definition(found.nodes[0], scope).id)
            node = known_member[found.name](call) if call is not None else None
            if node is not None:
                return self.lower_at(node, self.tree.at(node.start_byte), frame, depth + 1)
        known = super()._member(found, scope, frame, depth)
        if known == UNKNOWN and found.kind == "index":
            key = self._key_of_settings(found, scope, depth)
            return ((Setting(key),),) if key else UNKNOWN
        return known

    def _key_of_settings(self, found: Expression, scope: Scope, depth: int) -> str:
        """The key in `settings["OrdersAddress"]`, where `var settings map[string]string` is filled from a file."""
        operand = found.nodes[0]
        home = holder(self.go_types.text(operand), scope) if operand.type == "identifier" else None
        declared = home.types.get(self.go_types.text(operand), "") if isinstance(home, TypedScope) else ""
        return self._key(found, scope, depth) if declared.startswith("map[string]") else ""

    def called(self, call: CallSyntax, scope: Scope) -> FunctionSyntax | None:
        """The function or method of this file that is called."""
        if call.is_new:
            return None
        if call.receiver is None:
            return super().called(call, scope)
        owner = self.go_types.of(call.receiver, self._typed(scope))
        return self.go_types.methods.get((owner, call.name)) if owner else None

    def _returned(
        self, function: FunctionSyntax, call: CallSyntax, scope: Scope, frame: Frame | None, depth: int
    ) -> Alternatives:
        return _without_failures(super()._returned(function, call, scope, frame, depth))

    def field_values(self, owner: TypeSyntax, name: str, depth: int = 0) -> Alternatives:
        """What this file gives to a field; a Reference to it where another file of the package may."""
        found = super().field_values(owner, name, depth)
        is_open = found == UNKNOWN or (bool(found) and self._is_optional(owner, name))
        return ((Reference(f"{owner.qualified_name}.{name}"),),) if is_open and depth < MAX_DEPTH else found

    def _is_optional(self, owner: TypeSyntax, name: str) -> bool:
        """Whether option functions may set the field, `func Name(name string) Option { return func(p *T) { p.name = name } }`: what the file gives is a default."""
        for binding in self.fields.get(owner.qualified_name, {}).get(name, []):
            scope = self.tree.at(binding.node.start_byte)
            function, shape = scope.function, self.shape(binding.node)
            is_handed = function is not None and shape.kind == "name" and shape.name in function.parameters
            if is_handed and function is not None and function.name[:1].isupper() and scope.node != function.node:
                return True
        return any(
            (function.owner is owner or owner.name in function.return_type)
            and any(_OPTIONS.match(declared) for declared in function.parameters.values())
            for function in self.file.functions
        )

    def _assigned(self, owner: TypeSyntax, name: str, depth: int) -> Alternatives:
        """What the file puts into a field; a parameter of a function is what the callers in this file pass for it."""
        found: list[Alternatives] = []
        for binding in self.fields.get(owner.qualified_name, {}).get(name, []):
            scope = self.tree.at(binding.node.start_byte)
            for text in self._binding(binding, scope, None, depth + 1):
                if any(isinstance(part, Unknown) for part in text):
                    found.append(self._filled(text, scope.function, depth))
                elif text:
                    found.append((text,))
        return with_fallback(either(found))

    def _filled(self, text: Text, function: FunctionSyntax | None, depth: int, *, keeps: bool = False) -> Alternatives:
        """A text with the parameters in it as the callers of the function in this file pass them.

        What they do not say stays as it is if `keeps`; else it is unknown, and nothing where all of the text is.
        """
        parts: list[Alternatives] = []
        for part in text:
            given: Alternatives = ((part,),)
            if isinstance(part, Unknown):
                passed = (
                    self._from_callers(function, part.name, depth) if part.name and function is not None else NOTHING
                )
                given = passed or (given if keeps else UNKNOWN)
            parts.append(given)
        return tuple(value for value in joined(parts) if keeps or is_known(value))

    def _from_callers(self, function: FunctionSyntax, parameter: str, depth: int) -> Alternatives:
        """What the calls of a function in this file pass for a parameter, through functions that hand on their own."""
        key = (function.node.id, parameter)
        found = self._handed.get(key)
        if found is None:
            self._handed[key] = NOTHING  # A function that calls itself tells nothing more.
            found = self._handed[key] = self._from_calls(function, parameter, depth)
        return found

    def _from_calls(self, function: FunctionSyntax, parameter: str, depth: int) -> Alternatives:
        names = list(function.parameters)
        position = names.index(parameter) if parameter in names else -1
        if position < 0 or depth > MAX_DEPTH:
            return NOTHING
        if self._by_name is None:
            self._by_name = {}
            for call in self.file.calls:
                self._by_name.setdefault(call.name, []).append(call)
        found: list[Alternatives] = []
        for call in self._by_name.get(function.name, [])[:MAX_CALLERS]:
            if len(call.arguments) <= position:
                continue
            scope = self.tree.at(call.node.start_byte)
            if self.called(call, scope) is not function:
                continue
            for text in self.lower_at(call.arguments[position].node, scope, None, depth + 1):
                is_open = scope.function is not function and any(isinstance(part, Unknown) for part in text)
                found.append(self._filled(text, scope.function, depth + 4) if is_open else (text,))
        return tuple(text for text in either(found) if text and is_known(text))


MAX_CALLERS = 50
"""How many calls of one function are looked at for what they pass."""
RECEIVER = 10_000
"""The position of a method's receiver among its parameters: no argument stands there."""


def _without_failures(values: Alternatives) -> Alternatives:
    """What a function returns, without the empty string that stands beside an error."""
    return with_fallback(tuple(text for text in values if text) or values)


def with_fallback(values: Sequence[Text] | Alternatives) -> Alternatives:
    """One variable of the environment or setting beside one plain string: the string is what the code falls back to."""
    if len(values) != 2:
        return tuple(values)
    first, second = values
    for read, default in ((first, second), (second, first)):
        part = read[0] if len(read) == 1 else None
        if isinstance(part, Env | Setting) and part.default is None and plain(default) is not None:
            return unless_unset((read,), (default,)) if default else ((part,),)
    return tuple(values)
