"""C#'s expressions as the shapes that string lowering knows, and the small readers of declared types."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import tree_sitter_c_sharp
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.expression import Expression, Piece, ScriptGrammar
from parsed_graph.syntax.operands import operands

GRAMMAR = Grammar(tree_sitter_c_sharp.language())
MAX_OPERANDS = 200
"""How many operands or entries of one expression are read."""
CONSTRUCTOR = "constructor"
"""How constructors are named."""

_WRAPPERS = frozenset(
    """parenthesized_expression await_expression postfix_unary_expression checked_expression ref_expression
    expression_element collection_element arrow_expression_clause argument""".split()
)
_ESCAPE = re.compile(r"\\(?:([0abfnrtv\\'\"e])|x([0-9a-fA-F]{1,4})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")
_ESCAPES = {"0": "\0", "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b"}
_TYPE_WRAPPERS = frozenset(
    "Task ValueTask Lazy Nullable IAsyncEnumerable IOptions IOptionsSnapshot IOptionsMonitor ActionResult".split()
)
_LISTS = frozenset(
    """initializer_expression collection_expression array_creation_expression implicit_array_creation_expression
    stackalloc_expression""".split()
)


def shape(node: Node, source: bytes) -> Expression:
    """An expression's shape; brackets, casts, `await` and `!` are taken off."""
    for _ in range(20):
        kind = node.type
        if kind == "identifier":
            return Expression("name", node, _text(node, source).lstrip("@"))
        if kind == "string_literal":
            return Expression("text", node, _unescaped(_text(node, source)[1:-1]))
        if kind == "member_access_expression":
            return _member(node, node.child_by_field_name("expression"), node.child_by_field_name("name"), source)
        if kind in ("invocation_expression", "implicit_object_creation_expression"):
            return Expression("call", node)
        if kind == "object_creation_expression":
            return Expression("object" if node.child_by_field_name("initializer") is not None else "call", node)
        if kind == "interpolated_string_expression":
            return _template(node, source)
        if kind == "binary_expression":
            return _operator(node)
        if kind == "conditional_access_expression":
            return _conditional_access(node, source)
        if kind == "element_access_expression":
            return _index(node)
        if kind == "conditional_expression":
            parts = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
            return Expression("either", node, "", tuple(part for part in parts if part is not None))
        if kind in ("verbatim_string_literal", "raw_string_literal"):
            return Expression("text", node, string_text(node, source))
        if kind in ("this", "base", "this_expression", "base_expression"):
            return Expression("self", node)
        if kind in ("integer_literal", "boolean_literal"):
            return Expression("number", node, _text(node, source))
        if kind in ("null_literal", "default_expression"):
            return Expression("null", node)
        if kind in ("lambda_expression", "anonymous_method_expression"):
            return Expression("function", node)
        if kind in _LISTS:
            return _list(node)
        if kind == "assignment_expression":
            inner = node.child_by_field_name("right")
        elif kind in ("cast_expression", "as_expression"):
            inner = node.child_by_field_name("value") or node.child_by_field_name("left")
        elif kind in _WRAPPERS and node.named_child_count:
            inner = node.named_children[-1]
        else:
            break
        if inner is None:
            break
        node = inner
    return Expression("other", node)


def _member(node: Node, target: Node | None, name: Node | None, source: bytes) -> Expression:
    if target is None or name is None:
        return Expression("other", node)
    return Expression("member", node, _text(name, source), (target,))


def _conditional_access(node: Node, source: bytes) -> Expression:
    target = node.child_by_field_name("condition")
    binding = node.named_children[-1]
    if binding.type != "member_binding_expression":
        return Expression("other", node)
    return _member(node, target, binding.child_by_field_name("name"), source)


def _index(node: Node) -> Expression:
    target, subscript = node.child_by_field_name("expression"), node.child_by_field_name("subscript")
    arguments = subscript.named_children if subscript is not None else []
    if target is None or len(arguments) != 1 or not arguments[0].named_child_count:
        return Expression("other", node)
    return Expression("index", node, "", (target, arguments[0].named_children[-1]))


def _operator(node: Node) -> Expression:
    """`a + b + c`, and `a ?? b`; both are nested to one side."""
    sign = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if sign is None or left is None or right is None:
        return Expression("other", node)
    if sign.type == "??":
        return Expression(
            "either" if right.type == "throw_expression" else "or",
            node,
            "",
            (left,) if right.type == "throw_expression" else (left, right),
        )
    parts = operands(node)
    return Expression("add" if parts else "other", node, "", parts)


