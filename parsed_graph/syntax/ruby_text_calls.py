"""Calls of Ruby's standard library, of Rails and of configuration gems that make strings, read the environment or read settings."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from parsed_graph.facts import Literal, Setting
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, joined, plain, unless_unset
from parsed_graph.syntax.environment_value import environment_value
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.ruby_grammar import last_value
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax
from parsed_graph.syntax.string_formats import fill_percent
from parsed_graph.syntax.url_joining import join_urls, prefix_urls

Lower = Callable[[Node | None], Alternatives]

_SAME = frozenset(
    """freeze to_s to_str strip chomp chop downcase upcase dup itself presence squish html_safe chomp! strip! to_sym
    camelize underscore to_i to_uri normalize fetch_uri""".split()
)
_WRAPPING = frozenset({"URI", "String", "Pathname", "Addressable", "CGI", "ERB"})
_PARSERS = frozenset(
    "parse encode_www_form_component escape encode escape_html url_encode encode_component HTTP".split()
)
_CONFIGURATION = re.compile(
    r"^(?:::)?(?:Rails\.(?:application\.)?config(?:uration)?|Rails\.application\.(?:credentials|secrets)|Settings|Config|AppConfig"
    r"|Rails\.application\.config_for\(:?[\"']?\w+[\"']?\)|Configuration|settings)\b"
)
_CONFIG_FOR = re.compile(r"^Rails\.application\.config_for\([:\"'](\w+)[\"']?\)")
_SETTING_NAME = re.compile(r"^\w+[?!]?$")
_NO_SETTINGS = frozenset("application config configuration credentials secrets fetch dig".split())


def known_value(
    node: Node, call: CallSyntax | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int
) -> Alternatives | None:
    """The value of `%` and of a call that Ruby or a gem defines, None for any other call."""

    def lower(node: Node | None) -> Alternatives:
        return text.lower_at(node, scope, frame, depth + 1) if node is not None else NOTHING

    if call is None:
        return _percent(node, text, lower)
    if call.is_new:
        return UNKNOWN
    if call.receiver is None:
        return _function(call, lower)
    return _method(call, text, lower)


def _function(call: CallSyntax, lower: Lower) -> Alternatives | None:
    first = call.argument(position=0)
    if call.name in ("format", "sprintf") and first is not None:
        named = {argument.name: lower(argument.node) for argument in call.arguments if argument.name}
        return fill_percent(lower(first), [lower(a.node) for a in call.arguments[1:] if not a.name], named)
    if call.name in _WRAPPING and first is not None:
        return lower(first)
    return None


def _method(call: CallSyntax, text: ScriptText, lower: Lower) -> Alternatives | None:
    name, receiver = call.name, call.receiver
    assert receiver is not None
    written = text.file.text(receiver) if receiver.end_byte - receiver.start_byte < 100 else ""
    first = call.argument(position=0)
    if written == "ENV" and name in ("fetch", "dig", "[]", "key"):
        return _environment(lower(first), _default(call, text, lower))
    if first is None:
        return lower(receiver) if name in _SAME else _setting(f"{written}.{name}", NOTHING)
    if name == "join":
        return _joined(call, written, text, lower)
    if name in _PARSERS and written.rpartition("::")[2] in ("URI", "CGI", "ERB", "Util", "HTTP"):
        return lower(first)
    if name in _SAME or name in ("delete_suffix", "delete_prefix", "chomp"):
        return lower(receiver)
    if name in ("gsub", "sub", "tr") and len(call.arguments) == 2:
        return _replaced(lower(receiver), lower(first), lower(call.arguments[1].node))
    if name in ("concat", "+"):
        return joined([lower(receiver), lower(first)])
    if name in ("fetch", "dig", "get") and _CONFIGURATION.match(written):
        keys = [plain(t[0]) if len(t := lower(a.node)) == 1 else None for a in call.arguments if not a.name]
        kept = keys if name == "dig" else keys[:1]
        default = _default(call, text, lower) if name != "dig" else NOTHING
        return _setting(".".join([written, *(key or "?" for key in kept)]), default)
    return None


def _default(call: CallSyntax, text: ScriptText, lower: Lower) -> Alternatives:
    """The second argument, or what the block gives: `ENV.fetch("X") { "d" }`."""
    second = call.argument(position=1)
    if second is not None:
        return lower(second)
    block = call.node.child_by_field_name("block")
    body = block.child_by_field_name("body") if block is not None else None
    return lower(last_value(body)) if body is not None else NOTHING


def _joined(call: CallSyntax, written: str, text: ScriptText, lower: Lower) -> Alternatives:
    """`File.join(base, "orders")`, `URI.join(base, path)`, `[base, "orders"].join("/")`."""
    values = [lower(argument.node) for argument in call.arguments]
    if written in ("File", "::File"):
        found = values[0]
        for value in values[1:20]:
            found = prefix_urls(found, value)
        return found
    if written in ("URI", "::URI", "Addressable::URI"):
        return join_urls(values[0], values[1]) if len(values) > 1 else values[0]
    assert call.receiver is not None
    listed = text.shape(text.value(call.receiver) or call.receiver)
    if listed.kind != "list":
        return UNKNOWN
    parts: list[Alternatives] = []
    for index, node in enumerate(listed.nodes[:20]):
        parts += [values[0]] if index else []
        parts.append(lower(node))
    return joined(parts)


def _replaced(value: Alternatives, old: Alternatives, new: Alternatives) -> Alternatives:
    before, after = (plain(v[0]) if len(v) == 1 else None for v in (old, new))
    if not before or after is None or len(value) != 1:
        return value
    return (tuple(Literal(p.text.replace(before, after)) if isinstance(p, Literal) else p for p in value[0]),)


def _percent(node: Node, text: ScriptText, lower: Lower) -> Alternatives:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return UNKNOWN
    given = text.shape(right)
    named: dict[str, Alternatives] = {}
    if given.kind == "object":
        named = {key: lower(value) for key, value in text.grammar.entries(given.node, text.file.source).items()}
    positional = [lower(n) for n in given.nodes] if given.kind == "list" else [lower(right)]
    return fill_percent(lower(left), positional, named)


def _environment(keys: Alternatives, default: Alternatives) -> Alternatives:
    names = [name for key in keys if (name := plain(key))]
    return environment_value(names[0], default) if len(names) == 1 else default or UNKNOWN


def _setting(path: str, default: Alternatives) -> Alternatives | None:
    """`Rails.configuration.x.orders.url` is the setting `x.orders.url`; `config_for(:services)` reads that file."""
    key = setting_key(path)
    if key is None:
        return None
    found: Alternatives = ((Setting(key),),)
    return unless_unset(found, default) if default else found


def setting_key(path: str) -> str | None:
    """The key that a path into Rails' configuration or a settings gem stands for, None for any other path."""
    if not _CONFIGURATION.match(path):
        return None
    file = _CONFIG_FOR.match(path)
    rest = path[file.end() :] if file else path[_CONFIGURATION.match(path).end() :]  # type: ignore[union-attr]  # matched above
    steps = [step for step in re.split(r"[.\[\]:\"']+", rest) if step]
    if not steps or not all(_SETTING_NAME.match(step) for step in steps) or steps[-1] in _NO_SETTINGS:
        return None
    return ".".join(steps)
