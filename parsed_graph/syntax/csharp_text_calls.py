"""Calls of .NET's libraries that make strings and URIs, or read the environment and configuration."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from tree_sitter import Node

from parsed_graph.facts import Env, Setting
from parsed_graph.syntax.alternatives import (
    NOTHING,
    UNKNOWN,
    Alternatives,
    either,
    joined,
    literal,
    plain,
    unless_unset,
)
from parsed_graph.syntax.csharp_settings import settings
from parsed_graph.syntax.environment_value import environment_value
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax
from parsed_graph.syntax.url_joining import join_urls, prefix_urls

if TYPE_CHECKING:
    from parsed_graph.syntax.csharp_text import CSharpText

Lower = Callable[[Node | None], Alternatives]

_PLACE = re.compile(r"\{\{|\}\}|\{(\d+)(?:[:,][^{}]*)?\}")
_SAME = frozenset(
    """Trim TrimEnd TrimStart ToLower ToLowerInvariant ToUpper ToUpperInvariant ToString ToUri Normalize Split AsSpan
    SetQueryParam SetQueryParams AddQueryParam GetComponents ThrowIfNull ThrowIfNullOrEmpty""".split()
)
_FIRST = frozenset(
    """UrlEncode UrlDecode EscapeDataString EscapeUriString HtmlEncode AddQueryString UrlPathEncode ThrowIfNull
    NotNullOrEmpty NotNull Copy Intern""".split()
)
_JOINING = re.compile(r"^(Combine|Join|Append|Build|Concat)(Uri|Url|Path)?s?(Segments?)?$|^AppendPathSegments?$")
_FIRST_OF_NEW = frozenset({"Uri", "UriBuilder", "Url", "StringBuilder", "PathString", "String", "StringContent", ""})


def known_value(
    node: Node, call: CallSyntax | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int
) -> Alternatives | None:
    """The value of a call of a library, None for any other call."""
    if call is None:
        return UNKNOWN

    def lower(node: Node | None) -> Alternatives:
        return text.lower_at(node, scope, frame, depth + 1) if node is not None else NOTHING

    if call.is_new:
        return _created(call, lower)
    name = call.name
    if name == "nameof" and call.arguments:
        return literal(re.split(r"[.<]", text.file.text(call.arguments[0].node).rpartition(".")[2])[0])
    if name == "GetEnvironmentVariable":
        return _environment(lower(call.argument(position=0)))
    if call.receiver is None:
        return None
    read = _configured(call, cast("CSharpText", text), scope, lower, depth)
    if read is not None:
        return read
    if cast("CSharpText", text).called(call, scope) is not None:
        return None
    return _library(call, text, lower)


def _created(call: CallSyntax, lower: Lower) -> Alternatives:
    positional = [argument.node for argument in call.arguments if not argument.name]
    if call.name == "HttpRequestMessage":
        return lower(positional[1] if len(positional) > 1 else call.argument("RequestUri"))
    if call.name in ("Uri", "") and len(positional) >= 2:
        return join_urls(lower(positional[0]), lower(positional[1]))
    if call.name in _FIRST_OF_NEW and positional:
        return lower(positional[0])
    return UNKNOWN


def _environment(keys: Alternatives) -> Alternatives:
    return either(environment_value(key) for text in keys if (key := plain(text))) or UNKNOWN


def _configured(call: CallSyntax, text: CSharpText, scope: Scope, lower: Lower, depth: int) -> Alternatives | None:
    """`configuration.GetValue<string>("A:B", "default")`, `GetConnectionString("Orders")`; also one's own `GetRequiredValue("A")`."""
    receiver = call.receiver
    if receiver is None or not call.name.startswith("Get"):
        return None
    if call.name == "GetConnectionString":
        keys = lower(call.argument(position=0))
        found = [((Setting(f"ConnectionStrings.{key}"),),) for value in keys if (key := plain(value))]
        return either(found) if found else UNKNOWN
    if call.name not in ("GetValue", "GetRequiredValue", "GetString", "GetRequiredString", "Get"):
        return None
    prefix = text.section_of(receiver, scope, depth)
    if prefix is None:
        return None
    default = lower(call.argument("defaultValue", position=1))
    found_settings = settings(prefix, lower(call.argument(position=0)))
    return unless_unset(found_settings, default) if default else found_settings


def _library(call: CallSyntax, text: ScriptText, lower: Lower) -> Alternatives | None:
    name, receiver = call.name, call.receiver
    written = text.file.text(receiver)
    if written in ("string", "String"):
        return _string_function(call, text, lower)
    if name in _FIRST and call.arguments:
        return lower(call.arguments[0].node)
    if name in _SAME:
        return lower(receiver)
    if name == "Replace" and len(call.arguments) >= 2:
        return _replaced(lower(receiver), lower(call.arguments[0].node), lower(call.arguments[1].node))
    if _JOINING.match(name) and call.arguments:
        found = lower(receiver) if name.startswith("AppendPath") else NOTHING
        for argument in call.arguments:
            found = prefix_urls(found, lower(argument.node)) if found else lower(argument.node)
        return found
    return None


def _string_function(call: CallSyntax, text: ScriptText, lower: Lower) -> Alternatives | None:
    arguments = [argument.node for argument in call.arguments]
    if call.name == "Concat":
        return joined([lower(node) for node in arguments])
    if call.name == "Join" and len(arguments) >= 2:
        separator = lower(arguments[0])
        members = list(text.shape(arguments[1]).nodes) if len(arguments) == 2 else arguments[1:]
        if not members:
            return UNKNOWN
        parts: list[Alternatives] = []
        for index, node in enumerate(members):
            parts += [separator, lower(node)] if index else [lower(node)]
        return joined(parts)
    return (
        _formatted(lower(arguments[0]), [lower(n) for n in arguments[1:]])
        if call.name == "Format" and arguments
        else None
    )


def _formatted(patterns: Alternatives, values: list[Alternatives]) -> Alternatives:
    """`string.Format("http://{0}/items", host)`."""
    pattern = plain(patterns[0]) if len(patterns) == 1 else None
    if pattern is None:
        return UNKNOWN
    parts: list[Alternatives] = []
    position = 0
    for match in _PLACE.finditer(pattern):
        parts.append(literal(pattern[position : match.start()]))
        position = match.end()
        if match.group(1) is None:
            parts.append(literal(match.group()[0]))
        else:
            index = int(match.group(1))
            parts.append((values[index] or UNKNOWN) if index < len(values) else UNKNOWN)
    return joined([*parts, literal(pattern[position:])])


def _replaced(value: Alternatives, old: Alternatives, new: Alternatives) -> Alternatives:
    whole, before, after = (plain(v[0]) if len(v) == 1 else None for v in (value, old, new))
    return literal(whole.replace(before, after)) if whole is not None and before and after is not None else value


def is_read(values: Alternatives) -> bool:
    """Whether a value comes from the environment or configuration."""
    return any(isinstance(part, Env | Setting) for text in values for part in text)
