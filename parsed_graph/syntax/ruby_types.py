"""What Ruby's methods are called on: names without a variable are methods of the object itself, which hold or make a client."""

from __future__ import annotations

from parsed_graph.syntax.scopes import Scope, holder
from parsed_graph.syntax.script_types import ScriptTypes
from parsed_graph.syntax.source_file import FunctionSyntax


class RubyTypes(ScriptTypes):
    """Types of one file's receivers."""

    def _of_name(self, name: str, place: int, scope: Scope, depth: int) -> str:
        home = holder(name, scope)
        if home is None and name[:1].islower() and scope.owner is not None:
            function = next((f for f in self._text.file.functions if f.owner is scope.owner and f.name == name), None)
            return self._returned(function, depth) if function is not None else self._of_field(scope.owner, name, depth)
        declared = home.declared.get(name) if home is not None else None
        if isinstance(declared, FunctionSyntax) and home is not None and name not in home.names:
            return self._returned(declared, depth)
        return super()._of_name(name, place, scope, depth)

    def _returned(self, function: FunctionSyntax, depth: int) -> str:
        """The first type that one of a method's results has: early returns give up, mostly."""
        returned = self._text.grammar.returns(function.node) if depth < 12 else []
        for node in reversed(returned):
            found = self._of(node, self._text.tree.at(node.start_byte), depth + 1)
            if found:
                return found
        return ""
