"""String expressions of scripting languages as Texts: literals, templates, variables, fields, object literals, own functions.

A name is followed through the bindings that reach its use, a field through the assignments of its class, a call of a
function of the same file into what that function returns. What another file defines stays a Reference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tree_sitter import Node

from parsed_graph.facts import Env, Reference, Text, Unknown
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
from parsed_graph.syntax.scopes import Binding, Parameter, Scope, ScopeTree, holder, reaching
from parsed_graph.syntax.source_file import MAX_ALTERNATIVES, CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

_SEPARATOR = re.compile(r"[./]")
MAX_DEPTH = 30
"""How deep an expression is followed through variables, calls and brackets."""
MAX_STEPS = 3_000
"""How many expressions are looked at for one value."""


class Frame(NamedTuple):
    """What the parameters of a function stand for while a call of it is followed."""

    scope: Scope
    values: dict[str, Alternatives]


class Meaning(NamedTuple):
    """What an expression stands for, where that is no string.

    Exactly one is set: `node` (an expression, seen from `scope`), `type` (the class or an instance of it), `external`
    (the qualified name of something imported, or of a member of it), `is_environment`, `variable` (one of the environment).
    """

    scope: Scope
    node: Node | None = None
    type: TypeSyntax | None = None
    external: str = ""
    is_environment: bool = False
    variable: str = ""


KnownValue = Callable[[Node, CallSyntax | None, "ScriptText", Scope, Frame | None, int], Alternatives | None]
"""Lowers a formatting expression, or a call that the language or its usual libraries define; None for any other call."""

FieldRule = Callable[["ScriptText", TypeSyntax, str], Alternatives | None]
"""What a field holds by a rule of the class's library, None where no rule applies."""


