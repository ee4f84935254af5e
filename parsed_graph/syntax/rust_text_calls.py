"""Calls of Rust's standard library and of usual crates that make strings, read the environment or settings, or hold an address."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from parsed_graph.facts import Setting
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, joined, plain, unless_unset
from parsed_graph.syntax.environment_value import environment_value
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.rust_grammar import closure_body
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax
from parsed_graph.syntax.string_formats import fill_braces
from parsed_graph.syntax.url_joining import join_urls

Lower = Callable[[Node | None], Alternatives]

_SAME = frozenset(
    """to_string to_owned into as_str as_ref clone cloned unwrap expect parse trim as_deref to_str ok map_err context
    with_context into_boxed_str borrow to_lowercase to_uppercase unwrap_or_default as_bytes trim_end_matches
    trim_start_matches trim_end trim_start ok_or ok_or_else into_string to_vec as_slice try_into as_deref_mut deref
    connect_lazy connect_timeout timeout concurrency_limit tls_config keep_alive_while_idle tcp_nodelay as_mut
    into_owned iter lock read write get_or_init force inspect_err""".split()
)
"""Methods that give what they are called on, in another dress."""
_WRAPPING = frozenset(
    "from from_static from_shared from_str try_from parse from_utf8 open from_url with_uri_str new_unchecked from_env_or".split()
)
"""Functions of a type that give their argument back: `Uri::from_static(x)`, `Endpoint::from_shared(x)`."""
_WRAPPED_TYPES = frozenset(
    """String Url Uri Endpoint Channel Cow PathBuf Path ClientOptions ConnectOptions PgConnectOptions MySqlConnectOptions
    Authority Str""".split()
)
_LAZY = frozenset("Lazy LazyLock OnceCell OnceLock".split())
_ALTERNATIVES = frozenset({"unwrap_or", "unwrap_or_else", "or", "or_else"})
_ENVIRONMENTS = frozenset({"env", "std::env", "dotenv", "dotenvy", "::std::env"})
_SETTINGS = frozenset({"get_string", "get_str", "get", "get_int"})


def known_value(
    node: Node, call: CallSyntax | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int
) -> Alternatives | None:
    """The value of a call that a library defines, None for any other call."""

    def lower(node: Node | None) -> Alternatives:
        return text.lower_at(node, scope, frame, depth + 1) if node is not None else NOTHING

    if call is None:
        return UNKNOWN
    first = call.argument(position=0)
    if call.is_new:
        return lower(closure_body(first)) if call.name in _LAZY and first is not None else UNKNOWN
    if call.receiver is None:
        return _function(call, first, text, scope, frame, depth, lower)
    return _method(call, first, text, lower)


def _function(
    call: CallSyntax, first: Node | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int, lower: Lower
) -> Alternatives | None:
    name = call.name
    if name in ("format", "format_args", "formatcp"):
        return _formatted(call, first, text, scope, frame, depth, lower)
    if name in ("concat", "concatcp"):
        return joined([lower(argument.node) for argument in call.arguments[:20]])
    if name in ("env", "option_env", "dotenv") or (
        name == "var" and (text.file.imports.get("var") or "").endswith("env.var")
    ):
        return _environment(lower(first))
    return None


def _method(call: CallSyntax, first: Node | None, text: ScriptText, lower: Lower) -> Alternatives | None:
    name, receiver = call.name, call.receiver
    assert receiver is not None
    written = text.file.text(receiver) if receiver.end_byte - receiver.start_byte < 60 else ""
    if name in ("var", "var_os") and written in _ENVIRONMENTS:
        return _environment(lower(first))
    if name in _WRAPPING and written.rpartition("::")[2] in _WRAPPED_TYPES:
        return lower(first)
    if name in _ALTERNATIVES and first is not None:
        return unless_unset(lower(receiver), lower(closure_body(first)))
    if name == "map_or" and len(call.arguments) == 2:
        return unless_unset(lower(receiver), lower(first))
    if name in _SAME or (name == "connect" and first is None):
        return lower(receiver)
    if name == "join" and first is not None:
        return join_urls(lower(receiver), lower(first))
    if name == "replace" and len(call.arguments) == 2:
        return lower(receiver)
    if name in _SETTINGS and first is not None and _is_settings(written):
        key = plain(keys[0]) if len(keys := lower(first)) == 1 else None
        return ((Setting(key),),) if key else UNKNOWN
    return None


def _is_settings(written: str) -> bool:
    last = written.rpartition(".")[2].rpartition("::")[2].lower()
    return last in ("config", "settings", "cfg", "configuration", "figment")


def _formatted(
    call: CallSyntax, first: Node | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int, lower: Lower
) -> Alternatives:
    """`format!("{}/orders/{id}", base)`: what the string names and no argument gives is a variable in scope."""
    patterns = lower(first)
    pattern = plain(patterns[0]) if len(patterns) == 1 else None
    if pattern is None:
        return UNKNOWN
    named = {argument.name: lower(argument.node) for argument in call.arguments if argument.name}
    given = [lower(argument.node) for argument in call.arguments[1:] if not argument.name]
    for name in set(_names(pattern)) - named.keys():
        seen = Expression("name", call.node, name)
        named[name] = text._name(seen, scope, frame, depth + 1)
    return fill_braces(patterns, given, named)


def _names(pattern: str) -> list[str]:
    found = [piece.partition("}")[0].partition(":")[0] for piece in pattern.split("{")[1:]]
    return [name for name in found if name.isidentifier()][:20]


def _environment(keys: Alternatives) -> Alternatives:
    names = [name for key in keys if (name := plain(key))]
    return environment_value(names[0]) if len(names) == 1 else UNKNOWN
