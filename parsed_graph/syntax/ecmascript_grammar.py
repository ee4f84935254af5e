"""Expressions of JavaScript and TypeScript as the shapes that scripting languages share, and the usual calls that make strings."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

import tree_sitter_typescript
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.facts import Setting
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, joined, literal, plain, unless_unset
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.environment_value import environment_value, looks_like_variable
from parsed_graph.syntax.expression import Expression, Piece, ScriptGrammar
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.operands import operands
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax
from parsed_graph.syntax.url_joining import join_urls

TYPESCRIPT = Grammar(tree_sitter_typescript.language_typescript())
JSX = Grammar(tree_sitter_typescript.language_tsx())
"""Reads JavaScript with and without JSX, too: the grammar is a superset, so that one set of node types serves all."""
MAX_OPERANDS = 200
"""How many operands of one concatenation are read."""

_Lower = Callable[[Node | None], Alternatives]
_WRAPPERS = frozenset(
    """parenthesized_expression await_expression as_expression non_null_expression satisfies_expression
    sequence_expression spread_element assignment_expression""".split()
)
_BEFORE_CALLED = frozenset({"await_expression", "unary_expression", "binary_expression"})
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.S)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "0": "\0", "\n": ""}
_FORMAT = re.compile(r"%[sdijoO%]")
_SAME = frozenset("toString trim trimEnd trimStart toLowerCase toUpperCase normalize valueOf toJSON href".split())
_WRAPPING = frozenset(
    "String encodeURIComponent encodeURI decodeURIComponent Number parseInt unref toValue resolve".split()
)
_GETTERS = frozenset({"get", "getOrThrow", "getString", "required", "optional"})
_CHOICES = frozenset(
    """if_statement else_clause for_statement for_in_statement while_statement switch_case switch_default
    catch_clause""".split()
)
_ENVIRONMENT = frozenset({"process.env", "import.meta.env", "__ENV", "Bun.env", "Deno.env"})
_FREEZING = re.compile(rb"Object\.(?:freeze|seal|preventExtensions)\(")
_PAGE_LOCATIONS = frozenset({"location", "window.location", "document.location", "self.location"})
_URL_MEMBERS = frozenset({"href"})
_TYPE_WRAPPERS = frozenset(
    "Promise ConfigType Readonly Partial Required Awaited NonNullable Observable Ref ReturnType InstanceType".split()
)


def shape(node: Node, source: bytes) -> Expression:
    """An expression's shape; brackets, casts and `await` are taken off."""
    for _ in range(20):
        handler = _SHAPES.get(node.type)
        if handler is not None:
            return handler(node, source)
        if node.type not in _WRAPPERS or not node.named_child_count:
            break
        # Of `a = b` the value is what is assigned.
        node = node.named_children[-1 if node.type == "assignment_expression" else 0]
    return Expression("other", node)


def called(node: Node | None) -> Node | None:
    """What a call calls. With type arguments, the grammar reads `await api.get<T>(url)` as a call of `await api.get`."""
    target = node.child_by_field_name("function") if node is not None else None
    while target is not None and target.type in _BEFORE_CALLED:
        target = target.named_children[-1] if target.named_child_count else None
    return target


def entries(node: Node, source: bytes) -> dict[str, Node]:
    """The values of an object literal by their literal keys; `{ url }` is the name itself, methods are left out."""
    found: dict[str, Node] = {}
    for child in node.named_children[:MAX_OPERANDS]:
        if child.type == "shorthand_property_identifier":
            found[_text(child, source)] = child
        elif child.type == "pair":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None and value is not None and key.type in ("property_identifier", "string", "number"):
                found[_text(key, source).strip("\"'")] = value
    return found


def _returns(grammar: Grammar, function: Node) -> list[Node]:
    """The expressions that a function returns, those of inner functions left out."""
    body = function.child_by_field_name("body")
    if body is None:
        return []
    if body.type != "statement_block":
        return [body]
    captured = captures(_returns_query(grammar), body)
    inner = [(n.start_byte, n.end_byte) for n in captured.get("inner", ())]
    found = []
    for node in captured.get("return", ())[:MAX_OPERANDS]:
        value = node.named_children[0] if node.named_child_count else None
        if value is not None and not any(start <= node.start_byte < end for start, end in inner):
            found.append(value)
    return found


def type_name(declared: str) -> str:
    """`: Promise<Client>`, `Client | undefined`, `typeof client` -> `Client`."""
    text = declared.lstrip(": ").strip()
    for _ in range(4):
        head, bracket, rest = text.partition("<")
        if not bracket or head.strip() not in _TYPE_WRAPPERS:
            break
        text = rest.rpartition(">")[0].strip()
    options = [part.strip() for part in text.partition("<")[0].split("|")]
    name = next((part for part in options if part and part not in ("null", "undefined")), "")
    return "" if name.endswith("]") else name.removeprefix("typeof ").strip()


