"""Scala's expressions as the shapes that languages share; options, effects and brackets around a value are taken off."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import tree_sitter_scala
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.expression import Expression, Piece, ScriptGrammar

GRAMMAR = Grammar(tree_sitter_scala.language())
CONSTRUCTOR = "<init>"
MAX_OPERANDS = 200
"""How many operands of one expression, or members of one list, are read."""
MAX_STEPS = 20
"""How many brackets, blocks and accessors around one value are taken off."""

LISTS = frozenset(
    """List Seq Set Vector Array Chain NonEmptyList NonEmptySet NonEmptyVector NonEmptySeq Chunk IndexedSeq Iterable
    List.of NonEmptyList.of NonEmptyList.one NonEmptySet.of NonEmptySet.one NonEmptyChunk Seq.of Collections.singletonList
    Collections.singleton Arrays.asList java.util.Arrays.asList util.Arrays.asList java.util.List.of""".split()
)
"""Calls that make a list of their arguments."""
_SAME = frozenset(
    """get toString trim toOption toSeq toList asJava toUri renderString stripMargin some pure unsafeGet asScala toSet
    toJava value unsafeRunSync name""".split()
)
"""Accessors without brackets that give the value itself in another dress. `name` and `value` are those of opaque types."""
_WRAPPED = frozenset({"value", "name"})
_WRAPPERS = frozenset("parenthesized_expression ascription_expression instantiated_expression".split())
_BLOCKS = frozenset("block indented_block".split())
_COMMENTS = frozenset("comment block_comment line_comment".split())
_NO_VALUES = frozenset(
    "val_definition var_definition function_definition import_declaration class_definition object_definition".split()
)
_EFFECTS = frozenset(
    """Future Option Some F IO Task ZIO UIO RIO URIO Resource Try Either Source Seq List Set Vector Eval Kleisli OptionT
    EitherT ZLayer Lazy Provider Stream""".split()
)
_ESCAPE = re.compile(r"\\(?:u+([0-9A-Fa-f]{4})|([btnfr\"'\\]))")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_FORMAT = re.compile(r"^%[-#+ 0,(]*\d*(?:\.\d+)?[a-zA-Z]")


def shape(node: Node, source: bytes) -> Expression:
    """An expression's shape."""
    for _ in range(MAX_STEPS):
        kind = node.type
        handler = _SHAPES.get(kind)
        if handler is not None:
            return handler(node, source)
        inner: Node | None = None
        if kind == "field_expression":
            found = _member(node, source)
            if found.name not in _SAME or (found.name in _WRAPPED and not found.nodes[0].type.endswith("expression")):
                return found
            inner = found.nodes[0]
        elif kind in _BLOCKS:
            inner = last_value(node)
        elif kind == "generic_function":
            inner = node.child_by_field_name("function")
        elif kind in _WRAPPERS:
            inner = node.named_children[0] if node.named_child_count else None
        elif kind == "try_expression":
            inner = node.child_by_field_name("body")
        if inner is None:
            break
        node = inner
    return Expression("other", node)


def last_value(block: Node) -> Node | None:
    """The expression that a block gives."""
    children = [child for child in block.named_children if child.type not in _COMMENTS]
    last = children[-1] if children else None
    return None if last is None or last.type in _NO_VALUES else last


def entries(node: Node, source: bytes) -> dict[str, Node]:
    """`Map("a" -> x)`: the values by their keys."""
    found: dict[str, Node] = {}
    arguments = node.child_by_field_name("arguments") if node.type == "call_expression" else None
    for child in arguments.named_children[:MAX_OPERANDS] if arguments is not None else ():
        left, operator, right = infix(child, source)
        key = shape(left, source) if left is not None and operator == "->" else None
        if key is not None and key.kind == "text" and right is not None:
            found[key.name] = right
    return found


