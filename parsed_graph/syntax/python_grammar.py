"""Python's expressions as the shapes that scripting languages share, and the calls of its standard library that make strings."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import tree_sitter_python
from tree_sitter import Language as Grammar
from tree_sitter import Node, Query

from parsed_graph.facts import Setting
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, joined, literal, plain, unless_unset
from parsed_graph.syntax.captures import captures
from parsed_graph.syntax.environment_value import environment_value
from parsed_graph.syntax.expression import Expression, Piece, ScriptGrammar
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.operands import operands
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax
from parsed_graph.syntax.url_joining import join_urls

GRAMMAR = Grammar(tree_sitter_python.language())
MAX_OPERANDS = 200
"""How many operands of one concatenation are read."""

_Lower = Callable[[Node | None], Alternatives]

_WRAPPERS = frozenset({"parenthesized_expression", "await", "type", "expression_list"})
_ESCAPE = re.compile(r"\\(?:([nrt\\'\"\n])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|.)", re.S)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\n": ""}
_BRACED = re.compile(r"\{\{|\}\}|\{([^{}!:]*)(?:![a-z])?(?::[^{}]*)?\}")
_PERCENT = re.compile(r"%(?:\((\w+)\))?[-#+ 0]*\d*(?:\.\d+)?([a-zA-Z%])")
_ENV_GETTERS = frozenset({"os.getenv", "os.environ.get", "os.environ.pop", "environ.get", "os.environ.setdefault"})
# decouple, starlette, environs and django-environ: `config("X", default=…)`, `env.str("X", …)`.
_ENV_READERS = frozenset(
    {
        "decouple.config",
        "starlette.config.Config",
        "environs.Env",
        "environ.Env",
        "environs.env",
        "environ.FileAwareEnv",
    }
)
_SAME = frozenset(
    """strip rstrip lstrip lower upper encode decode removesuffix removeprefix human_repr unicode_string
    get_secret_value as_posix title casefold""".split()
)
_WRAPPING = frozenset(
    "str quote quote_plus urlquote yarl.URL URL HttpUrl AnyHttpUrl AnyUrl PostgresDsn RedisDsn cast int SecretStr Path".split()
)
_TYPE_WRAPPERS = frozenset(
    "Optional Annotated Union Final ClassVar Type type Awaitable Depends AsyncGenerator Generator".split()
)


def shape(node: Node, source: bytes) -> Expression:
    """An expression's shape; brackets and `await` are taken off."""
    for _ in range(20):
        handler = _SHAPES.get(node.type)
        if handler is not None:
            return handler(node, source)
        is_walrus = node.type == "named_expression"
        if not is_walrus and (node.type not in _WRAPPERS or node.named_child_count != 1):
            break
        node = node.named_children[-1 if is_walrus else 0]
    return Expression("other", node)


def _name(node: Node, source: bytes) -> Expression:
    name = source[node.start_byte : node.end_byte].decode("utf-8", "replace")
    return Expression("self" if name == "self" or name == "cls" else "name", node, name)


def _call(node: Node, source: bytes) -> Expression:
    return Expression("call", node)


def _subscript(node: Node, source: bytes) -> Expression:
    target, keys = node.child_by_field_name("value"), node.children_by_field_name("subscript")
    return Expression("index", node, "", (target, keys[0])) if target and len(keys) == 1 else Expression("other", node)


def _conditional(node: Node, source: bytes) -> Expression:
    parts = node.named_children
    return Expression("either", node, "", (parts[0], parts[-1])) if len(parts) == 3 else Expression("other", node)


def _concatenated(node: Node, source: bytes) -> Expression:
    parts = [shape(part, source) for part in node.named_children[:MAX_OPERANDS]]
    pieces = [piece for part in parts for piece in ((part.name,) if part.kind == "text" else part.pieces)]
    return Expression("template", node, "", (), tuple(pieces))


def _list(node: Node, source: bytes) -> Expression:
    return Expression("list", node, "", tuple(n for n in node.named_children if n.type != "comment"))


def _number(node: Node, source: bytes) -> Expression:
    return Expression("number", node, _text(node, source))


def entries(node: Node, source: bytes) -> dict[str, Node]:
    """The values of a dictionary by their literal keys; also those of `dict(a=…)` and of a call's keywords."""
    found: dict[str, Node] = {}
    for pair in node.named_children[:MAX_OPERANDS]:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if pair.type == "pair" and key is not None and value is not None and key.type == "string":
            found[_string(key, source).name] = value
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
    """`Optional["Client"]`, `Client | None`, `Annotated[Client, Depends(x)]` -> `Client`."""
    text = declared.strip().strip("\"'")
    for _ in range(4):
        head, bracket, rest = text.partition("[")
        if not bracket or head.rpartition(".")[2] not in _TYPE_WRAPPERS:
            break
        text = rest.rpartition("]")[0].split(",")[0].strip().strip("\"'")
    options = [part.strip() for part in text.partition("[")[0].split("|")]
    return next((part for part in options if part and part != "None"), "")


