"""What Rust's methods are called on: smart pointers and what hands a value on are seen through."""

from __future__ import annotations

from parsed_graph.syntax.script_types import ScriptTypes

_SAME = frozenset(
    "clone unwrap expect as_ref as_mut to_owned await lock read write borrow into_inner cloned context get_ref get_mut".split()
)


class RustTypes(ScriptTypes):
    """Types of one file's receivers."""

    def _longer(self, found: str, name: str) -> str:
        return found if name in _SAME else super()._longer(found, name)

    def _declared(self, declared: str) -> str:
        return self._text.grammar.type_name(declared).rpartition(".")[2]
