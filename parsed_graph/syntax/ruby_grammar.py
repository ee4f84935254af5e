"""Ruby's expressions as the shapes that scripting languages share."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import tree_sitter_ruby
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.expression import Expression, Piece, ScriptGrammar
from parsed_graph.syntax.operands import operands

GRAMMAR = Grammar(tree_sitter_ruby.language())
MAX_OPERANDS = 200
"""How many operands of one concatenation, or entries of one hash, are read."""

_WRAPPERS = frozenset(
    "parenthesized_statements begin_block body_statement block_body then else begin rescue_modifier argument_list assignment operator_assignment".split()
)
_LAST = frozenset({"body_statement", "block_body", "then", "else", "begin", "parenthesized_statements"})
_NO_VALUE = frozenset({"rescue", "ensure", "comment", "heredoc_body"})
_ESCAPE = re.compile(r"\\(?:([nrtsbe0\\\"'#])|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\})")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "s": " ", "b": "\b", "e": "\x1b", "0": "\0"}


def shape(node: Node, source: bytes) -> Expression:
    """An expression's shape; brackets are taken off, and of several statements the last counts."""
    for _ in range(20):
        handler = _SHAPES.get(node.type)
        if handler is not None:
            return handler(node, source)
        if node.type not in _WRAPPERS:
            break
        inner = _inside(node)
        if inner is None:
            break
        node = inner
    return Expression("other", node)


def _inside(node: Node) -> Node | None:
    if node.type == "rescue_modifier":
        return node.child_by_field_name("body")
    if node.type in ("assignment", "operator_assignment"):
        return node.child_by_field_name("right")
    return last_value(node)


def last_value(node: Node | None) -> Node | None:
    """The expression that a body gives: its last."""
    children = node.named_children if node is not None else []
    return next((child for child in reversed(children) if child.type not in _NO_VALUE), None)


def entries(node: Node, source: bytes) -> dict[str, Node]:
    """The values of a hash by their keys, symbols and strings alike."""
    found: dict[str, Node] = {}
    for pair in node.named_children[:MAX_OPERANDS]:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if pair.type == "pair" and key is not None and value is not None:
            found[key_text(key, source)] = value
    found.pop("", None)
    return found


def key_text(node: Node, source: bytes) -> str:
    """The name that a key is: of a symbol, a string or a constant."""
    found = shape(node, source)
    return found.name if found.kind in ("text", "name") else ""


def returns(function: Node) -> list[Node]:
    """What a method gives: its last expression, and those that it returns earlier."""
    found: list[Node] = []
    captured = captures(_returns_query(), function)
    inner = [(n.start_byte, n.end_byte) for n in captured.get("inner", ()) if n != function]
    for node in captured.get("return", ())[:MAX_OPERANDS]:
        value = node.named_children[0] if node.named_child_count else None
        if value is not None and not any(start <= node.start_byte < end for start, end in inner):
            found.append(value)
    body = function.child_by_field_name("body")
    last = last_value(body) if body is not None and body.type in _LAST else body
    return [*found, *([last] if last is not None and last.type != "return" else [])]


def type_name(declared: str) -> str:
    """`Orders::Client` -> `Orders.Client`."""
    return declared.strip().strip(":").replace("::", ".")


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _string(node: Node, source: bytes) -> Expression:
    pieces: list[Piece] = []
    for child in node.named_children[:MAX_OPERANDS]:
        kind = child.type
        if kind == "interpolation":
            pieces += child.named_children[:1]
        elif kind == "escape_sequence":
            pieces.append(_ESCAPE.sub(_unescape, _text(child, source)))
        else:
            pieces.append(_text(child, source))
    if all(isinstance(piece, str) for piece in pieces):
        return Expression("text", node, "".join(piece for piece in pieces if isinstance(piece, str)))
    return Expression("template", node, "", (), tuple(pieces))


def _chained(node: Node, source: bytes) -> Expression:
    parts = [_string(part, source) for part in node.named_children[:MAX_OPERANDS]]
    pieces = [piece for part in parts for piece in ((part.name,) if part.kind == "text" else part.pieces)]
    return Expression("template", node, "", (), tuple(pieces))


