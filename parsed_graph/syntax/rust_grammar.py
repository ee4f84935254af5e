"""Rust's expressions as the shapes that scripting languages share; references, `?`, `.await` and smart pointers are taken off."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import tree_sitter_rust
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.expression import Expression, Piece, ScriptGrammar
from parsed_graph.syntax.operands import operands

GRAMMAR = Grammar(tree_sitter_rust.language())
MAX_OPERANDS = 200
"""How many operands of one concatenation, or members of one array, are read."""

_WRAPPERS = frozenset(
    """reference_expression try_expression await_expression parenthesized_expression type_cast_expression unsafe_block
    async_block unary_expression else_clause expression_statement""".split()
)
_TRANSPARENT = frozenset(
    b"Some Ok Arc::new Box::new Rc::new Mutex::new RwLock::new Data::new web::Data::new Cow::Borrowed Cow::Owned Cow::from"
    b" Extension Arc::clone State String::from Url::parse".split()
)
_ESCAPE = re.compile(r"\\(?:([nrt0\\\"'])|x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\}|\n\s*)")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
_POINTERS = frozenset(
    """Arc Box Rc Mutex RwLock Option Result Cow RefCell Cell State Data Extension Lazy LazyLock OnceCell OnceLock Vec Pin
    ManagedState Json Path""".split()
)


def shape(node: Node, source: bytes) -> Expression:
    """An expression's shape."""
    for _ in range(20):
        handler = _SHAPES.get(node.type)
        inner: Node | None
        if node.type == "call_expression":
            inner = _wrapped(node, source)
            if inner is None:
                return Expression("call", node)
        elif handler is not None:
            return handler(node, source)
        elif node.type == "block":
            inner = _last(node)
        elif node.type in _WRAPPERS:
            inner = node.child_by_field_name("value") or (node.named_children[-1] if node.named_child_count else None)
        else:
            break
        if inner is None:
            break
        node = inner
    return Expression("other", node)


def _last(block: Node) -> Node | None:
    """The expression that a block gives."""
    last = block.named_children[-1] if block.named_child_count else None
    return last if last is not None and last.type not in ("let_declaration", "line_comment", "block_comment") else None


def entries(node: Node, source: bytes) -> dict[str, Node]:
    """Rust has no literal mappings."""
    return {}


def returns(function: Node) -> list[Node]:
    """What a function gives: the last expression of its body, and those that it returns earlier."""
    captured = captures(_returns_query(), function)
    inner = [(n.start_byte, n.end_byte) for n in captured.get("inner", ()) if n != function]
    found = []
    for node in captured.get("return", ())[:MAX_OPERANDS]:
        value = node.named_children[0] if node.named_child_count else None
        if value is not None and not any(start <= node.start_byte < end for start, end in inner):
            found.append(value)
    body = function.child_by_field_name("body")
    last = _last(body) if body is not None and body.type == "block" else body
    while last is not None and last.type == "expression_statement" and last.named_child_count:
        last = last.named_children[0]
    return [*found, *([last] if last is not None and last.type != "return_expression" else [])]


def type_name(declared: str) -> str:
    """`&Arc<reqwest::Client>` -> `reqwest.Client`, `Box<dyn Store + Send>` -> `Store`, `Option<OrdersClient<Channel>>` -> `OrdersClient`."""
    text = declared.strip()
    for _ in range(8):
        text = re.sub(r"^(?:&|\s|'\w+|mut\b|dyn\b|impl\b|const\b|\*)+", "", text)
        head, bracket, rest = text.partition("<")
        if not bracket or head.rpartition("::")[2] not in _POINTERS:
            break
        text = _first_argument(rest)
    return text.partition("<")[0].partition("+")[0].strip(" ;)").replace("::", ".")


def _first_argument(rest: str) -> str:
    depth = 0
    for index, character in enumerate(rest):
        depth += (character in "<([") - (character in ">)]")
        if depth < 0 or (character == "," and depth == 0):
            return rest[:index]
    return rest


def string_text(node: Node, source: bytes) -> str | None:
    """The value of a string literal, None for anything else."""
    found = shape(node, source)
    return found.name if found.kind == "text" else None


def closure_body(node: Node | None) -> Node | None:
    """What a closure gives: `d` of `|_| d`; the node itself where it is no closure."""
    if node is None or node.type != "closure_expression":
        return node
    body = node.child_by_field_name("body")
    return _last(body) if body is not None and body.type == "block" else body


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _string(node: Node, source: bytes) -> Expression:
    pieces: list[Piece] = [_piece(child, source) for child in node.named_children[:MAX_OPERANDS]]
    return Expression("text", node, "".join(piece for piece in pieces if isinstance(piece, str)))


