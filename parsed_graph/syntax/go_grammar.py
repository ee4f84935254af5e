"""Go's expressions as the shapes that string lowering knows, and the small readers of declared types, imports and tags."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import tree_sitter_go
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.expression import Expression, ScriptGrammar
from parsed_graph.syntax.operands import operands

GRAMMAR = Grammar(tree_sitter_go.language())
MAX_OPERANDS = 200
"""How many operands or entries of one expression are read."""

_ESCAPE = re.compile(r"\\(?:([abfnrtv\\'\"])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))")
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_TAG = re.compile(r'(\w[\w-]*):"((?:[^"\\]|\\.)*)"')
_NO_CLASS = ("[", "map[", "func(", "chan ", "<-chan ", "struct{", "interface{")
_LITERAL_TYPES = frozenset({"type_identifier", "qualified_type", "generic_type"})


def shape(node: Node, source: bytes) -> Expression:
    """An expression's shape; brackets, `&`, `*` and type conversions are taken off."""
    for _ in range(20):
        kind = node.type
        if kind == "identifier" or kind == "type_identifier":
            return Expression("name", node, _text(node, source))
        if kind == "interpreted_string_literal":
            return Expression("text", node, string_text(node, source))
        if kind == "selector_expression":
            operand, field = node.child_by_field_name("operand"), node.child_by_field_name("field")
            if operand is None or field is None:
                break
            return Expression("member", node, _text(field, source), (operand,))
        if kind == "call_expression":
            return Expression("call", node)
        if kind == "unary_expression":
            operand = node.child_by_field_name("operand")
            if operand is None or source[node.start_byte : node.start_byte + 1] not in (b"&", b"*"):
                break
            node = operand
            continue
        if kind == "binary_expression":
            return _operator(node)
        if kind == "raw_string_literal":
            return Expression("text", node, source[node.start_byte + 1 : node.end_byte - 1].decode("utf-8", "replace"))
        if kind == "composite_literal":
            return _composite(node)
        if kind == "index_expression":
            operand, index = node.child_by_field_name("operand"), node.child_by_field_name("index")
            return Expression("index", node, "", (operand, index)) if operand and index else Expression("other", node)
        if kind in ("int_literal", "true", "false"):
            return Expression("number", node, _text(node, source))
        if kind == "nil":
            return Expression("null", node)
        if kind == "func_literal":
            return Expression("function", node)
        inner = _wrapped(node, kind)
        if inner is None:
            break
        node = inner
    return Expression("other", node)


def _wrapped(node: Node, kind: str) -> Node | None:
    """The expression in brackets, in `x.(string)`, `[]byte(x)`, `xs...` and `x[:]`."""
    if kind in ("parenthesized_expression", "literal_element", "expression_list", "variadic_argument"):
        return node.named_children[0] if node.named_child_count else None
    if kind in ("type_conversion_expression", "type_assertion_expression"):
        return node.child_by_field_name("operand")
    return None


def _composite(node: Node) -> Expression:
    """A literal with keys is an object; of a slice or array, a list."""
    body, kind = node.child_by_field_name("body"), node.child_by_field_name("type")
    if body is None or kind is None:
        return Expression("other", node)
    if kind.type in ("slice_type", "array_type", "implicit_length_array_type"):
        members = [child for child in body.named_children[:MAX_OPERANDS] if child.type == "literal_element"]
        return Expression(
            "list", node, "", tuple(child.named_children[0] for child in members if child.named_child_count)
        )
    return Expression("object", node)


def _operator(node: Node) -> Expression:
    parts = operands(node)
    return Expression("add" if parts else "other", node, "", parts)


def entries(node: Node, source: bytes) -> dict[str, Node]:
    """The values of a struct or map literal by their keys: field names, and literal strings."""
    body = node.child_by_field_name("body")
    found: dict[str, Node] = {}
    for element in body.named_children[:MAX_OPERANDS] if body is not None else ():
        if element.type != "keyed_element":
            continue
        key, value = element.child_by_field_name("key"), element.child_by_field_name("value")
        if key is not None and value is not None and key.named_child_count and value.named_child_count:
            name = key.named_children[0]
            if name.type == "identifier":
                found[_text(name, source)] = value.named_children[0]
            elif name.type == "interpreted_string_literal":
                found[string_text(name, source)] = value.named_children[0]
    return found


def returned(function: Node, position: int = 0) -> list[Node]:
    """The expressions that a function returns as its n-th result, those of inner functions left out."""
    captured = captures(_returns_query(), function)
    inner = [(n.start_byte, n.end_byte) for n in captured.get("inner", ()) if n != function]
    found = []
    for node in captured.get("return", ())[:MAX_OPERANDS]:
        values = node.named_children[0].named_children if node.named_child_count else []
        if position < len(values) and not any(start <= node.start_byte < end for start, end in inner):
            found.append(values[position])
    return found


@lru_cache(maxsize=20_000)
def type_name(declared: str) -> str:
    """`*grpc.ClientConn` -> `grpc.ClientConn`, `(*Server, error)` -> `Server`; "" for slices, maps, functions and channels."""
    text = declared.strip()
    if text.startswith("("):
        text = result_type(text, 0)
    text = text.removeprefix("...").lstrip("*& ")
    if text.startswith(_NO_CLASS):
        return ""
    return text.partition("[")[0].partition("{")[0].strip()


def result_type(declared: str, position: int) -> str:
    """The n-th type of a result list: of `(conn *Conn, err error)`, 0, `*Conn`."""
    text = declared.strip()
    if not text.startswith("("):
        return text if position == 0 else ""
    parts = text[1:].rstrip(") ").split(",")
    return parts[position].strip().rpartition(" ")[2] if position < len(parts) else ""


def element_type(declared: str) -> str:
    """What `range` or an index gives of a slice, array or map type."""
    text = declared.strip().removeprefix("...").lstrip("*& ")
    if text.startswith("map["):
        return text.partition("]")[2]
    return text.partition("]")[2] if text.startswith("[") else ""


def struct_tags(text: str) -> dict[str, str]:
    """The key-value pairs of a field's tag."""
    return dict(_TAG.findall(text.strip("`")))


def string_text(node: Node, source: bytes) -> str:
    """The value of an interpreted or raw string literal."""
    written = source[node.start_byte + 1 : node.end_byte - 1].decode("utf-8", "replace")
    return _ESCAPE.sub(_unescape, written) if "\\" in written and node.type == "interpreted_string_literal" else written


def is_class_type(kind: str) -> bool:
    """Whether a literal's type node names a struct."""
    return kind in _LITERAL_TYPES


def _unescape(match: re.Match[str]) -> str:
    short, byte, code, long_code, octal = match.groups()
    if short:
        return _ESCAPES.get(short, short)
    value = int(byte or code or long_code, 16) if not octal else int(octal, 8)
    return chr(value) if value < 0x110000 else match.group()


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


@cache
def _returns_query() -> Query:
    return Query(GRAMMAR, "(return_statement) @return (func_literal) @inner")


SCRIPT = ScriptGrammar(
    shape=shape,
    entries=entries,
    returns=returned,
    type_name=type_name,
    choices=frozenset(
        """if_statement for_statement expression_case type_case default_case communication_case
        expression_switch_statement type_switch_statement select_statement""".split()
    ),
    constructor="",
    environment=frozenset(),
    module_word=lambda module: module.rpartition(".")[2],
)
