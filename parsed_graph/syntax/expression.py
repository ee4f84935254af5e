"""The few shapes that expressions of scripting languages take when one asks what string they are.

A grammar turns its own node types into these shapes; lowering, typing and naming are then the same for Python,
JavaScript and TypeScript.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from tree_sitter import Node

Piece = str | Node


class Expression(NamedTuple):
    """An expression without its brackets, casts and awaits.

    `kind`: text (name: the string), number, null, name, self, field (of the object itself), member (of nodes[0]), index
    (nodes[1] of nodes[0]), call,
    template (pieces), format, add, or, either, object, list, function, other.
    """

    kind: str
    node: Node
    name: str = ""
    nodes: tuple[Node, ...] = ()
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptGrammar:
    """What a scripting language adds to the shapes that it shares with the others.

    `choices`: node types whose parts may not run. `constructor`: the name of a constructor's method.
    `environment`: expressions that are the environment as a mapping (`os.environ`, `process.env`), as written or imported.
    `type_name`: the class in a declared type, wrappers such as `Optional` and `Promise` taken off.
    `module_word`: the word for an imported module as a receiver's type.
    `implies_self`: whether a bare call may be of a method of the object itself.
    `literals`: node types of creations that call no constructor.
    `texts`: node types that may be strings, or hold some, beyond those of Python and JavaScript.
    """

    shape: Callable[[Node, bytes], Expression]
    entries: Callable[[Node, bytes], dict[str, Node]]
    returns: Callable[[Node], list[Node]]
    type_name: Callable[[str], str]
    choices: frozenset[str]
    constructor: str
    environment: frozenset[str]
    module_word: Callable[[str], str]
    texts: frozenset[str] = frozenset()
    implies_self: bool = False
    literals: frozenset[str] = frozenset()