def _piece(node: Node, source: bytes) -> str:
    text = _text(node, source)
    return _ESCAPE.sub(_unescape, text) if node.type == "escape_sequence" or "\\" in text else text


def _unescape(match: re.Match[str]) -> str:
    short, byte, code = match.groups()
    if short:
        return _ESCAPES.get(short, short)
    if not byte and not code:
        return ""
    value = int(byte or code, 16)
    return chr(value) if value < 0x110000 else match.group()


def _raw(node: Node, source: bytes) -> Expression:
    return Expression("text", node, "".join(_text(child, source) for child in node.named_children))


def _name(node: Node, source: bytes) -> Expression:
    name = _text(node, source)
    if source[node.end_byte : node.end_byte + 2] == b"::" and name[:1].islower():
        return Expression("name", node, name + "::")  # A module, whatever variable has its name.
    return Expression("self" if name == "Self" else "null" if name == "None" else "name", node, name)


def _path(node: Node, source: bytes) -> Expression:
    """`Type::ITEM` is a member of the type, `module::ITEM` a name."""
    path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
    if path is None or name is None:
        return Expression("name", node, _text(node, source).lstrip(":"))
    last = _text(path, source).rpartition("::")[2]
    if last[:1].isupper():
        return Expression("member", node, _text(name, source), (path,))
    return Expression("name", node, _text(node, source))


def _member(node: Node, source: bytes) -> Expression:
    target, name = node.child_by_field_name("value"), node.child_by_field_name("field")
    if target is None or name is None:
        return Expression("other", node)
    return Expression("member", node, _text(name, source), (target,))


def _wrapped(node: Node, source: bytes) -> Node | None:
    """What a smart pointer or `Ok` is given, None for any other call."""
    function = node.children[0]
    if (
        function.end_byte - function.start_byte > 15
        or source[function.start_byte : function.end_byte] not in _TRANSPARENT
    ):
        return None
    arguments = node.child_by_field_name("arguments")
    return arguments.named_children[0] if arguments is not None and arguments.named_child_count else None


def _index(node: Node, source: bytes) -> Expression:
    parts = node.named_children
    return Expression("index", node, "", (parts[0], parts[1])) if len(parts) == 2 else Expression("other", node)


def _binary(node: Node, source: bytes) -> Expression:
    parts = operands(node)
    return Expression("add" if parts else "other", node, "", parts)


def _if(node: Node, source: bytes) -> Expression:
    parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
    values = tuple(part for part in parts if part is not None)
    return Expression("either", node, "", values) if values else Expression("other", node)


def _match(node: Node, source: bytes) -> Expression:
    body = node.child_by_field_name("body")
    arms = body.named_children[:MAX_OPERANDS] if body is not None else []
    values = tuple(value for arm in arms if (value := arm.child_by_field_name("value")) is not None)
    return Expression("either", node, "", values) if values else Expression("other", node)


def _list(node: Node, source: bytes) -> Expression:
    return Expression("list", node, "", tuple(n for n in node.named_children if not n.type.endswith("comment")))


def _number(node: Node, source: bytes) -> Expression:
    return Expression("number", node, _text(node, source))


_SHAPES: dict[str, Callable[[Node, bytes], Expression]] = {
    "string_literal": _string,
    "raw_string_literal": _raw,
    "identifier": _name,
    "type_identifier": _name,
    "self": lambda node, source: Expression("self", node),
    "scoped_identifier": _path,
    "scoped_type_identifier": _path,
    "field_expression": _member,
    "struct_expression": lambda node, source: Expression("call", node),
    "index_expression": _index,
    "binary_expression": _binary,
    "if_expression": _if,
    "match_expression": _match,
    "array_expression": _list,
    "tuple_expression": _list,
    "closure_expression": lambda node, source: Expression("function", node),
    "integer_literal": _number,
    "float_literal": _number,
    "boolean_literal": _number,
}

SCRIPT = ScriptGrammar(
    shape=shape,
    entries=entries,
    returns=returns,
    type_name=type_name,
    choices=frozenset("if_expression match_arm while_expression for_expression loop_expression else_clause".split()),
    constructor="new",
    environment=frozenset(),
    module_word=lambda module: module.rpartition(".")[2],
    texts=frozenset(
        """string_literal raw_string_literal identifier scoped_identifier field_expression call_expression
        reference_expression try_expression await_expression if_expression match_expression struct_expression""".split()
    ),
    literals=frozenset({"struct_expression"}),
)


@cache
def _returns_query() -> Query:
    return Query(GRAMMAR, "(return_expression) @return [(function_item) (closure_expression) (async_block)] @inner")