@cache
def script_grammar(grammar: Grammar) -> ScriptGrammar:
    """What scripts of one of the two grammars add to the shapes."""
    return ScriptGrammar(
        shape=shape,
        entries=entries,
        returns=partial(_returns, grammar),
        type_name=type_name,
        choices=_CHOICES,
        constructor="constructor",
        environment=_ENVIRONMENT,
        module_word=lambda module: module,
    )


def known_value(
    node: Node, call: CallSyntax | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int
) -> Alternatives | None:
    """Calls of the language, and of configuration services, that give a string; None for any other call."""

    def lower(node: Node | None) -> Alternatives:
        return text.lower_at(node, scope, frame, depth + 1) if node is not None else NOTHING

    if call is None:
        return None
    name, receiver = call.name, call.receiver
    if call.is_new:
        return join_urls(lower(call.argument(position=1)), lower(call.argument(position=0))) if name == "URL" else None
    if receiver is None:
        return lower(call.arguments[0].node) if name in _WRAPPING and len(call.arguments) in (1, 2) else None
    if name in _SAME:
        return lower(receiver)
    if name == "concat":
        return joined([lower(receiver), *(lower(argument.node) for argument in call.arguments)])
    if name == "join":
        return _join(call, text, lower)
    if name == "replace" and len(call.arguments) == 2:
        return _replace(lower(receiver), lower(call.arguments[0].node), lower(call.arguments[1].node))
    if (
        name == "resolve"
        and len(call.arguments) == 2
        and text.file.imports.get(text.path_text(receiver)) in ("url", "node:url")
    ):
        return join_urls(lower(call.arguments[0].node), lower(call.arguments[1].node))
    if name == "format" and call.arguments:
        return _format(call, lower)
    if name == "freeze" and call.arguments:
        return lower(call.arguments[0].node)
    return _read_setting(call, text, scope, lower) if name in _GETTERS else None


def _read_setting(call: CallSyntax, text: ScriptText, scope: Scope, lower: _Lower) -> Alternatives | None:
    """`configService.get('ORDERS_URL', d)`, `config.get('orders.url')`, `env.get('X').required()`."""
    receiver = call.receiver
    assert receiver is not None
    if call.name in ("required", "optional"):
        return None
    path = text.path_text(receiver) or text.file.text(receiver)
    word = path.rpartition(".")[2].lower()
    if "config" not in word and word != "env" and "setting" not in word:
        return None
    keys, first = lower(call.argument(position=0)), call.argument(position=1)
    key = plain(keys[0]) if len(keys) == 1 else None
    if not key:
        return UNKNOWN
    default = lower(first) if first is not None and text.shape(first).kind != "object" else NOTHING
    if looks_like_variable(key):
        return environment_value(key, default)
    return unless_unset(((Setting(key),),), default) if default else ((Setting(key),),)


def _join(call: CallSyntax, text: ScriptText, lower: _Lower) -> Alternatives | None:
    """`[a, b].join('/')`, and `path.join(a, b)`."""
    receiver = call.receiver
    assert receiver is not None
    given = text.shape(receiver)
    if given.kind == "list":
        nodes, between = list(given.nodes[:MAX_OPERANDS]), lower(call.argument(position=0)) or literal(",")
    elif text.file.text(receiver) in ("path", "path.posix", "posix", "urljoin"):
        nodes, between = [argument.node for argument in call.arguments], literal("/")
    else:
        return None
    parts: list[Alternatives] = []
    for index, node in enumerate(nodes):
        parts += [between] if index else []
        parts.append(lower(node))
    return joined(parts)


def _replace(value: Alternatives, old: Alternatives, new: Alternatives) -> Alternatives:
    whole, before, after = (plain(v[0]) if len(v) == 1 else None for v in (value, old, new))
    if whole is not None and before and after is not None:
        return literal(whole.replace(before, after, 1))
    return value


def _format(call: CallSyntax, lower: _Lower) -> Alternatives:
    patterns = lower(call.arguments[0].node)
    pattern = plain(patterns[0]) if len(patterns) == 1 else None
    if pattern is None:
        return UNKNOWN
    parts: list[Alternatives] = []
    position, counter = 0, 1
    for match in _FORMAT.finditer(pattern):
        parts.append(literal(pattern[position : match.start()]))
        position = match.end()
        if match.group() == "%%":
            parts.append(literal("%"))
            continue
        parts.append(lower(call.arguments[counter].node) if counter < len(call.arguments) else UNKNOWN)
        counter += 1
    return joined([*parts, literal(pattern[position:])])


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _name(node: Node, source: bytes) -> Expression:
    return Expression("name", node, source[node.start_byte : node.end_byte].decode("utf-8", "replace"))


