"""Arguments and receiver types of a scripting language's calls, worked out for those calls alone that a rule asks about."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.script_types import ScriptTypes
from parsed_graph.syntax.source_file import Argument, CallSyntax
from parsed_graph.syntax.typed_call import TypedCall

MAX_CHAIN = 200
"""How many links of a chain of calls are typed; more tell nothing."""


class CallTypes:
    """What TypedCall asks for. `types` and `text` are set once the file is read."""

    def __init__(self, read_arguments: Callable[[TypedCall], list[Argument]]) -> None:
        self._read_arguments = read_arguments
        self.types: ScriptTypes | None = None
        self.text: ScriptText | None = None
        self._known: dict[int, str] = {}

    def arguments(self, call: TypedCall) -> list[Argument]:
        """The arguments in order."""
        return self._read_arguments(call)

    def receiver_type(self, call: TypedCall) -> str:
        """The type of a call's receiver; of a creation, the type itself. Chains are typed from their start, without recursion."""
        if call.receiver is None:
            return call.name if call.is_new else ""
        if self.types is None or self.text is None:
            return ""
        chain = [call]
        while len(chain) < MAX_CHAIN:
            inner = self._receiving(chain[-1])
            if inner is None or inner.node.id in self._known:
                break
            chain.append(inner)
        for link in reversed(chain):
            if link.receiver is not None:
                self._known[link.node.id] = self.types.type_of(link.receiver, link.scope)
        return self._known[call.node.id]

    def type_of(self, node: Node | None) -> str:
        """The type of an expression, "" where the file does not tell."""
        if node is None or self.types is None or self.text is None:
            return ""
        return self.types.type_of(node, self.text.tree.at(node.start_byte))

    def _receiving(self, call: TypedCall) -> TypedCall | None:
        """The call that a call's receiver is."""
        found: CallSyntax | None = None
        if call.receiver is not None and self.text is not None:
            found = self.text.calls.get(self.text.shape(call.receiver).node.id)
        return found if isinstance(found, TypedCall) else None