SCRIPT = ScriptGrammar(
    shape=shape,
    entries=entries,
    returns=returns,
    type_name=type_name,
    choices=frozenset(
        """if_statement elif_clause else_clause for_statement while_statement except_clause case_clause
        except_group_clause""".split()
    ),
    constructor="__init__",
    environment=frozenset({"os.environ", "environ"}),
    module_word=lambda module: module.rpartition(".")[2],
)


def known_value(
    node: Node, call: CallSyntax | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int
) -> Alternatives | None:
    """`%` formatting, calls of the standard library and of readers of the environment; None for any other call."""

    def lower(node: Node | None) -> Alternatives:
        return text.lower_at(node, scope, frame, depth + 1) if node is not None else NOTHING

    if call is None:
        return _format_percent(node, text, lower)
    name = call.name
    if name in ("getenv", "get", "pop", "setdefault") and _reads_environment(call, text):
        return _environment(lower(call.argument("key", position=0)), lower(call.argument("default", position=1)))
    receiver = call.receiver
    if receiver is None:
        return _known_function(call, text, scope, lower)
    if name == "format":
        return _format_braces(lower(receiver), call, text, lower)
    if name == "join" and text.shape(receiver).kind == "text":
        return _join(text.shape(receiver).name, call, text, lower)
    if name in _SAME:
        return lower(receiver)
    if name == "replace" and len(call.arguments) == 2:
        return _replace(lower(receiver), lower(call.arguments[0].node), lower(call.arguments[1].node))
    if name == "urljoin":
        return join_urls(lower(call.argument(position=0)), lower(call.argument(position=1)))
    if name in ("quote", "quote_plus") and call.arguments:
        return lower(call.arguments[0].node)
    if name == "URL" and call.arguments:
        return lower(call.arguments[0].node)
    return _read_setting(call, text, scope, lower)


def _known_function(call: CallSyntax, text: ScriptText, scope: Scope, lower: _Lower) -> Alternatives | None:
    imported = text.file.imports.get(call.name, "")
    first = call.argument(position=0)
    if imported == "urllib.parse.urljoin" or imported.endswith(".urljoin"):
        return join_urls(lower(first), lower(call.argument(position=1)))
    if call.name in _WRAPPING and first is not None:
        return lower(first)
    if imported == "decouple.config" or _made_by(call.name, text, scope) in _ENV_READERS:
        return _environment(lower(first), lower(call.argument("default", position=2)))
    return None


def _read_setting(call: CallSyntax, text: ScriptText, scope: Scope, lower: _Lower) -> Alternatives | None:
    """`app.config.get("X", d)` and readers of environs: `env.str("X", d)`."""
    receiver = call.receiver
    assert receiver is not None
    path = text.path_text(receiver)
    first = call.argument(position=0)
    if first is None or not path:
        return None
    if "." not in path and _made_by(path, text, scope) in _ENV_READERS:
        return _environment(lower(first), lower(call.argument("default", position=1)))
    if call.name == "get" and path.rpartition(".")[2] in ("config", "conf"):
        keys = lower(first)
        key = plain(keys[0]) if len(keys) == 1 else None
        return unless_unset(((Setting(key),),), lower(call.argument("default", position=1))) if key else UNKNOWN
    return None


def _made_by(name: str, text: ScriptText, scope: Scope) -> str:
    """The imported class or function that made what a name holds."""
    imported = text.file.imports.get(name, "")
    if imported in _ENV_READERS:
        return imported
    for current in (scope, text.tree.root):
        for binding in current.names.get(name, ()):
            made = text.calls.get(binding.node.id)
            if made is not None:
                root = text.path_text(made.receiver) if made.receiver is not None else ""
                return (
                    text.file.imports.get(root, root) + "." + made.name
                    if root
                    else text.file.imports.get(made.name, "")
                )
    return ""


def _reads_environment(call: CallSyntax, text: ScriptText) -> bool:
    if call.receiver is None:
        return text.file.imports.get(call.name) == "os.getenv"
    path = text.path_text(call.receiver)
    head, dot, rest = path.partition(".")
    written = text.file.imports.get(head, head) + dot + rest
    return f"{written}.{call.name}" in _ENV_GETTERS


def _environment(keys: Alternatives, default: Alternatives) -> Alternatives:
    names = [name for key in keys if (name := plain(key))]
    return environment_value(names[0], default) if len(names) == 1 else default or UNKNOWN


def _format_braces(patterns: Alternatives, call: CallSyntax, text: ScriptText, lower: _Lower) -> Alternatives:
    pattern = plain(patterns[0]) if len(patterns) == 1 else None
    if pattern is None:
        return UNKNOWN
    named = {argument.name: argument.node for argument in call.arguments if argument.name}
    positional = [argument.node for argument in call.arguments if not argument.name]
    parts: list[Alternatives] = []
    position = counter = 0
    for match in _BRACED.finditer(pattern):
        parts.append(literal(pattern[position : match.start()]))
        position = match.end()
        if match.group() in ("{{", "}}"):
            parts.append(literal(match.group()[0]))
            continue
        field = match.group(1)
        if not field:
            field, counter = str(counter), counter + 1
        node = positional[int(field)] if field.isdigit() and int(field) < len(positional) else named.get(field)
        parts.append((lower(node) or UNKNOWN) if node is not None else UNKNOWN)
    return joined([*parts, literal(pattern[position:])])


