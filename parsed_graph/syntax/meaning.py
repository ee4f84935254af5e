"""What expressions and parameters of a scripting language stand for."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from parsed_graph.syntax.alternatives import Alternatives
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.source_file import TypeSyntax


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
