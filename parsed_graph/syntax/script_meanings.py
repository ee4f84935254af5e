"""What an expression of one file stands for, where that is no string: a literal, a class or instance, an import, the environment."""

from __future__ import annotations

import re

from tree_sitter import Node

from parsed_graph.syntax.alternatives import Alternatives
from parsed_graph.syntax.expression import Expression, ScriptGrammar
from parsed_graph.syntax.meaning import Frame, Meaning
from parsed_graph.syntax.scopes import Binding, Parameter, Scope, ScopeTree, holder, reaching
from parsed_graph.syntax.script_definitions import MAX_DEPTH, MAX_STEPS, ScriptDefinitions
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax

_SEPARATOR = re.compile(r"[./]")


class ScriptMeanings(ScriptDefinitions):
    """Meanings of the expressions of one file. `foreign` are qualified names of what is known to be no part of the estate."""

    def __init__(
        self,
        file: SourceFile,
        tree: ScopeTree,
        grammar: ScriptGrammar,
        fields: dict[str, dict[str, list[Binding]]],
        foreign: frozenset[str],
    ) -> None:
        super().__init__(file, tree, grammar, fields)
        self._foreign = foreign
        self._own: dict[str, bool] = {}
        self._scopes = {
            scope.function.node.id: scope
            for scope in tree.scopes
            if scope.function is not None and scope.node == scope.function.node
        }
        self._busy: set[tuple[int, int]] = set()

    def lower_at(self, node: Node, scope: Scope, frame: Frame | None = None, depth: int = 0) -> Alternatives:
        """The possible values of an expression, seen from a scope; ScriptText works them out."""
        raise NotImplementedError

    def is_own(self, qualified: str) -> bool:
        """Whether an imported name may belong to the estate: no standard library, no known library."""
        found = self._own.get(qualified)
        if found is None:
            ends = [match.start() for match in _SEPARATOR.finditer(qualified)]
            found = not any(qualified[:end] in self._foreign for end in (*ends, len(qualified)))
            self._own[qualified] = found
        return found

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

    def members(self, node: Node, scope: Scope) -> list[Node]:
        """The members of a list (through a name), or the values of an object; none where the file does not say."""
        meaning = self.meaning(node, scope)
        if meaning is None or meaning.node is None:
            return []
        found = self.shape(meaning.node)
        if found.kind == "list":
            return list(found.nodes)
        return list(self.grammar.entries(found.node, self.file.source).values()) if found.kind == "object" else []

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

    def resolved_class(self, call: CallSyntax) -> Node | None:
        """Containers of dependencies: `container.resolve(Stock)` and `injector.get(Stock)` are an instance of the class."""
        if call.name not in ("resolve", "get", "inject") or len(call.arguments) != 1 or call.is_new:
            return None
        shape = self.shape(call.arguments[0].node)
        is_class = shape.kind == "name" and shape.name[:1].isupper() and not shape.name.isupper()
        return shape.node if is_class else None

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

    def _settled(self, meaning: Meaning | None, depth: int) -> Meaning | None:
        """A picked expression, followed to what it stands for."""
        if meaning is None or meaning.node is None:
            return meaning
        return self.meaning(meaning.node, meaning.scope, depth + 1) or meaning

    def _key(self, found: Expression, scope: Scope, depth: int) -> str:
        values = self.lower_at(found.nodes[1], scope, None, depth + 1)
        if len(values) != 1 or len(values[0]) != 1:
            return ""
        return str(getattr(values[0][0], "text", ""))

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
