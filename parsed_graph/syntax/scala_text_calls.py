"""Calls of Scala's and Java's libraries that make strings, read the environment or settings, or hold an address."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from parsed_graph.facts import Setting
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, joined, literal, plain, unless_unset
from parsed_graph.syntax.environment_value import environment_value
from parsed_graph.syntax.expression import Expression
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.scala_grammar import last_value, operands
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax
from parsed_graph.syntax.string_formats import fill_percent
from parsed_graph.syntax.url_joining import join_urls, prefix_urls

Lower = Callable[[Node | None], Alternatives]

MISSING = frozenset({"Right", "Left", "Failure", "Exception"})
"""Wrappers of what is no text of the program's way through."""
_WRAPPING = frozenset(
    """Uri Some Option Right Success Try URI URL String Url Authority Path ConfigSource Topic TopicName Topics QueueName
    ExchangeName RoutingKey Host""".split()
)
_PARSERS = frozenset(
    """fromString unsafeFromString parse unsafeParse create apply of valueOf decode encode parseAbsolute unsafeFrom from
    fromUri pure succeed eval delay liftF successful single topic name unsafeApply safeApply refineUnsafe fromOption attempt
    blocking interpolate make defer""".split()
)
"""Functions of a type that give their argument back in another dress: `Uri.unsafeFromString(x)`, `IO.pure(x)`."""
_SAME = frozenset(
    """toString trim get stripMargin toOption toSeq toList asJava liftTo load as orNull toUri stripSuffix stripPrefix
    withQuery withQueryParam withQueryParams addParam addParams addQueryParam getOrThrow unsafeRunSync renderString option
    head headOption secret withFallback resolve toLowerCase toUpperCase filter filterNot nonEmpty asInstanceOf replaceAll
    right toTry map flatMap""".split()
)
_ALTERNATIVES = frozenset("getOrElse orElse default fallback or fold".split())
_PATHS = frozenset("addPath addSegment withPath addPathSegment / appendPath path".split())
_READERS = re.compile(
    r"^(?:get(?:Optional)?(?:String|Int|Long|Boolean|Duration|Milliseconds|StringList|StringSeq)?|getOptional|getAndValidate)$"
)
_SECTIONS = frozenset({"getConfig", "getObject", "at"})
_SETTINGS = re.compile(
    r"(?:^|\.)(?:\w*[cC]onfig|conf|\w*[cC]onfiguration|settings|cfg|defaultConfig)(?:\.get|\.underlying)?$"
)
_LOADED = re.compile(
    r"^(?:ConfigFactory\.(?:load|defaultApplication|defaultReference)|ConfigSource\.default)(?:\(\))?$"
)
_ENVIRONMENT = frozenset({"sys.env", "System.getenv()", "System.getenv", "scala.sys.env"})
_CONFIG_TYPES = frozenset({"Config", "Configuration"})
MAX_SECTIONS = 6


def known_value(
    node: Node, call: CallSyntax | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int
) -> Alternatives | None:
    """The value of `/` between paths and of a call that a library defines, None for any other call."""

    def lower(node: Node | None) -> Alternatives:
        return text.lower_at(node, scope, frame, depth + 1) if node is not None else NOTHING

    if call is None:
        return _slashes(node, text, lower)
    first = call.argument(position=0)
    if call.is_new:
        return lower(first) if call.name in _WRAPPING and first is not None else UNKNOWN
    if call.receiver is None:
        return _function(call, first, text, lower)
    return _method(call, first, text, lower)


def known_member(found: Expression, text: ScriptText) -> Alternatives | None:
    """A member that a library gives a value to, None for any other."""
    if found.kind == "member" and found.name in ("Empty", "Root") and text.file.text(found.nodes[0]).endswith("Path"):
        return literal("/" if found.name == "Root" else "")
    return None


def _slashes(node: Node, text: ScriptText, lower: Lower) -> Alternatives:
    """http4s and Pekko: `base / "orders" / id` is a path below the base; of numbers it is nothing that matters."""
    parts = operands(node, text.file.source, frozenset({"/"}))
    found = lower(parts[0])
    for part in parts[1:20]:
        found = prefix_urls(found, lower(part))
    return found


