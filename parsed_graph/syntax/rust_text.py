"""Rust's string expressions: constants of other modules, associated constants, fields of structs that other files declare."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.facts import Reference
from parsed_graph.syntax.alternatives import Alternatives
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.meaning import Frame, Meaning
from parsed_graph.syntax.rust_grammar import SCRIPT, type_name
from parsed_graph.syntax.rust_libraries import LIBRARIES, STANDARD
from parsed_graph.syntax.rust_names import PathNames
from parsed_graph.syntax.rust_text_calls import known_value
from parsed_graph.syntax.scopes import Binding, Scope, ScopeTree, holder
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile, TypeSyntax
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import member_name


class RustText(ScriptText):
    """Lowers the string expressions of one file."""

    def __init__(
        self, file: SourceFile, tree: ScopeTree, fields: dict[str, dict[str, list[Binding]]], names: PathNames
    ) -> None:
        super().__init__(file, tree, SCRIPT, known_value, fields, LIBRARIES)
        self._names = names
        self._methods = {(id(f.owner), f.name): f for f in reversed(file.functions)}

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if holder(found.name, scope) is not None:
            return super()._name(found, scope, frame, depth)
        qualified = self.file.imports.get(found.name, "")
        if qualified:
            return self._external(qualified)
        if found.name.isupper() and len(self._names.wildcards) == 1:
            return ((Reference(member_name(self._names.wildcards[0], found.name)),),)
        return super()._name(found, scope, frame, depth)

    def meaning_of_type(self, declared: str, scope: Scope) -> Meaning | None:
        """A type of this file, imported, or of the same module."""
        name = type_name(declared)
        if name == "Self":
            return Meaning(scope, type=scope.owner) if scope.owner is not None else None
        if "." in name:
            return Meaning(scope, external=self._names.resolve(name.replace(".", "::")))
        found = super().meaning_of_type(declared, scope)
        if found is None and name[:1].isupper() and name not in STANDARD and len(self._names.wildcards) == 1:
            return Meaning(scope, external=member_name(self._names.wildcards[0], name))
        return found

    def _meaning_of_call(self, node: Node, scope: Scope, depth: int) -> Meaning | None:
        """What a type's constructors give is of the type: `Config::new()`, `Config { … }`, `Config::from_env()?`."""
        call = self.calls.get(node.id)
        if call is None:
            return None
        if call.is_new and isinstance(call, TypedCall):
            written = self.file.text(call.name_node)
            own = Meaning(scope, type=scope.owner) if written == "Self" and scope.owner is not None else None
            return own or self.meaning_of_type(written, scope) or Meaning(scope, node=node)
        if call.receiver is not None and self.called(call, scope) is None:
            last = (
                self.file.text(call.receiver).rpartition("::")[2] if call.receiver.type.endswith("identifier") else ""
            )
            meaning = self.meaning(call.receiver, scope, depth + 1) if last[:1].isupper() else None
            if meaning is not None and (meaning.type is not None or self.is_own(meaning.external)):
                return meaning
        return super()._meaning_of_call(node, scope, depth)

    def called(self, call: CallSyntax, scope: Scope) -> FunctionSyntax | None:
        """The function of this file that is called: by name, on the object itself, or on a type of the file."""
        if call.receiver is None and not call.is_new:
            return super().called(call, scope)
        if call.receiver is None:
            return None
        shape = self.shape(call.receiver)
        if shape.kind == "self":
            return self._methods.get((id(scope.owner), call.name)) if scope.owner is not None else None
        declared = self.tree.root.declared.get(shape.name) if shape.kind == "name" else None
        if declared is None and shape.kind in ("name", "member"):
            meaning = self.meaning(call.receiver, scope)
            declared = meaning.type if meaning is not None else None
        return self._methods.get((id(declared), call.name)) if isinstance(declared, TypeSyntax) else None

    def _takes_environment(self, call: CallSyntax, scope: Scope) -> bool:
        return False
