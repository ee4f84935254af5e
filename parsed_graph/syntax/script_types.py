"""What a method is called on in a scripting language: the class or library that a variable, field or chain comes from.

A class gives its own name (`HttpClient`), a module its name (`requests`, `@grpc/grpc-js`). What a function of a library
returns is named for the way to it: `axios.create`, `boto3.client`, `BlockingConnection.channel`; so that a rule can
tell a client from the response that one of its methods gave.
"""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.syntax.remembered_types import MAX_DEPTH, RememberedTypes
from parsed_graph.syntax.scopes import Binding, Scope, holder
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, TypeSyntax

MAX_WORDS = 4
"""How many words the way to a value may have; longer ways name nothing that a rule asks for."""


class ScriptTypes:
    """Types of one file's receivers; those of a scope's names are worked out once."""

    def __init__(self, text: ScriptText, modules: frozenset[str]) -> None:
        self._text, self._modules = text, modules
        self._remembered = RememberedTypes(text.file.source)
        self._results: dict[int, str] = {}

    def type_of(self, node: Node, scope: Scope) -> str:
        """The type of an expression."""
        return self._of(node, scope, 0)

    def _of(self, node: Node, scope: Scope, depth: int) -> str:
        return self._remembered.of(node, scope, depth, self._shaped)

    def _shaped(self, node: Node, scope: Scope, depth: int) -> str:
        shape = self._text.shape(node)
        kind = shape.kind
        if kind == "name":
            return self._of_name(shape.name, shape.node.start_byte, scope, depth)
        if kind == "self":
            return scope.owner.name if scope.owner is not None else ""
        if kind == "field":
            return self._of_field(scope.owner, shape.name, depth) if scope.owner is not None else ""
        if kind == "member":
            return self._of_member(shape.nodes[0], shape.name, scope, depth)
        if kind == "call":
            return self._of_result(self._text.calls.get(shape.node.id), scope, depth)
        if kind in ("or", "either"):
            return next((found for part in shape.nodes if (found := self._of(part, scope, depth))), "")
        return ""

    def _of_name(self, name: str, place: int, scope: Scope, depth: int) -> str:
        home = holder(name, scope)
        if home is None:
            imported = self._text.file.imports.get(name)
            return self._simple(imported) if imported else ""
        declared = home.declared.get(name)
        if isinstance(declared, TypeSyntax):
            return declared.name
        bindings = home.names.get(name, ())
        seen = [b for b in bindings if b.place <= place] if home is scope and len(bindings) > 1 else bindings
        for binding in reversed(seen or bindings):
            found = self._of_binding(binding, home, depth)
            if found:
                return found
        parameter = home.parameters.get(name)
        if parameter is None:
            return ""
        if parameter.type:
            return self._declared(parameter.type)
        meaning = self._text._meaning_of_parameter(name, parameter, home)
        return meaning.type.name if meaning is not None and meaning.type is not None else ""

    def _of_binding(self, binding: Binding, home: Scope, depth: int) -> str:
        if binding.kind != "=" or depth > MAX_DEPTH:
            return ""
        found = self._of(binding.node, home, depth + 1)
        return self._longer(found, binding.keys[-1]) if binding.keys and found else found

    def _of_member(self, target: Node, name: str, scope: Scope, depth: int) -> str:
        shape = self._text.shape(target)
        if shape.kind == "self" and scope.owner is not None:
            return self._of_field(scope.owner, name, depth)
        path = self._text.path_text(target)
        stored = f"{path}.{name}"
        home = holder(stored, scope) if path else None
        if home is not None:
            return self._of_binding(home.names[stored][-1], home, depth)
        head = path.partition(".")[0]
        imported = self._text.file.imports.get(head) if path and holder(head, scope) is None else None
        if imported:
            return self._simple(f"{imported}{path[len(head) :]}.{name}")
        found = self._of(target, scope, depth + 1)
        owner = next((t for t in self._text.file.types if t.name == found), None) if found else None
        if owner is not None:
            return self._of_field(owner, name, depth)
        return self._longer(found, name) if found else ""

    def _of_field(self, owner: TypeSyntax, name: str, depth: int) -> str:
        declared = owner.fields.get(name)
        if declared:
            return self._declared(declared)
        for binding in reversed(self._text.fields.get(owner.qualified_name, {}).get(name, ())):
            found = self._of_binding(binding, self._text.tree.at(binding.node.start_byte), depth)
            if found:
                return found
        if owner.bases and depth < MAX_DEPTH:
            names = {self._text.grammar.type_name(base) for base in owner.bases}
            base = next((t for t in self._text.file.types if t.name in names and t is not owner), None)
            return self._of_field(base, name, depth + 1) if base is not None else ""
        return ""

    def _declared(self, declared: str) -> str:
        name = self._text.grammar.type_name(declared)
        head, dot, rest = name.partition(".")
        if rest[:1].islower():  # `ReturnType<typeof axios.create>` is what that function returns.
            return f"{self._simple(self._text.file.imports.get(head, head))}{dot}{rest}"
        return name.rpartition(".")[2]

    def _of_result(self, call: CallSyntax | None, scope: Scope, depth: int) -> str:
        if call is None:
            return ""
        if call.is_new or call.name[:1].isupper():
            return call.name
        known = self._results.get(call.node.id)
        if known is None:
            known = self._results[call.node.id] = self._of_call(call, scope, depth)
        return known

    def _of_call(self, call: CallSyntax, scope: Scope, depth: int) -> str:
        resolved = self._text.resolved_class(call)
        if resolved is not None:
            return self._text.shape(resolved).name
        if call.receiver is not None:
            function = self._text.called(call, scope)
            if function is not None:
                return self._returned(function, depth)
            found = call.receiver_type or self._of(call.receiver, scope, depth)
            return self._longer(found, call.name) if found else ""
        home = holder(call.name, scope)
        if home is not None:
            declared = home.declared.get(call.name)
            return self._returned(declared, depth) if isinstance(declared, FunctionSyntax) else ""
        imported = self._text.file.imports.get(call.name)
        if not imported or call.name == "inject":
            return self._required(call)
        if imported in self._modules:
            return self._simple(imported)
        module, _, name = imported.rpartition(".")
        return self._longer(self._simple(module), name)

    def _required(self, call: CallSyntax) -> str:
        """`require("redis")` and `inject(HttpClient)` are what they name."""
        first = call.argument(position=0)
        if first is None or call.name not in ("require", "inject", "import_module"):
            return ""
        shape = self._text.shape(first)
        return shape.name if shape.kind in ("text", "name") else ""

    def _returned(self, function: FunctionSyntax, depth: int) -> str:
        if function.return_type:
            return self._declared(function.return_type)
        if depth > MAX_DEPTH:
            return ""
        returned = self._text.grammar.returns(function.node)
        return (
            self._of(returned[0], self._text.tree.at(returned[0].start_byte), depth + 1) if len(returned) == 1 else ""
        )

    def _simple(self, qualified: str) -> str:
        if qualified in self._modules:
            return self._text.grammar.module_word(qualified)
        return qualified.rpartition(".")[2]

    def _longer(self, found: str, name: str) -> str:
        if name[:1].isupper():
            return name
        return f"{found}.{name}" if found.count(".") < MAX_WORDS - 1 else ""
