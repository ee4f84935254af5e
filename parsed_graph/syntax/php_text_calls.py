"""Calls of PHP's standard library and of its frameworks that make strings, read the environment or read settings."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from parsed_graph.facts import Literal, Setting
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, joined, literal, plain, unless_unset
from parsed_graph.syntax.environment_value import environment_value, looks_like_variable
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax
from parsed_graph.syntax.string_formats import fill_percent

Lower = Callable[[Node | None], Alternatives]

_SAME = frozenset(
    """rtrim ltrim trim strtolower strtoupper ucfirst lcfirst urlencode rawurlencode strval htmlspecialchars addslashes
    mb_strtolower mb_strtoupper realpath utf8_encode escapeshellarg e url collect str parse_url explicit""".split()
)
_WRAPPING = frozenset({"Uri", "Url", "URI", "UriString"})
_SAME_METHODS = frozenset("__toString toString getUri trim rtrim value lower upper finish".split())
_ENV_HELPER = re.compile(
    r"^(?:get|read|fetch|load|require|must)?_?env(?:ironment)?_?(?:var|variable|value|string)?(?:_?(?:or|with)?_?(?:default|fail))?$",
    re.I,
)
_CONFIG_NAME = re.compile(
    r"(?i)(?:^|[>:$_])_?(?:app)?(?:config|configuration|settings|configs|configrepository)(?:\(\))?$"
)
_GETTERS = frozenset({"get", "string", "getString", "getOptionalString"})
PARAMETERS = "parameters."
"""What keys of Symfony's container parameters begin with, as in its YAML."""


def known_value(
    node: Node, call: CallSyntax | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int
) -> Alternatives | None:
    """The value of a call that PHP or a framework defines, None for any other call."""
    if call is None:
        return UNKNOWN

    def lower(node: Node | None) -> Alternatives:
        return text.lower_at(node, scope, frame, depth + 1) if node is not None else NOTHING

    first = call.argument(position=0)
    if call.is_new:
        return lower(first) if call.name in _WRAPPING else UNKNOWN
    if call.receiver is None:
        return _function(call, first, text, lower)
    return _method(call, first, text, lower)


def _function(call: CallSyntax, first: Node | None, text: ScriptText, lower: Lower) -> Alternatives | None:
    name = call.name
    if name in _SAME:
        return lower(first)
    if name in ("sprintf", "vsprintf"):
        return fill_percent(lower(first), _format_arguments(call, text, lower))
    if name in ("implode", "join"):
        return _join(call, text, lower)
    if name == "str_replace" and len(call.arguments) >= 3:
        return _replace(lower(call.arguments[2].node), lower(first), lower(call.arguments[1].node))
    if name == "config" and first is not None:
        return _setting(lower(first), lower(call.argument("default", position=1)))
    if _ENV_HELPER.match(name) and first is not None and name not in text.tree.root.declared:
        return _environment(lower(first), lower(call.argument("default", position=1)))
    return None


def _method(call: CallSyntax, first: Node | None, text: ScriptText, lower: Lower) -> Alternatives | None:
    name, receiver = call.name, call.receiver
    if first is None or receiver is None:
        return lower(receiver) if name in _SAME_METHODS and receiver is not None else None
    written = text.file.text(receiver) if receiver.end_byte - receiver.start_byte < 80 else ""
    if name == "getParameter" or (name == "get" and written.endswith("parameterBag")):
        return _parameter(lower(first), text, lower)
    if name in _GETTERS and _CONFIG_NAME.search(written):
        return _setting(lower(first), lower(call.argument("default", position=1)))
    if name in ("get", "getOrFail") and written == "Env":
        return _environment(lower(first), lower(call.argument(position=1)))
    if _ENV_HELPER.match(name) and text.called(call, text.tree.at(call.node.start_byte)) is None:
        keys = lower(first)
        if any(looks_like_variable(key) for text_ in keys if (key := plain(text_))):
            return _environment(keys, lower(call.argument("default", position=1)))
    return None


def _format_arguments(call: CallSyntax, text: ScriptText, lower: Lower) -> list[Alternatives]:
    if call.name == "sprintf":
        return [lower(argument.node) for argument in call.arguments[1:]]
    listed = text.shape(call.arguments[1].node) if len(call.arguments) > 1 else None
    return [lower(node) for node in listed.nodes] if listed is not None and listed.kind == "list" else []


def _join(call: CallSyntax, text: ScriptText, lower: Lower) -> Alternatives:
    if len(call.arguments) != 2:
        return UNKNOWN
    listed = text.shape(text.value(call.arguments[1].node) or call.arguments[1].node)
    if listed.kind != "list" or not listed.nodes:
        return UNKNOWN
    parts: list[Alternatives] = []
    for index, node in enumerate(listed.nodes[:20]):
        parts += [lower(call.arguments[0].node)] if index else []
        parts.append(lower(node))
    return joined(parts)


def _replace(value: Alternatives, old: Alternatives, new: Alternatives) -> Alternatives:
    """In what is literal; the new text may be open."""
    before = plain(old[0]) if len(old) == 1 else None
    if not before or len(value) != 1:
        return value
    parts: list[Alternatives] = []
    for part in value[0]:
        pieces = part.text.split(before) if isinstance(part, Literal) else []
        for index, piece in enumerate(pieces):
            parts += [new or UNKNOWN] if index else []
            parts.append(literal(piece))
        parts += [] if isinstance(part, Literal) else [((part,),)]
    return joined(parts)


def _environment(keys: Alternatives, default: Alternatives) -> Alternatives:
    names = [name for key in keys if (name := plain(key))]
    return environment_value(names[0], default) if len(names) == 1 else default or UNKNOWN


def _setting(keys: Alternatives, default: Alternatives) -> Alternatives:
    key = plain(keys[0]) if len(keys) == 1 else None
    if not key:
        return UNKNOWN
    found: Alternatives = ((Setting(key),),)
    return unless_unset(found, default) if default else found


def _parameter(keys: Alternatives, text: ScriptText, lower: Lower) -> Alternatives:
    """A parameter of Symfony's container: what this file sets, else a setting."""
    key = plain(keys[0]) if len(keys) == 1 else None
    if not key:
        return UNKNOWN
    for call in text.file.calls:
        is_setter = call.name == "setParameter" and len(call.arguments) == 2
        if is_setter and lower(call.arguments[0].node) == literal(key):
            return lower(call.arguments[1].node)
    return ((Setting(PARAMETERS + key),),)