def returns(function: Node) -> list[Node]:
    """What a function gives: its last expression, and what it returns earlier."""
    captured = captures(_returns_query(), function)
    inner = [(n.start_byte, n.end_byte) for n in captured.get("inner", ()) if n != function]
    found = []
    for node in captured.get("return", ())[:MAX_OPERANDS]:
        value = node.named_children[0] if node.named_child_count else None
        if value is not None and not any(start <= node.start_byte < end for start, end in inner):
            found.append(value)
    body = function.child_by_field_name("body")
    last = last_value(body) if body is not None and body.type in _BLOCKS else body
    return [*found, *([last] if last is not None and last.type != "return_expression" else [])]


def type_name(declared: str) -> str:
    """`Future[Option[Order]]` -> `Order`, `config.KafkaConfig` as it is, `OrderService[F] with Logging` -> `OrderService`."""
    text = declared.strip()
    for _ in range(8):
        head, bracket, rest = text.partition("[")
        if not bracket or head.strip().rpartition(".")[2] not in _EFFECTS:
            break
        text = _last_argument(rest).strip()
    return text.removeprefix("=>").partition("[")[0].partition(" ")[0].strip(" ;)(")


def _last_argument(rest: str) -> str:
    """The last type argument: what an effect of several (`Either[E, A]`, `ZIO[R, E, A]`) holds."""
    depth, start = 0, 0
    for index, character in enumerate(rest):
        depth += (character in "[(") - (character in "])")
        if depth < 0:
            return rest[start:index]
        if character == "," and depth == 0:
            start = index + 1
    return rest[start:]


def infix(node: Node, source: bytes) -> tuple[Node | None, str, Node | None]:
    """Left, operator and right of `a + b`; an empty operator for anything else."""
    if node.type not in ("infix_expression", "infix_pattern"):
        return None, "", None
    operator = node.child_by_field_name("operator")
    return node.child_by_field_name("left"), text_in(operator, source), node.child_by_field_name("right")


def operands(node: Node, source: bytes, operators: frozenset[str]) -> list[Node]:
    """The operands of a chain of these operators, from left to right."""
    found: list[Node] = []
    current: Node | None = node
    while current is not None and len(found) < MAX_OPERANDS:
        left, operator, right = infix(current, source)
        if operator not in operators or right is None:
            break
        found.append(right)
        current = left
    return [*([current] if current is not None else []), *reversed(found)]


def callee_text(node: Node, source: bytes) -> str:
    """What a call calls, as written: `NonEmptyList.of`; "" where that is long."""
    function = node.child_by_field_name("function")
    if function is not None and function.type == "generic_function":
        function = function.child_by_field_name("function")
    return text_in(function, source) if function is not None and function.end_byte - function.start_byte < 60 else ""


def text_in(node: Node | None, source: bytes) -> str:
    """The source of a node, "" for None."""
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""


def _string(node: Node, source: bytes) -> Expression:
    written = text_in(node, source)
    if written.startswith('"""'):
        return Expression("text", node, written[3:].removesuffix('"""'))
    return Expression("text", node, _unescaped(written[1:].removesuffix('"')))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


def _unescape(match: re.Match[str]) -> str:
    code, short = match.groups()
    return chr(int(code, 16)) if code else _ESCAPES.get(short, short)


def _template(node: Node, source: bytes) -> Expression:
    """`s"…$name…"`, `uri"…"`: text and expressions in turn; a format such as `%d` after an expression of `f"…"` is no text."""
    string = next((child for child in node.named_children if child.type == "interpolated_string"), None)
    if string is None:
        return Expression("other", node)
    is_format = text_in(node.child_by_field_name("interpolator"), source) == "f"
    raw = source[string.start_byte : string.end_byte]
    quotes = 3 if raw.startswith(b'"""') else 1
    position, end = string.start_byte + quotes, string.end_byte - quotes
    pieces: list[Piece] = []
    for child in string.named_children[:MAX_OPERANDS]:
        if child.type != "interpolation":
            continue
        _add_text(pieces, source[position : child.start_byte], quotes, is_format)
        if child.named_child_count:
            pieces.append(child.named_children[0])
        position = child.end_byte
    _add_text(pieces, source[position : max(position, end)], quotes, is_format)
    return Expression("template", node, "", (), tuple(pieces))