class ScriptText:
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
        self.file, self.tree, self.grammar, self.fields = file, tree, grammar, fields
        self._known_value, self._foreign = known_value, foreign
        self.field_rule: FieldRule = _no_rule
        self.calls = {call.node.id: call for call in file.calls}
        self.types = {declared.qualified_name: declared for declared in file.types}
        self._own: dict[str, bool] = {}
        self._shapes: dict[int, Expression] = {}
        self._scopes = {
            scope.function.node.id: scope
            for scope in tree.scopes
            if scope.function is not None and scope.node == scope.function.node
        }
        self._busy: set[tuple[int, int]] = set()
        self._steps = 0
        self._creations: dict[str, list[CallSyntax]] | None = None

    def lower(self, node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None) -> Alternatives:
        """The possible values of an expression; one Unknown where the file says nothing, none for `null`."""
        if node is None:
            return NOTHING
        self._steps = 0
        return self.lower_at(node, self.tree.at(node.start_byte))

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

    def entries_of(self, node: Node | None) -> dict[str, Node]:
        """The values of a literal mapping by their keys, which may stand behind a name; {} for anything else."""
        found = self.shape(value) if (value := self.value(node)) is not None else None
        return self.grammar.entries(found.node, self.file.source) if found and found.kind == "object" else {}

    def restart(self) -> None:
        """Starts a new budget of steps."""
        self._steps = 0

    def is_own(self, qualified: str) -> bool:
        """Whether an imported name may belong to the estate: no standard library, no known library."""
        found = self._own.get(qualified)
        if found is None:
            ends = [match.start() for match in _SEPARATOR.finditer(qualified)]
            found = not any(qualified[:end] in self._foreign for end in (*ends, len(qualified)))
            self._own[qualified] = found
        return found

    def shape(self, node: Node) -> Expression:
        """The expression's shape."""
        found = self._shapes.get(node.id)
        if found is None:
            found = self._shapes[node.id] = self.grammar.shape(node, self.file.source)
        return found

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

    # --- Names --------------------------------------------------------------------------------

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

    def _bound(
        self, name: str, place: int, home: Scope, scope: Scope, start: Alternatives, frame: Frame | None, depth: int
    ) -> Alternatives:
        """Follows bindings in order: a certain one replaces what was there, an uncertain one adds to it."""
        state: list[Text] = list(start)
        for binding, certain in reaching(name, place, home, scope, self.grammar.choices):
            values = self._binding(binding, home, frame, depth)
            if binding.kind == "+=":
                grown = joined([tuple(state) or UNKNOWN, values])
                state = list(grown) if certain else [*state, *(text for text in grown if text not in state)]
            elif certain:
                state = list(values)
            else:
                state += [text for text in values if text not in state]
            if len(state) > 4 * MAX_ALTERNATIVES:
                return UNKNOWN
        filled = [text for text in state if text]
        return either([tuple(filled or state)])

    def _binding(self, binding: Binding, home: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if binding.kind == "each":
            return either(self.lower_at(n, home, frame, depth + 1) for n in self.members(binding.node, home)) or UNKNOWN
        if not binding.keys:
            return self.lower_at(binding.node, home, frame, depth + 1)
        meaning = self.meaning(binding.node, home, depth + 1)
        for key in binding.keys:
            meaning = self.pick(meaning, key, depth + 1)
        found = self._lower_meaning(meaning, depth) if meaning is not None else UNKNOWN
        if binding.default is None:
            return found
        return unless_unset(found, self.lower_at(binding.default, home, frame, depth + 1))

    def _external(self, qualified: str) -> Alternatives:
        return ((Reference(qualified),),) if qualified and self.is_own(qualified) else UNKNOWN

    # --- Members ------------------------------------------------------------------------------

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

    def _stored(self, found: Expression, scope: Scope, depth: int) -> Alternatives | None:
        """`app.config["X"]` and `Server.PORT`, where the file assigns to exactly that."""
        path = self.path_text(found.node)
        home = holder(path, scope) if path else None
        if home is None or path not in home.names:
            return None
        key = (found.node.id, id(home))
        if key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            bindings = home.names[path]
            return either(self._binding(binding, home, None, depth + 1) for binding in bindings) or UNKNOWN
        finally:
            self._busy.discard(key)

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

    def _key(self, found: Expression, scope: Scope, depth: int) -> str:
        values = self.lower_at(found.nodes[1], scope, None, depth + 1)
        if len(values) != 1 or len(values[0]) != 1:
            return ""
        return str(getattr(values[0][0], "text", ""))

    def _lower_meaning(self, meaning: Meaning, depth: int) -> Alternatives:
        if meaning.node is not None:
            return self.lower_at(meaning.node, meaning.scope, None, depth + 1)
        if meaning.variable:
            return environment_value(meaning.variable)
        return self._external(meaning.external) if meaning.external else UNKNOWN

    def meaning(self, node: Node, scope: Scope, depth: int = 0) -> Meaning | None:
        """What an expression stands for: a literal, a class or instance of this file, something imported, the environment."""
        self._steps += 1
        if depth > MAX_DEPTH or self._steps > MAX_STEPS:
            return None
        found = self.shape(node)
        kind = found.kind
        if kind == "name":
            return self._meaning_of_name(found, scope, depth + 1)
        if kind == "self":
            return Meaning(scope, type=scope.owner) if scope.owner is not None else None
        if kind == "member":
            return self._meaning_of_member(found, scope, depth + 1)
        if kind == "field":
            return self._meaning_of_field(scope.owner, found.name, depth + 1) if scope.owner is not None else None
        if kind == "index":
            target = self.meaning(found.nodes[0], scope, depth + 1)
            key = self._key(found, scope, depth) if target is not None else ""
            return self._settled(self.pick(target, key, depth + 1), depth) if key else None
        if kind == "call":
            return self._meaning_of_call(found.node, scope, depth + 1)
        if kind in ("or", "either"):
            return next((m for n in found.nodes if (m := self.meaning(n, scope, depth + 1)) is not None), None)
        return Meaning(scope, node=found.node) if kind in ("object", "list", "text", "template", "function") else None

    def _settled(self, meaning: Meaning | None, depth: int) -> Meaning | None:
        """A picked expression, followed to what it stands for."""
        if meaning is None or meaning.node is None:
            return meaning
        return self.meaning(meaning.node, meaning.scope, depth + 1) or meaning

    def _meaning_of_name(self, found: Expression, scope: Scope, depth: int) -> Meaning | None:
        name = found.name
        home = holder(name, scope)
        if home is None:
            imported = self.file.imports.get(name, "")
            if name in self.grammar.environment or imported in self.grammar.environment:
                return Meaning(scope, is_environment=True)
            return Meaning(scope, external=imported) if imported else None
        declared = home.declared.get(name)
        if isinstance(declared, TypeSyntax):
            return Meaning(home, type=declared)
        key = (found.node.id, -id(home))
        if key in self._busy:
            return None
        self._busy.add(key)
        try:
            for binding, _ in reversed(reaching(name, found.node.start_byte, home, scope, self.grammar.choices)):
                meaning = self._meaning_of_binding(binding, home, depth)
                if meaning is not None:
                    return meaning
        finally:
            self._busy.discard(key)
        parameter = home.parameters.get(name)
        return self._meaning_of_parameter(name, parameter, home) if parameter is not None else None

    def _meaning_of_binding(self, binding: Binding, home: Scope, depth: int) -> Meaning | None:
        if binding.kind != "=":
            return None
        meaning = self.meaning(binding.node, home, depth + 1)
        if meaning is None and not binding.keys:
            return Meaning(home, node=binding.node) if self.shape(binding.node).kind == "call" else None
        for key in binding.keys:
            meaning = self._settled(self.pick(meaning, key, depth + 1), depth)
        return meaning

    def _meaning_of_parameter(self, name: str, parameter: Parameter, home: Scope) -> Meaning | None:
        if parameter.type:
            return self.meaning_of_type(parameter.type, home)
        if parameter.key:
            return None
        wanted = name.replace("_", "").lower()
        # Untyped code names a parameter for its class: `api_request` holds an ApiRequest.
        found = [t for t in self.file.types if t.name.lower() == wanted and t.name.lower() != t.name]
        return Meaning(home, type=found[0]) if len(found) == 1 else None

    def meaning_of_type(self, declared: str, scope: Scope) -> Meaning | None:
        """The class that a declared type names."""
        name = self.grammar.type_name(declared)
        head, _, rest = name.partition(".")
        home = holder(head, scope) if head else None
        if home is not None:
            found = home.declared.get(head)
            return Meaning(home, type=found) if isinstance(found, TypeSyntax) and not rest else None
        imported = self.file.imports.get(head, "")
        return Meaning(scope, external=f"{imported}.{rest}" if rest else imported) if imported else None

    def _meaning_of_member(self, found: Expression, scope: Scope, depth: int) -> Meaning | None:
        path = self.path_text(found.node)
        if path and path in self.grammar.environment:
            return Meaning(scope, is_environment=True)
        home = holder(path, scope) if path else None
        if home is not None and path in home.names:
            return self._meaning_of_binding(home.names[path][-1], home, depth + 1)
        target = self.meaning(found.nodes[0], scope, depth + 1)
        meaning = self._settled(self.pick(target, found.name, depth + 1), depth)
        if meaning is not None and meaning.external in self.grammar.environment:
            return Meaning(scope, is_environment=True)
        return meaning

    def _meaning_of_call(self, node: Node, scope: Scope, depth: int) -> Meaning | None:
        call = self.calls.get(node.id)
        if call is None:
            return None
        if self._takes_environment(call, scope):
            return Meaning(scope, is_environment=True)
        keyed = self._keyed(call) or self.resolved_class(call)
        if keyed is not None:
            return self.meaning(keyed, scope, depth + 1)
        if call.receiver is not None:
            target = self.meaning(call.receiver, scope, depth + 1) if not call.is_new else None
            external = target.external if target is not None else ""
            if external and (call.name[:1].isupper() or self.is_own(external)):
                return Meaning(scope, external=f"{external}.{call.name}")
            return Meaning(scope, node=node)
        home = holder(call.name, scope)
        if home is None:
            imported = self.file.imports.get(call.name, "")
            return Meaning(scope, external=imported) if imported else Meaning(scope, node=node)
        declared = home.declared.get(call.name)
        if isinstance(declared, TypeSyntax):
            return Meaning(home, type=declared)
        if isinstance(declared, FunctionSyntax):
            return self._meaning_returned(declared, depth) or Meaning(scope, node=node)
        return Meaning(scope, node=node)

    def _takes_environment(self, call: CallSyntax, scope: Scope) -> bool:
        """`cleanEnv(process.env, …)`, `schema.parse(process.env)`: what comes back is the environment again."""
        return any(
            self.shape(a.node).kind == "member" and self.path_text(a.node) in self.grammar.environment
            for a in call.arguments[:2]
        )

    def _keyed(self, call: CallSyntax) -> Node | None:
        """NestJS: `app.get(ordersConfig.KEY)` gives what `ordersConfig` registers."""
        if call.name not in ("get", "resolve") or len(call.arguments) != 1:
            return None
        shape = self.shape(call.arguments[0].node)
        return shape.nodes[0] if shape.kind == "member" and shape.name == "KEY" else None

    def resolved_class(self, call: CallSyntax) -> Node | None:
        """Containers of dependencies: `container.resolve(Stock)` and `injector.get(Stock)` are an instance of the class."""
        if call.name not in ("resolve", "get", "inject") or len(call.arguments) != 1 or call.is_new:
            return None
        shape = self.shape(call.arguments[0].node)
        is_class = shape.kind == "name" and shape.name[:1].isupper() and not shape.name.isupper()
        return shape.node if is_class else None

    def _meaning_returned(self, function: FunctionSyntax, depth: int) -> Meaning | None:
        inner = self._scopes.get(function.node.id)
        if function.return_type and inner is not None:
            meaning = self.meaning_of_type(function.return_type, inner)
            if meaning is not None and (meaning.type is not None or self.is_own(meaning.external)):
                return meaning
        returned = self.grammar.returns(function.node)
        if len(returned) != 1 or inner is None:
            return None
        return self.meaning(returned[0], inner, depth + 1)

    def pick(self, target: Meaning | None, key: str, depth: int = 0) -> Meaning | None:
        """A member of what an expression stands for."""
        if target is None or depth > MAX_DEPTH:
            return None
        if target.is_environment:
            return Meaning(target.scope, variable=key)
        if target.external:
            return Meaning(target.scope, external=f"{target.external}.{key}")
        if target.type is not None:
            return self._meaning_of_field(target.type, key, depth + 1)
        if target.node is None:
            return None
        found = self.grammar.shape(target.node, self.file.source)
        if found.kind == "object":
            entry = self.grammar.entries(found.node, self.file.source).get(key)
            return Meaning(target.scope, node=entry) if entry is not None else None
        if found.kind == "list" and key.isdigit() and int(key) < len(found.nodes):
            return Meaning(target.scope, node=found.nodes[int(key)])
        return None

    def _meaning_of_field(self, owner: TypeSyntax, name: str, depth: int) -> Meaning | None:
        declared = self._declared_field(owner, name)
        if declared is None:
            return None
        scope = self.tree.at(owner.node.start_byte + 1) if owner.node is not None else self.tree.root
        if declared.fields.get(name):
            meaning = self.meaning_of_type(declared.fields[name], scope)
            if meaning is not None:
                return meaning
        key = (id(declared), hash(name))
        if key in self._busy:
            return None
        self._busy.add(key)
        try:
            for binding in reversed(self.fields.get(declared.qualified_name, {}).get(name, [])):
                meaning = self._meaning_of_binding(binding, self.tree.at(binding.node.start_byte), depth)
                if meaning is not None:
                    return meaning
        finally:
            self._busy.discard(key)
        return None

    # --- Fields -------------------------------------------------------------------------------

    def field_values(self, owner: TypeSyntax, name: str, depth: int = 0) -> Alternatives:
        """What a class and the creations of its instances in this file give to a field; a Reference where nothing does."""
        ruled = self.field_rule(self, owner, name)
        if ruled is not None:
            return ruled
        reference: Alternatives = ((Reference(f"{owner.qualified_name}.{name}"),),)
        declared = self._declared_field(owner, name)
        key = (id(declared or owner), ~hash(name))
        if depth > MAX_DEPTH or key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            given = self._given(declared or owner, name, name, depth)
            if declared is None:
                return given or (reference if owner.bases else UNKNOWN)
            return self._assigned(declared, name, depth) or given or reference
        finally:
            self._busy.discard(key)

    def _assigned(self, owner: TypeSyntax, name: str, depth: int) -> Alternatives:
        found: list[Alternatives] = []
        for binding in self.fields.get(owner.qualified_name, {}).get(name, []):
            scope = self.tree.at(binding.node.start_byte)
            for text in self._binding(binding, scope, None, depth + 1):
                if len(text) == 1 and isinstance(text[0], Unknown):
                    if text[0].name and scope.function and scope.function.name == self.grammar.constructor:
                        found.append(self._given(owner, name, text[0].name, depth))
                elif text:
                    found.append((self._anonymous(text),))
        return either(found)

    def _anonymous(self, text: Text) -> Text:
        """A parameter of a constructor means nothing in the method that uses the field."""
        return tuple(Unknown("") if isinstance(part, Unknown) else part for part in text)

    def _given(self, owner: TypeSyntax, field: str, parameter: str, depth: int) -> Alternatives:
        """What creations of the class in this file pass for a field, by its name or that of the constructor's parameter."""
        constructor = next(
            (f for f in self.file.functions if f.owner is owner and f.name == self.grammar.constructor), None
        )
        position = (
            list(constructor.parameters).index(parameter)
            if constructor and parameter in constructor.parameters
            else None
        )
        found: list[Alternatives] = []
        for call in self._created(owner):
            node = call.argument(parameter, field, position=position)
            if node is not None:
                found.append(self.lower_at(node, self.tree.at(node.start_byte), None, depth + 1))
        return tuple(text for text in either(found) if text and is_known(text))

    def _created(self, owner: TypeSyntax) -> list[CallSyntax]:
        if self._creations is None:
            self._creations = {}
            names = {declared.name for declared in self.file.types}
            for call in self.file.calls:
                if call.name in names and (call.receiver is None or call.is_new):
                    self._creations.setdefault(call.name, []).append(call)
        return self._creations.get(owner.name, [])

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

    # --- Calls and lists ----------------------------------------------------------------------

    def _call(self, node: Node, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        call = self.calls.get(node.id)
        if call is None:
            return UNKNOWN
        known = self._known_value(node, call, self, scope, frame, depth)
        if known is not None:
            return known
        function = self.called(call, scope)
        return self._returned(function, call, scope, frame, depth) if function is not None else UNKNOWN

    def called(self, call: CallSyntax, scope: Scope) -> FunctionSyntax | None:
        """The function of this file that is called by its name, or as a method of `self`."""
        if call.receiver is None:
            home = holder(call.name, scope)
            declared = home.declared.get(call.name) if home is not None else None
            return declared if isinstance(declared, FunctionSyntax) else None
        if scope.owner is None or self.shape(call.receiver).kind != "self":
            return None
        return next((f for f in self.file.functions if f.owner is scope.owner and f.name == call.name), None)

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

    def members(self, node: Node, scope: Scope) -> list[Node]:
        """The members of a list (through a name), or the values of an object; none where the file does not say."""
        meaning = self.meaning(node, scope)
        if meaning is None or meaning.node is None:
            return []
        found = self.shape(meaning.node)
        if found.kind == "list":
            return list(found.nodes)
        return list(self.grammar.entries(found.node, self.file.source).values()) if found.kind == "object" else []


def _no_rule(text: ScriptText, owner: TypeSyntax, name: str) -> Alternatives | None:
    return None


def environment_value(key: str, default: Alternatives = NOTHING) -> Alternatives:
    """An environment variable, with what the code falls back to."""
    return unless_unset(((Env(key),),), default) if default else ((Env(key),),)


_UPPER = re.compile(r"^[A-Z][A-Z0-9_]*$")


def looks_like_variable(key: str) -> bool:
    """Whether a key is spelt like an environment variable: `ORDERS_URL`."""
    return _UPPER.match(key) is not None
