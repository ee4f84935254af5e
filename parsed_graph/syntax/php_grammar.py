"""PHP's expressions as the shapes that scripting languages share."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import tree_sitter_php
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.expression import Expression, Piece, ScriptGrammar
from parsed_graph.syntax.operands import operands

GRAMMAR = Grammar(tree_sitter_php.language_php())
MAX_OPERANDS = 200
"""How many operands of one concatenation, or entries of one array, are read."""

_WRAPPERS = frozenset(
    """parenthesized_expression error_suppression_expression cast_expression argument reference_modifier clone_expression
    by_ref print_intrinsic throw_expression assignment_expression""".split()
)
_ESCAPE = re.compile(r"\\(?:([nrtvef\\$\"'])|x([0-9A-Fa-f]{1,2})|u\{([0-9A-Fa-f]{1,6})\}|([0-7]{1,3}))")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b", "f": "\f"}


def shape(node: Node, source: bytes) -> Expression:
    """An expression's shape; brackets, casts and `@` are taken off."""
    for _ in range(20):
        handler = _SHAPES.get(node.type)
        if handler is not None:
            return handler(node, source)
        if node.type not in _WRAPPERS or not node.named_child_count:
            break
        # Of an assignment, too, the last child is its value.
        node = node.named_children[-1]
    return Expression("other", node)


def entries(node: Node, source: bytes) -> dict[str, Node]:
    """The values of an array by their literal keys, constants and classes by name."""
    found: dict[str, Node] = {}
    for element in node.named_children[:MAX_OPERANDS]:
        parts = element.named_children if element.type == "array_element_initializer" else ()
        if len(parts) == 2:
            found[_key(parts[0], source)] = parts[1]
    found.pop("", None)
    return found


def returns(function: Node) -> list[Node]:
    """The expressions that a function returns, those of inner functions left out."""
    captured = captures(_returns_query(), function)
    inner = [(n.start_byte, n.end_byte) for n in captured.get("inner", ()) if n != function]
    found = []
    for node in captured.get("return", ())[:MAX_OPERANDS]:
        value = node.named_children[0] if node.named_child_count else None
        if value is not None and not any(start <= node.start_byte < end for start, end in inner):
            found.append(value)
    return found


def type_name(declared: str) -> str:
    r"""`?\App\Client` -> `App.Client`, `Client|null` -> `Client`; "" for what is no class."""
    for part in declared.strip().lstrip("?").split("|"):
        name = part.partition("&")[0].partition("<")[0].strip(" \\()").replace("\\", ".")
        if name and name.lower() not in _NO_CLASS and not name.endswith("[]"):
            return name
    return ""


def string_text(node: Node, source: bytes) -> str | None:
    """The value of a string without expressions in it, None for anything else."""
    found = shape(node, source)
    return found.name if found.kind == "text" else None


def variable(node: Node, source: bytes) -> str:
    """The name of `$name`."""
    return _text(node, source).lstrip("$")


_NO_CLASS = frozenset(
    "string int float bool array mixed null void never object iterable callable self static false true resource".split()
)


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _key(node: Node, source: bytes) -> str:
    found = shape(node, source)
    if found.kind == "member":
        return found.name
    return found.name if found.kind in ("text", "name", "number") else ""


def _string(node: Node, source: bytes) -> Expression:
    written = source[node.start_byte + 1 : node.end_byte - 1].decode("utf-8", "replace")
    return Expression("text", node, re.sub(r"\\([\\'])", r"\1", written) if "\\" in written else written)


def _encapsed(node: Node, source: bytes) -> Expression:
    return _composed(node, node.named_children, source)


def _heredoc(node: Node, source: bytes) -> Expression:
    body, end = node.child_by_field_name("value"), node.child_by_field_name("end_tag")
    found = _composed(node, body.named_children if body is not None else [], source)
    margin = end.start_point[1] if end is not None else 0
    if not margin:
        return found
    # What stands before the closing mark is taken off each line.
    pieces = tuple(_without_margin(piece, margin) if isinstance(piece, str) else piece for piece in found.pieces)
    return found._replace(name=_without_margin(found.name, margin), pieces=pieces)


def _without_margin(text: str, margin: int) -> str:
    return re.sub(rf"(?m)^[ \t]{{1,{min(margin, 200)}}}", "", text)


def _composed(node: Node, children: list[Node], source: bytes) -> Expression:
    pieces: list[Piece] = []
    for child in children[:MAX_OPERANDS]:
        kind = child.type
        if kind in ("string_content", "nowdoc_string"):
            pieces.append(_text(child, source))
        elif kind == "escape_sequence":
            pieces.append(_ESCAPE.sub(_unescape, _text(child, source)))
        else:
            pieces.append(child)
    if all(isinstance(piece, str) for piece in pieces):
        return Expression("text", node, "".join(piece for piece in pieces if isinstance(piece, str)))
    return Expression("template", node, "", (), tuple(pieces))


def _unescape(match: re.Match[str]) -> str:
    short, byte, code, octal = match.groups()
    if short:
        return _ESCAPES.get(short, short)
    value = int(byte or code, 16) if not octal else int(octal, 8)
    return chr(value) if value < 0x110000 else match.group()