def _add_text(pieces: list[Piece], raw: bytes, quotes: int, is_format: bool) -> None:
    text = raw.decode("utf-8", "replace").replace("$$", "$")
    if is_format and pieces:
        text = _FORMAT.sub("", text)
    if text:
        pieces.append(text if quotes == 3 else _unescaped(text))


def _name(node: Node, source: bytes) -> Expression:
    name = text_in(node, source).strip("`")
    kind = {"this": "self", "super": "self", "None": "null", "null": "null", "Nil": "null"}.get(name, "name")
    return Expression(kind, node, name)


def _member(node: Node, source: bytes) -> Expression:
    target, name = node.child_by_field_name("value"), node.child_by_field_name("field")
    if target is None or name is None:
        return Expression("other", node)
    return Expression("member", node, text_in(name, source).strip("`"), (target,))


def _call(node: Node, source: bytes) -> Expression:
    callee = callee_text(node, source)
    if callee in LISTS:
        arguments = node.child_by_field_name("arguments")
        members = arguments.named_children[:MAX_OPERANDS] if arguments is not None else []
        return Expression("list", node, "", tuple(m for m in members if m.type not in _COMMENTS))
    return Expression("object" if callee == "Map" else "call", node)


def _infix(node: Node, source: bytes) -> Expression:
    operator = text_in(node.child_by_field_name("operator"), source)
    if operator == "+":
        return Expression("add", node, "", tuple(operands(node, source, frozenset({"+"}))))
    if operator in ("orElse", "getOrElse", "<|>"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None:
            return Expression("or", node, "", (left, right))
    return Expression("format" if operator == "/" else "other", node, operator)


def _if(node: Node, source: bytes) -> Expression:
    parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
    values = tuple(part for part in parts if part is not None)
    return Expression("either", node, "", values) if values else Expression("other", node)


def _match(node: Node, source: bytes) -> Expression:
    body = node.child_by_field_name("body")
    clauses = body.named_children[:MAX_OPERANDS] if body is not None else []
    values = tuple(value for clause in clauses if (value := clause.child_by_field_name("body")) is not None)
    return Expression("either", node, "", values) if values else Expression("other", node)


def _tuple(node: Node, source: bytes) -> Expression:
    return Expression("list", node, "", tuple(n for n in node.named_children if n.type not in _COMMENTS))


def _number(node: Node, source: bytes) -> Expression:
    return Expression("number", node, text_in(node, source).rstrip("LlfFdD"))


_SHAPES: dict[str, Callable[[Node, bytes], Expression]] = {
    "string": _string,
    "interpolated_string_expression": _template,
    "identifier": _name,
    "type_identifier": _name,
    "stable_identifier": _name,
    "null_literal": lambda node, source: Expression("null", node),
    "throw_expression": lambda node, source: Expression("null", node),
    "call_expression": _call,
    "instance_expression": lambda node, source: Expression("call", node),
    "infix_expression": _infix,
    "if_expression": _if,
    "match_expression": _match,
    "tuple_expression": _tuple,
    "lambda_expression": lambda node, source: Expression("function", node),
    "case_block": lambda node, source: Expression("function", node),
    "integer_literal": _number,
    "floating_point_literal": _number,
    "boolean_literal": _number,
}

SCRIPT = ScriptGrammar(
    shape=shape,
    entries=entries,
    returns=returns,
    type_name=type_name,
    choices=frozenset("if_expression case_clause while_expression for_expression catch_clause".split()),
    constructor=CONSTRUCTOR,
    environment=frozenset(),
    module_word=lambda module: module.rpartition(".")[2],
    texts=frozenset(
        """string interpolated_string_expression identifier field_expression call_expression infix_expression
        if_expression match_expression parenthesized_expression block indented_block instance_expression""".split()
    ),
    implies_self=True,
)


@cache
def _returns_query() -> Query:
    return Query(GRAMMAR, "(return_expression) @return [(function_definition) (lambda_expression)] @inner")