def _template(node: Node, source: bytes) -> Expression:
    written = source[node.start_byte : node.start_byte + 4]
    is_plain = b"@" in written[:2] or b'"""' in written
    pieces: list[Piece] = []
    for child in node.named_children[:MAX_OPERANDS]:
        if child.type == "string_content":
            text = _text(child, source).replace("{{", "{").replace("}}", "}")
            pieces.append(text.replace('""', '"') if is_plain else _unescaped(text))
        elif child.type == "interpolation":
            inner = next((c for c in child.named_children if not c.type.startswith("interpolation_")), None)
            pieces += [inner] if inner is not None else []
        elif child.type == "escape_sequence":
            pieces.append(_unescaped(_text(child, source)))
    if all(isinstance(piece, str) for piece in pieces):
        return Expression("text", node, "".join(piece for piece in pieces if isinstance(piece, str)))
    return Expression("template", node, "", (), tuple(pieces))


def _list(node: Node) -> Expression:
    inner: Node | None = node
    if node.type.endswith("creation_expression"):
        inner = next((child for child in node.named_children if child.type == "initializer_expression"), None)
    return Expression("list", node, "", tuple(inner.named_children[:MAX_OPERANDS]) if inner is not None else ())


def entries(node: Node, source: bytes) -> dict[str, Node]:
    """The values of an object or collection initialiser: `{ A = b, ["k"] = v, { "k", v } }`."""
    body = node if node.type == "initializer_expression" else node.child_by_field_name("initializer")
    found: dict[str, Node] = {}
    for element in body.named_children[:MAX_OPERANDS] if body is not None else ():
        if element.type == "assignment_expression":
            left, right = element.child_by_field_name("left"), element.child_by_field_name("right")
            if left is not None and right is not None:
                found[_key(left, source)] = right
        elif element.type == "initializer_expression" and element.named_child_count == 2:
            key, value = element.named_children
            found[shape(key, source).name or _text(key, source)] = value
    return found


def _key(left: Node, source: bytes) -> str:
    if left.type == "identifier":
        return _text(left, source)
    argument = left.named_children[0] if left.named_child_count else left
    value = shape(argument, source)
    return value.name if value.kind == "text" else _text(argument, source)


def returns(function: Node) -> list[Node]:
    """The expressions that a function returns, those of inner functions left out; of `=> x`, x."""
    body = function.child_by_field_name("body")
    if body is not None and body.type == "arrow_expression_clause":
        return body.named_children[:1]
    captured = captures(_returns_query(), function)
    inner = [(n.start_byte, n.end_byte) for n in captured.get("inner", ()) if n != function]
    found = []
    for node in captured.get("return", ())[:MAX_OPERANDS]:
        value = node.named_children[0] if node.named_child_count else None
        if value is not None and not any(start <= node.start_byte < end for start, end in inner):
            found.append(value)
    return found


@lru_cache(maxsize=20_000)
def type_name(declared: str) -> str:
    """`Task<IProducer<string, string>?>` -> `IProducer`: wrappers, nullability, arguments and namespaces are taken off."""
    text = declared.strip().rstrip("?")
    for _ in range(4):
        head, opened, rest = text.partition("<")
        if not opened or head.rpartition(".")[2] not in _TYPE_WRAPPERS:
            break
        text = rest.rpartition(">")[0].strip().rstrip("?")
    if text.endswith("]") or text.startswith("("):
        return ""
    return text.partition("<")[0].rpartition(".")[2].strip().rstrip("?")


def type_arguments(declared: str) -> tuple[str, ...]:
    """`IConsumer<string, Order>` -> `string`, `Order`; of nested ones the outermost."""
    inner = declared.partition("<")[2].rpartition(">")[0]
    parts, depth, start = [], 0, 0
    for index, character in enumerate(inner):
        depth += (character in "<([") - (character in ">)]")
        if character == "," and depth == 0:
            parts.append(inner[start:index].strip())
            start = index + 1
    return (*parts, inner[start:].strip()) if inner else ()


def string_text(node: Node, source: bytes) -> str:
    """The value of a verbatim or raw string literal."""
    written = _text(node, source)
    if node.type == "verbatim_string_literal":
        return written[2:-1].replace('""', '"')
    content = next((child for child in node.named_children if child.type == "raw_string_content"), None)
    return _text(content, source).strip("\n") if content is not None else written.strip('"')


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


def _unescape(match: re.Match[str]) -> str:
    short, *codes = match.groups()
    if short:
        return _ESCAPES.get(short, short)
    value = int(next(code for code in codes if code), 16)
    return chr(value) if value < 0x110000 else match.group()


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


@cache
def _returns_query() -> Query:
    return Query(
        GRAMMAR,
        "(return_statement) @return [(lambda_expression) (local_function_statement) (anonymous_method_expression)] @inner",
    )


SCRIPT = ScriptGrammar(
    shape=shape,
    entries=entries,
    returns=returns,
    type_name=type_name,
    choices=frozenset(
        """if_statement while_statement do_statement for_statement foreach_statement switch_section switch_statement
        try_statement catch_clause conditional_expression switch_expression_arm""".split()
    ),
    constructor=CONSTRUCTOR,
    environment=frozenset(),
    module_word=lambda module: module.rpartition(".")[2],
)