def _variable(node: Node, source: bytes) -> Expression:
    name = _text(node, source).lstrip("$")
    return Expression("self" if name == "this" else "name", node, name)


def _name(node: Node, source: bytes) -> Expression:
    name = _text(node, source)
    lowered = name.lower()
    if lowered in ("null", "true", "false"):
        return Expression("null" if lowered == "null" else "number", node, lowered)
    return Expression("name", node, name)


def _relative(node: Node, source: bytes) -> Expression:
    return Expression("other" if _text(node, source) == "parent" else "self", node)


def _member(node: Node, source: bytes) -> Expression:
    target, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    if target is None or name is None or name.type != "name":
        return Expression("other", node)
    return Expression("member", node, _text(name, source), (target,))


def _static_member(node: Node, source: bytes) -> Expression:
    target, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    if target is None or name is None:
        return Expression("other", node)
    return Expression("member", node, _text(name, source).lstrip("$"), (target,))


def _constant(node: Node, source: bytes) -> Expression:
    parts = node.named_children
    if len(parts) != 2:
        return Expression("other", node)
    name = _text(parts[1], source)
    if name == "class":
        return Expression("name", node, _text(parts[0], source))
    return Expression("member", node, name, (parts[0],))


def _index(node: Node, source: bytes) -> Expression:
    parts = node.named_children
    return Expression("index", node, "", (parts[0], parts[1])) if len(parts) == 2 else Expression("other", node)


def _call(node: Node, source: bytes) -> Expression:
    return Expression("call", node)


def _binary(node: Node, source: bytes) -> Expression:
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return Expression("other", node)
    if operator.type == "??":
        return Expression("or", node, "", (left, right))
    parts = operands(node, ".")
    return Expression("add" if parts else "other", node, "", parts)


def _conditional(node: Node, source: bytes) -> Expression:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    alternative = node.child_by_field_name("alternative")
    if condition is None or alternative is None:
        return Expression("other", node)
    if body is None:
        return Expression("or", node, "", (condition, alternative))
    return Expression("either", node, "", (body, alternative))


def _match(node: Node, source: bytes) -> Expression:
    body = node.child_by_field_name("body")
    arms = body.named_children[:MAX_OPERANDS] if body is not None else []
    values = tuple(value for arm in arms if (value := arm.child_by_field_name("return_expression")) is not None)
    return Expression("either", node, "", values) if values else Expression("other", node)


def _array(node: Node, source: bytes) -> Expression:
    elements = [child for child in node.named_children if child.type == "array_element_initializer"]
    if any(element.named_child_count > 1 for element in elements):
        return Expression("object", node)
    return Expression("list", node, "", tuple(e.named_children[0] for e in elements if e.named_child_count))


def _number(node: Node, source: bytes) -> Expression:
    return Expression("number", node, _text(node, source))


_SHAPES: dict[str, Callable[[Node, bytes], Expression]] = {
    "string": _string,
    "encapsed_string": _encapsed,
    "heredoc": _heredoc,
    "nowdoc": _heredoc,
    "variable_name": _variable,
    "name": _name,
    "qualified_name": _name,
    "relative_scope": _relative,
    "member_access_expression": _member,
    "nullsafe_member_access_expression": _member,
    "scoped_property_access_expression": _static_member,
    "class_constant_access_expression": _constant,
    "subscript_expression": _index,
    "function_call_expression": _call,
    "member_call_expression": _call,
    "nullsafe_member_call_expression": _call,
    "scoped_call_expression": _call,
    "object_creation_expression": _call,
    "binary_expression": _binary,
    "conditional_expression": _conditional,
    "match_expression": _match,
    "array_creation_expression": _array,
    "null": lambda node, source: Expression("null", node),
    "integer": _number,
    "float": _number,
    "boolean": _number,
    "anonymous_function": lambda node, source: Expression("function", node),
    "anonymous_function_creation_expression": lambda node, source: Expression("function", node),
    "arrow_function": lambda node, source: Expression("function", node),
}

SCRIPT = ScriptGrammar(
    shape=shape,
    entries=entries,
    returns=returns,
    type_name=type_name,
    choices=frozenset(
        """if_statement else_clause else_if_clause for_statement foreach_statement while_statement do_statement
        case_statement default_statement catch_clause match_conditional_expression""".split()
    ),
    constructor="__construct",
    environment=frozenset({"_ENV", "_SERVER"}),
    module_word=lambda module: module.rpartition(".")[2],
    texts=frozenset(
        """string encapsed_string heredoc nowdoc variable_name name member_access_expression
        nullsafe_member_access_expression scoped_property_access_expression class_constant_access_expression
        function_call_expression member_call_expression scoped_call_expression object_creation_expression
        binary_expression conditional_expression match_expression array_creation_expression cast_expression""".split()
    ),
)


@cache
def _returns_query() -> Query:
    return Query(
        GRAMMAR,
        """(return_statement) @return
        [(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @inner""",
    )
