"""What the bindings of one file give to its names, its stored paths and the fields of its classes."""

from __future__ import annotations

from parsed_graph.facts import Reference, Text, Unknown
from parsed_graph.syntax.alternatives import UNKNOWN, Alternatives, either, is_known, joined, unless_unset
from parsed_graph.syntax.environment_value import environment_value
from parsed_graph.syntax.expression import Expression, ScriptGrammar
from parsed_graph.syntax.meaning import Frame, Meaning
from parsed_graph.syntax.scopes import Binding, Scope, ScopeTree, holder, reaching
from parsed_graph.syntax.script_definitions import MAX_DEPTH
from parsed_graph.syntax.script_meanings import ScriptMeanings
from parsed_graph.syntax.source_file import MAX_ALTERNATIVES, CallSyntax, SourceFile, TypeSyntax


class ScriptBindings(ScriptMeanings):
    """Values of what is bound, in the order of the file."""

    def __init__(
        self,
        file: SourceFile,
        tree: ScopeTree,
        grammar: ScriptGrammar,
        fields: dict[str, dict[str, list[Binding]]],
        foreign: frozenset[str],
    ) -> None:
        super().__init__(file, tree, grammar, fields, foreign)
        self._creations: dict[str, list[CallSyntax]] | None = None

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

    def _lower_meaning(self, meaning: Meaning, depth: int) -> Alternatives:
        if meaning.node is not None:
            return self.lower_at(meaning.node, meaning.scope, None, depth + 1)
        if meaning.variable:
            return environment_value(meaning.variable)
        return self._external(meaning.external) if meaning.external else UNKNOWN

    def _external(self, qualified: str) -> Alternatives:
        return ((Reference(qualified),),) if qualified and self.is_own(qualified) else UNKNOWN

    # --- Fields -------------------------------------------------------------------------------

    def field_values(self, owner: TypeSyntax, name: str, depth: int = 0) -> Alternatives:
        """What a class and the creations of its instances in this file give to a field; a Reference where nothing does."""
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