def _format_percent(node: Node, text: ScriptText, lower: _Lower) -> Alternatives:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    patterns = lower(left)
    pattern = plain(patterns[0]) if len(patterns) == 1 else None
    if pattern is None or right is None:
        return UNKNOWN
    given = text.shape(right)
    positional = list(given.nodes) if given.kind == "list" else [right]
    named = entries(given.node, text.file.source) if given.kind == "object" else {}
    parts: list[Alternatives] = []
    position = counter = 0
    for match in _PERCENT.finditer(pattern):
        parts.append(literal(pattern[position : match.start()]))
        position = match.end()
        if match.group(2) == "%":
            parts.append(literal("%"))
            continue
        value = (
            named.get(match.group(1)) if match.group(1) else positional[counter] if counter < len(positional) else None
        )
        counter += not match.group(1)
        parts.append((lower(value) or UNKNOWN) if value is not None else UNKNOWN)
    return joined([*parts, literal(pattern[position:])])


def _join(separator: str, call: CallSyntax, text: ScriptText, lower: _Lower) -> Alternatives:
    first = call.argument(position=0)
    given = text.shape(first) if first is not None else None
    if given is None or given.kind != "list":
        return UNKNOWN
    parts: list[Alternatives] = []
    for index, node in enumerate(given.nodes[:MAX_OPERANDS]):
        parts += [literal(separator)] if index else []
        parts.append(lower(node))
    return joined(parts)


def _replace(value: Alternatives, old: Alternatives, new: Alternatives) -> Alternatives:
    whole, before, after = (plain(v[0]) if len(v) == 1 else None for v in (value, old, new))
    if whole is not None and before and after is not None:
        return literal(whole.replace(before, after))
    return value


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _member(node: Node, source: bytes) -> Expression:
    target, name = node.child_by_field_name("object"), node.child_by_field_name("attribute")
    if target is None or name is None:
        return Expression("other", node)
    return Expression("member", node, _text(name, source), (target,))


def _string(node: Node, source: bytes) -> Expression:
    written = source[node.start_byte : node.end_byte]
    if written[:1] in b"\"'" and b"\\" not in written:
        cut = 3 if written[:3] in (b'"""', b"'''") else 1
        return Expression("text", node, written[cut:-cut].decode("utf-8", "replace"))
    return _prefixed_string(node, source)


def _prefixed_string(node: Node, source: bytes) -> Expression:
    children = node.named_children
    prefix = _text(children[0], source).lower() if children else ""
    is_raw, is_format = "r" in prefix, "f" in prefix
    pieces: list[Piece] = []
    for child in children[1:]:
        if child.type == "string_content":
            text = _text(child, source)
            text = text if is_raw else _unescaped(text)
            pieces.append(text.replace("{{", "{").replace("}}", "}") if is_format else text)
        elif child.type == "interpolation":
            value = child.child_by_field_name("expression")
            pieces += [value] if value is not None else []
    if all(isinstance(piece, str) for piece in pieces):
        return Expression("text", node, "".join(piece for piece in pieces if isinstance(piece, str)))
    return Expression("template", node, "", (), tuple(pieces))


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_unescape, text)


def _unescape(match: re.Match[str]) -> str:
    short, byte, code = match.groups()
    if short:
        return _ESCAPES.get(short, short)
    return chr(int(byte or code, 16)) if byte or code else match.group()


def _operator(node: Node, source: bytes) -> Expression:
    operator = node.child_by_field_name("operator")
    sign = operator.type if operator is not None else ""
    if sign == "%":
        return Expression("format", node)
    if sign == "/":
        return _division(node)
    parts = operands(node)
    return Expression("add" if parts else "other", node, "", parts)


def _division(node: Node) -> Expression:
    """`URL(base) / "orders"`: a path segment is added."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or right.type not in ("string", "identifier", "call", "attribute"):
        return Expression("other", node)
    return Expression("template", node, "", (), (left, "/", right))


def _boolean(node: Node, source: bytes) -> Expression:
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return Expression("other", node)
    return Expression(
        "or" if operator.type == "or" else "either", node, "", (left, right) if operator.type == "or" else (right,)
    )


_SHAPES: dict[str, Callable[[Node, bytes], Expression]] = {
    "string": _string,
    "identifier": _name,
    "attribute": _member,
    "call": _call,
    "subscript": _subscript,
    "binary_operator": _operator,
    "boolean_operator": _boolean,
    "conditional_expression": _conditional,
    "concatenated_string": _concatenated,
    "dictionary": lambda node, source: Expression("object", node),
    "list": _list,
    "tuple": _list,
    "set": _list,
    "none": lambda node, source: Expression("null", node),
    "integer": _number,
    "true": _number,
    "false": _number,
    "lambda": lambda node, source: Expression("function", node),
}


@cache
def _returns_query() -> Query:
    return Query(GRAMMAR, "(return_statement) @return [(function_definition) (lambda) (class_definition)] @inner")
