"""Scala's string expressions: members of the object itself and of its traits, objects of other files, values that effects hold."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.facts import Env, Literal, Reference, Setting
from parsed_graph.syntax.alternatives import UNKNOWN, Alternatives, either
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.implied_self_text import ImpliedSelfText
from parsed_graph.syntax.jvm_libraries import is_library
from parsed_graph.syntax.meaning import Frame, Meaning
from parsed_graph.syntax.scala_grammar import SCRIPT
from parsed_graph.syntax.scala_text_calls import MISSING, known_member, known_value
from parsed_graph.syntax.scopes import Binding, Scope, ScopeTree, holder
from parsed_graph.syntax.source_file import FunctionSyntax, SourceFile, TypeSyntax


class ScalaText(ImpliedSelfText):
    """Lowers the string expressions of one file."""

    def __init__(self, file: SourceFile, tree: ScopeTree, fields: dict[str, dict[str, list[Binding]]]) -> None:
        super().__init__(file, tree, SCRIPT, known_value, fields, frozenset())

    def is_own(self, qualified: str) -> bool:
        """Whether an imported name may belong to the estate."""
        return not is_library(qualified)

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        value = super()._name(found, scope, frame, depth)
        is_elsewhere = value == UNKNOWN and found.name[:1].islower() and found.name not in self.file.imports
        if is_elsewhere and scope.owner is not None and scope.owner.bases and holder(found.name, scope) is None:
            return ((Reference(f"{scope.owner.qualified_name}.{found.name}"),),)  # A member of a trait.
        return value

    def _member(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        known = known_member(found, self)
        return known if known is not None else super()._member(found, scope, frame, depth)

    def _call(self, node: Node, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        found = super()._call(node, scope, frame, depth)
        call = self.calls.get(node.id) if found == UNKNOWN else None
        if call is None or call.receiver is not None or len(call.arguments) != 1:
            return found
        # `OrdersUrl("http://orders")` of an opaque type or a class around one text is that text.
        if call.is_new or not call.name[:1].isupper() or call.name in MISSING:
            return found
        held = self.lower_at(call.arguments[0].node, scope, frame, depth + 1)
        return held if any(isinstance(part, Literal | Env | Setting) for text in held for part in text) else found

    def lower(self, node: Node | None, function: FunctionSyntax | None, owner: TypeSyntax | None) -> Alternatives:
        """As for any language; of a list, what each of its members may be."""
        found = self.value(node) if node is not None else None
        if found is None or self.shape(found).kind != "list" or found.type == "tuple_expression":
            return super().lower(node, function, owner)
        return either(self.lower_at(m, self.tree.at(m.start_byte)) for m in self.shape(found).nodes) or UNKNOWN

    def _binding(self, binding: Binding, home: Scope, frame: Frame | None, depth: int) -> Alternatives:
        found = super()._binding(binding, home, frame, depth)
        if binding.kind != "each" or found != UNKNOWN:
            return found
        return self.lower_at(binding.node, home, frame, depth + 1)

    def _meaning_of_name(self, found: Expression, scope: Scope, depth: int) -> Meaning | None:
        """A field of the object itself, or what a method of it gives."""
        if holder(found.name, scope) is None and found.name[:1].islower():
            owner = self._owner_of_field(found.name, scope)
            if owner is not None:
                return self._meaning_of_field(owner, found.name, depth)
        return super()._meaning_of_name(found, scope, depth)

    def meaning_of_type(self, declared: str, scope: Scope) -> Meaning | None:
        """A type of this file, imported, or of the same package."""
        found = super().meaning_of_type(declared, scope)
        name = self.grammar.type_name(declared)
        if found is None and "." in name and name[:1].islower():
            head = self.file.imports.get(name.partition(".")[0], "")
            return Meaning(scope, external=f"{head}.{name.partition('.')[2]}" if head else name)
        return found