def _undefined(node: Node, source: bytes) -> Expression:
    return Expression("null", node)


def _self(node: Node, source: bytes) -> Expression:
    return Expression("self", node, "this")


def _member(node: Node, source: bytes) -> Expression:
    target, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if target is None or name is None:
        return Expression("other", node)
    word = _text(name, source)
    if word in _URL_MEMBERS and target.type in ("new_expression", "parenthesized_expression"):
        return shape(target, source)
    if word == "hostname" and _text(target, source) in _PAGE_LOCATIONS:
        return Expression(
            "text", node, "localhost"
        )  # What listens on another port there runs beside what served the page.
    return Expression("member", node, word, (target,))


def _subscript(node: Node, source: bytes) -> Expression:
    target, key = node.child_by_field_name("object"), node.child_by_field_name("index")
    return (
        Expression("index", node, "", (target, key))
        if target is not None and key is not None
        else Expression("other", node)
    )


def _call(node: Node, source: bytes) -> Expression:
    start = source[node.start_byte : node.start_byte + 7]
    if start == b"Object." and _FREEZING.match(source, node.start_byte):
        arguments = node.child_by_field_name("arguments")
        frozen = arguments.named_children[0] if arguments is not None and arguments.named_child_count == 1 else None
        if frozen is not None and frozen.type in ("object", "array", "identifier"):
            return _SHAPES[frozen.type](frozen, source)
    elif start == b"registe" and source.startswith(b"registerAs(", node.start_byte):
        return _registered(node, source)
    return Expression("call", node)


def _registered(node: Node, source: bytes) -> Expression:
    """NestJS: `registerAs("orders", () => ({ … }))` is the object that the function returns."""
    arguments = node.child_by_field_name("arguments")
    function = arguments.named_children[-1] if arguments is not None and arguments.named_child_count else None
    body = function.child_by_field_name("body") if function is not None else None
    if body is not None and body.type == "statement_block":
        last = body.named_children[-1] if body.named_child_count else None
        body = (
            last.named_children[0]
            if last is not None and last.type == "return_statement" and last.named_child_count
            else None
        )
    inner = shape(body, source) if body is not None else None
    return inner if inner is not None and inner.kind == "object" else Expression("call", node)


def _string(node: Node, source: bytes) -> Expression:
    written = source[node.start_byte + 1 : node.end_byte - 1]
    text = written.decode("utf-8", "replace")
    return Expression("text", node, _unescaped(text) if b"\\" in written else text)


def _template(node: Node, source: bytes) -> Expression:
    pieces: list[Piece] = []
    for child in node.named_children:
        if child.type == "template_substitution":
            pieces += child.named_children[:1]
        else:
            pieces.append(_unescaped(_text(child, source)))
    if all(isinstance(piece, str) for piece in pieces):
        return Expression("text", node, "".join(piece for piece in pieces if isinstance(piece, str)))
    return Expression("template", node, "", (), tuple(pieces))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


def _unescape(match: re.Match[str]) -> str:
    byte, code, short = match.groups()
    return chr(int(byte or code, 16)) if byte or code else _ESCAPES.get(short, short)


def _binary(node: Node, source: bytes) -> Expression:
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = operator.type if operator is not None else ""
    if left is None or right is None:
        return Expression("other", node)
    if sign in ("||", "??"):
        return Expression("or", node, "", (left, right))
    if sign == "&&":
        return Expression("either", node, "", (right,))
    parts = operands(node)
    return Expression("add" if parts else "other", node, "", parts)


def _ternary(node: Node, source: bytes) -> Expression:
    parts = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
    return Expression("either", node, "", tuple(part for part in parts if part is not None))


def _list(node: Node, source: bytes) -> Expression:
    return Expression("list", node, "", tuple(n for n in node.named_children if n.type != "comment"))


def _literal_number(node: Node, source: bytes) -> Expression:
    return Expression("number", node, _text(node, source))


def _function(node: Node, source: bytes) -> Expression:
    return Expression("function", node)


_SHAPES: dict[str, Callable[[Node, bytes], Expression]] = {
    "string": _string,
    "template_string": _template,
    "identifier": _name,
    "shorthand_property_identifier": _name,
    "member_expression": _member,
    "call_expression": _call,
    "new_expression": _call,
    "subscript_expression": _subscript,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "object": lambda node, source: Expression("object", node),
    "array": _list,
    "this": _self,
    "null": _undefined,
    "undefined": _undefined,
    "number": _literal_number,
    "true": _literal_number,
    "false": _literal_number,
    "arrow_function": _function,
    "function_expression": _function,
}


@cache
def _returns_query(grammar: Grammar) -> Query:
    return Query(
        grammar,
        """(return_statement) @return
        [(arrow_function) (function_expression) (function_declaration) (method_definition) (class_body)] @inner""",
    )