def _unescape(match: re.Match[str]) -> str:
    short, byte, code, long_code = match.groups()
    if short:
        return _ESCAPES.get(short, short)
    value = int(byte or code or long_code, 16)
    return chr(value) if value < 0x110000 else match.group()


def _symbol(node: Node, source: bytes) -> Expression:
    return Expression("text", node, _text(node, source).strip(":\"'"))


def _name(node: Node, source: bytes) -> Expression:
    return Expression("name", node, _text(node, source))


def _field(node: Node, source: bytes) -> Expression:
    return Expression("field", node, _text(node, source).lstrip("@"))


def _call(node: Node, source: bytes) -> Expression:
    is_own_class = node.end_byte - node.start_byte == 10 and source[node.start_byte : node.end_byte] == b"self.class"
    return Expression("self" if is_own_class else "call", node)


def _index(node: Node, source: bytes) -> Expression:
    parts = node.named_children
    return Expression("index", node, "", (parts[0], parts[1])) if len(parts) == 2 else Expression("other", node)


def _binary(node: Node, source: bytes) -> Expression:
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return Expression("other", node)
    sign = operator.type
    if sign in ("||", "or"):
        return Expression("or", node, "", (left, right))
    if sign in ("&&", "and"):
        return Expression("either", node, "", (right,))
    if sign == "%":
        return Expression("format", node)
    parts = operands(node, sign) if sign in ("+", "<<") else ()
    return Expression("add" if parts else "other", node, "", parts)


def _conditional(node: Node, source: bytes) -> Expression:
    parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
    values = tuple(part for part in parts if part is not None)
    return Expression("either", node, "", values) if values else Expression("other", node)


def _case(node: Node, source: bytes) -> Expression:
    values = []
    for child in node.named_children[:MAX_OPERANDS]:
        body = child.child_by_field_name("body") if child.type in ("when", "in_clause") else child
        if body is not None and child.type in ("when", "in_clause", "else"):
            values.append(body)
    return Expression("either", node, "", tuple(values)) if values else Expression("other", node)


def _list(node: Node, source: bytes) -> Expression:
    return Expression("list", node, "", tuple(n for n in node.named_children if n.type != "comment"))


def _number(node: Node, source: bytes) -> Expression:
    return Expression("number", node, _text(node, source))


_SHAPES: dict[str, Callable[[Node, bytes], Expression]] = {
    "string": _string,
    "bare_string": _string,
    "bare_symbol": _string,
    "chained_string": _chained,
    "simple_symbol": _symbol,
    "hash_key_symbol": _symbol,
    "delimited_symbol": _string,
    "identifier": _name,
    "constant": _name,
    "scope_resolution": _name,
    "global_variable": _name,
    "instance_variable": _field,
    "class_variable": _field,
    "self": lambda node, source: Expression("self", node),
    "call": _call,
    "element_reference": _index,
    "binary": _binary,
    "conditional": _conditional,
    "if": _conditional,
    "unless": _conditional,
    "case": _case,
    "hash": lambda node, source: Expression("object", node),
    "array": _list,
    "string_array": _list,
    "symbol_array": _list,
    "nil": lambda node, source: Expression("null", node),
    "integer": _number,
    "float": _number,
    "true": _number,
    "false": _number,
    "lambda": lambda node, source: Expression("function", node),
    "block": lambda node, source: Expression("function", node),
    "do_block": lambda node, source: Expression("function", node),
}

SCRIPT = ScriptGrammar(
    shape=shape,
    entries=entries,
    returns=returns,
    type_name=type_name,
    choices=frozenset("if unless elsif else when while until for rescue if_modifier unless_modifier in_clause".split()),
    constructor="initialize",
    environment=frozenset({"ENV"}),
    module_word=lambda module: module.rpartition(".")[2],
    texts=frozenset(
        """string chained_string simple_symbol identifier constant scope_resolution instance_variable global_variable
        class_variable call element_reference binary conditional hash operator_assignment""".split()
    ),
    implies_self=True,
)


@cache
def _returns_query() -> Query:
    return Query(GRAMMAR, "(return (argument_list) @return) [(method) (singleton_method) (lambda)] @inner")