def _function(call: CallSyntax, first: Node | None, text: ScriptText, lower: Lower) -> Alternatives | None:
    if first is None:
        return None
    if call.name in _WRAPPING:
        return lower(first)
    if call.name == "env" and text.file.imports_any(("ciris",)):
        return _environment(lower(first), NOTHING)
    return None


def _method(call: CallSyntax, first: Node | None, text: ScriptText, lower: Lower) -> Alternatives | None:
    name, receiver = call.name, call.receiver
    assert receiver is not None
    written = text.file.text(receiver) if receiver.end_byte - receiver.start_byte < 120 else ""
    if first is None:
        return lower(receiver) if name in _SAME or name == "apply" else None
    if written in _ENVIRONMENT or (written in ("sys", "System") and name in ("env", "getenv")):
        return _read_environment(call, lower)
    if written.endswith("Properties") and name in ("envOrElse", "envOrNone", "envOrSome"):
        return _environment(lower(first), lower(call.argument(position=1)))
    if _READERS.match(name) and (prefix := section(receiver, text)) is not None:
        return _setting(prefix, lower(first), lower(call.argument(position=1)) if len(call.arguments) > 1 else NOTHING)
    if name in _ALTERNATIVES:
        return unless_unset(lower(receiver), lower(_given_block(first)))
    if name in ("format", "formatted"):
        return fill_percent(lower(receiver), [lower(argument.node) for argument in call.arguments])
    if name in _PATHS:
        found = lower(receiver)
        for argument in call.arguments[:10]:
            found = prefix_urls(found, lower(argument.node))
        return found
    if name == "resolve" and len(call.arguments) == 1:
        return join_urls(lower(receiver), lower(first))
    if name in ("concat", "+", "++"):
        return joined([lower(receiver), lower(first)])
    if name in _PARSERS and written.partition("[")[0].rpartition(".")[2][:1].isupper():
        return lower(first)
    return lower(receiver) if name in _SAME else None


def _given_block(node: Node) -> Node:
    """What stands between braces: `getOrElse { x }`."""
    return (last_value(node) or node) if node.type in ("block", "indented_block") else node


def _read_environment(call: CallSyntax, lower: Lower) -> Alternatives:
    """`sys.env("X")`, `sys.env.get("X")`, `sys.env.getOrElse("X", d)`, `System.getenv("X")`."""
    return _environment(lower(call.argument(position=0)), lower(call.argument(position=1)))


def _environment(keys: Alternatives, default: Alternatives) -> Alternatives:
    names = [name for key in keys if (name := plain(key))]
    return environment_value(names[0], default) if len(names) == 1 else default or UNKNOWN


def _setting(prefix: str, keys: Alternatives, default: Alternatives) -> Alternatives:
    names = [name for key in keys if (name := plain(key))]
    if len(names) != 1:
        return UNKNOWN
    found: Alternatives = ((Setting(f"{prefix}{names[0]}"),),)
    return unless_unset(found, default) if default else found


def section(node: Node, text: ScriptText) -> str | None:
    """What a configuration object's keys start with: `config.getConfig("a")` gives `a.`; None for what is no configuration."""
    prefix = ""
    current: Node | None = node
    for _ in range(MAX_SECTIONS):
        if current is None:
            return None
        found = text.shape(current)
        call = text.calls.get(found.node.id) if found.kind == "call" else None
        if call is not None and call.name in _SECTIONS and call.receiver is not None and call.arguments:
            key = text.shape(call.arguments[0].node)
            if key.kind != "text":
                return None
            prefix = f"{key.name}.{prefix}"
            current = call.receiver
            continue
        written = text.file.text(found.node)
        if len(written) < 120 and (_SETTINGS.search(written) or _LOADED.match(written)):
            made = text.value(found.node) if found.kind == "name" else None
            if made is not None and made.id != found.node.id and text.calls.get(made.id) is not None:
                current = made
                inner = text.calls[made.id]
                if inner.name in _SECTIONS:
                    continue
            return prefix
        if found.kind not in ("name", "member"):
            return None
        made = text.value(found.node)
        if made is None or made.id == found.node.id:
            return prefix if _is_typed(found.node, text) else None
        current = made
    return None


def _is_typed(node: Node, text: ScriptText) -> bool:
    return text.file.type_of(node) in _CONFIG_TYPES
