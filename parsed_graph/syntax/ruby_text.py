"""Ruby's string expressions: calls without brackets, methods that read like fields, constants of other files."""

from __future__ import annotations

from tree_sitter import Node

from parsed_graph.facts import Reference, Setting
from parsed_graph.syntax.alternatives import UNKNOWN, Alternatives
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.implied_self_text import ImpliedSelfText
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.ruby_grammar import SCRIPT
from parsed_graph.syntax.ruby_names import Constants
from parsed_graph.syntax.ruby_text_calls import known_value, setting_key
from parsed_graph.syntax.scopes import Binding, Scope, ScopeTree, holder
from parsed_graph.syntax.source_file import SourceFile
from parsed_graph.syntax.typed_call import TypedCall
from parsed_graph.syntax.typed_scope import member_name


class RubyText(ImpliedSelfText):
    """Lowers the string expressions of one file."""

    def __init__(
        self, file: SourceFile, tree: ScopeTree, fields: dict[str, dict[str, list[Binding]]], constants: Constants
    ) -> None:
        super().__init__(file, tree, SCRIPT, known_value, fields, frozenset(constants.foreign))
        self._constants = constants

    def _name(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if found.node.type == "constant" and holder(found.name, scope) is None:
            if scope.owner is not None and self._declared_field(scope.owner, found.name) is not None:
                return self.field_values(scope.owner, found.name, depth + 1)
            if found.name not in self.file.imports and found.name.isupper():
                return ((Reference(member_name(self._constants.shared, found.name)),),)
        return super()._name(found, scope, frame, depth)

    def _call(self, node: Node, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        found = super()._call(node, scope, frame, depth)
        call = self.calls.get(node.id) if found == UNKNOWN else None
        is_member = isinstance(call, TypedCall) and call.argument_list is None and not call.is_new
        if call is None or call.receiver is None or not is_member:
            return found
        return self._member(Expression("member", call.node, call.name, (call.receiver,)), scope, frame, depth)

    def _member(self, found: Expression, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
        if found.kind == "index":
            written = self.file.text(found.node)
            key = setting_key(written) if len(written) < 200 else None
            if key is not None:
                return ((Setting(key),),)
        return super()._member(found, scope, frame, depth)
