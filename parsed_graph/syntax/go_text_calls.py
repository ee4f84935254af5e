"""Calls of Go's standard library and of widely used ones that make strings, read the environment or settings, or hold an address."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from parsed_graph.facts import Env, Literal, Setting, Text
from parsed_graph.syntax.alternatives import NOTHING, UNKNOWN, Alternatives, either, joined, literal, plain
from parsed_graph.syntax.environment_value import environment_value, looks_like_variable
from parsed_graph.syntax.go_imports import is_generated
from parsed_graph.syntax.meaning import Frame
from parsed_graph.syntax.scopes import Scope
from parsed_graph.syntax.script_text import ScriptText
from parsed_graph.syntax.source_file import CallSyntax
from parsed_graph.syntax.url_joining import prefix_urls

Lower = Callable[[Node | None], Alternatives]

_VERB = re.compile(r"%(?:\[(\d+)\])?[-+# 0]*(?:\d+|\*)?(?:\.\d+)?([a-zA-Z%])")
_SHELL = re.compile(r"\$\{(\w+)\}|\$(\w+)")
# `getEnv("X", "default")`, `utils.MustGetenv("X")`, `env.GetOrDefault(…)`: helpers that another file defines.
_ENV_HELPER = re.compile(
    r"^(must|get|lookup|read|load|fetch|from)*_?env(ironment|var|variable)?(or|with)?_?(default|else|string|str|value|fallback|must)?$",
    re.I,
)
_SETTING_GETTERS = frozenset({"GetString", "Get", "GetStringSlice", "MustGetString"})
_FLAGS = {"String": 1, "StringP": 2, "StringSlice": 1, "StringSliceP": 2, "StringArray": 1}
_FLAG_VARIABLES = {"StringVar": (0, 2), "StringVarP": (0, 3), "StringSliceVar": (0, 2), "StringSliceVarP": (0, 3)}
WRITING_CALLS = frozenset(_FLAG_VARIABLES)
"""Library functions that store a value through their first argument."""
_FLAG_PACKAGES = ("flag", "github.com.spf13.pflag", "github.com.namsral.flag", "github.com.peterbourgon.ff")

_SAME = {
    "strings": frozenset(
        "TrimSuffix TrimPrefix TrimRight TrimLeft Trim TrimSpace ToLower ToUpper Split SplitN Fields Title Clone".split()
    ),
    "net.url": frozenset("Parse ParseRequestURI PathEscape QueryEscape PathUnescape QueryUnescape".split()),
    "strconv": frozenset("Itoa FormatInt Quote".split()),
    "path.filepath": frozenset("Clean ToSlash".split()),
    "path": frozenset({"Clean"}),
    "bytes": frozenset({"NewBufferString", "NewBuffer"}),
    "html": frozenset({"EscapeString"}),
    "template": frozenset({"HTMLEscapeString"}),
    "github.com.segmentio.kafka-go": frozenset({"TCP"}),
    "google.golang.org.grpc": frozenset({"Dial", "NewClient"}),
    "github.com.streadway.amqp": frozenset({"Dial", "DialConfig", "DialTLS"}),
    "github.com.rabbitmq.amqp091-go": frozenset({"Dial", "DialConfig", "DialTLS"}),
    "github.com.aws.aws-sdk-go.aws": frozenset({"String"}),
    "github.com.aws.aws-sdk-go-v2.aws": frozenset({"String"}),
    "k8s.io.utils.ptr": frozenset({"To"}),
}
"""Functions that give their first argument back, in another dress."""
_SAME_METHODS = frozenset({"String", "Build", "ToString", "Redacted", "RequestURI"})
_POINTERS = frozenset({"String", "StrPtr", "StringPtr", "Ptr", "Pointer", "ToPtr"})
_SECOND = {
    ("google.golang.org.grpc", "DialContext"),
    ("net.http", "NewRequest"),
    ("net.http", "NewRequestWithContext"),
}
_ADDRESS_KINDS = frozenset(
    {"interpreted_string_literal", "call_expression", "binary_expression", "identifier", "selector_expression"}
)
_DIALLING = re.compile(r"dial|connect|conn$|client(?:conn)?$", re.I)


def known_value(
    node: Node, call: CallSyntax | None, text: ScriptText, scope: Scope, frame: Frame | None, depth: int
) -> Alternatives | None:
    """The value of a call of a library, None for any other call."""
    if call is None or call.is_new:
        return UNKNOWN if call is None else _structure(call, text, scope, frame, depth)

    def lower(node: Node | None) -> Alternatives:
        return text.lower_at(node, scope, frame, depth + 1) if node is not None else NOTHING

    package = _package(call, text)
    if call.receiver is None or not package:
        return _method(call, text, scope, lower)
    return _function(package, call, text, lower)


def _package(call: CallSyntax, text: ScriptText) -> str:
    if call.receiver is None or call.receiver.type != "identifier":
        return ""
    return text.file.imports.get(text.file.text(call.receiver), "")


def _function(package: str, call: CallSyntax, text: ScriptText, lower: Lower) -> Alternatives | None:
    name = call.name
    first = call.argument(position=0)
    if name in _SAME.get(package, ()):
        return lower(first)
    if package in ("os", "syscall") and name in ("Getenv", "LookupEnv"):
        return _environment(lower(first), NOTHING)
    if package == "os" and name in ("ExpandEnv", "Expand"):
        return _expanded(lower(first))
    if (
        name.startswith("New")
        and name.endswith("Client")
        and len(call.arguments) == 1
        and is_generated(package.replace(".", "/"))
    ):
        return lower(first)  # A stub is where its connection leads.
    if package == "fmt":
        return _formatted(call, lower)
    if (package, name) in _SECOND:
        return lower(call.argument(position=2 if name == "NewRequestWithContext" else 1))
    if package == "strings":
        return _strings(call, text, lower)
    if package == "net" and name == "JoinHostPort":
        return joined([lower(first), literal(":"), lower(call.argument(position=1))])
    if (package == "net.url" and name == "JoinPath") or (package in ("path", "path.filepath") and name == "Join"):
        return _path_joined(call, lower)
    if name in _FLAGS and package.startswith(_FLAG_PACKAGES):
        return lower(call.argument(position=_FLAGS[name])) or UNKNOWN
    if package == "github.com.spf13.viper" and name in _SETTING_GETTERS:
        return _setting(lower(first))
    return _helper(call, text, lower)


def _method(call: CallSyntax, text: ScriptText, scope: Scope, lower: Lower) -> Alternatives | None:
    if text.called(call, scope) is not None:
        return None
    if call.receiver is not None:
        if call.name in _SAME_METHODS and not call.arguments:
            return lower(call.receiver)
        if call.name in _SETTING_GETTERS and call.receiver_type == "Viper":
            return _setting(lower(call.argument(position=0)))
        if call.name in _FLAGS and call.receiver_type in ("FlagSet", "Flags", "PersistentFlags"):
            return lower(call.argument(position=_FLAGS[call.name])) or UNKNOWN
        if call.name == "JoinPath":
            return prefix_urls(lower(call.receiver), _path_joined(call, lower))
    return _helper(call, text, lower)


def _helper(call: CallSyntax, text: ScriptText, lower: Lower) -> Alternatives | None:
    """A function of another file, known by its name: it reads the environment, gives a pointer, or dials an address."""
    if not call.arguments:
        return None
    first = call.arguments[0].node
    if _ENV_HELPER.match(call.name) or (
        call.receiver is not None and text.file.text(call.receiver) in ("env", "environ")
    ):
        keys = lower(first)
        key = plain(keys[0]) if len(keys) == 1 else None
        if key and looks_like_variable(key):
            default = call.argument(position=1)
            return environment_value(key, lower(default) if default is not None else NOTHING)
    if call.name in _POINTERS and len(call.arguments) == 1:
        return lower(first)
    if _DIALLING.search(call.name) and not call.name.startswith("New"):
        known = [
            found for a in call.arguments[:2] if a.node.type in _ADDRESS_KINDS and (found := lower(a.node)) != UNKNOWN
        ]
        return known[0] if len(known) == 1 else None
    return None


def _environment(keys: Alternatives, default: Alternatives) -> Alternatives:
    found = [environment_value(key, default) for text in keys if (key := plain(text))]
    return either(found) if found else default or UNKNOWN


def _setting(keys: Alternatives) -> Alternatives:
    key = plain(keys[0]) if len(keys) == 1 else None
    return ((Setting(key),),) if key else UNKNOWN


def _expanded(values: Alternatives) -> Alternatives:
    """`os.ExpandEnv("http://$HOST/x")`."""
    whole = plain(values[0]) if len(values) == 1 else None
    if whole is None:
        return UNKNOWN
    parts: list[Alternatives] = []
    position = 0
    for match in _SHELL.finditer(whole):
        parts += [literal(whole[position : match.start()]), ((Env(match.group(1) or match.group(2)),),)]
        position = match.end()
    return joined([*parts, literal(whole[position:])])


def _formatted(call: CallSyntax, lower: Lower) -> Alternatives | None:
    arguments = [argument.node for argument in call.arguments]
    if call.name in ("Sprint", "Sprintln"):
        return joined([lower(node) for node in arguments])
    if call.name not in ("Sprintf", "Errorf") or not arguments:
        return None
    return format_values(lower(arguments[0]), [lower(node) for node in arguments[1:]])


def format_values(patterns: Alternatives, values: list[Alternatives]) -> Alternatives:
    """`Sprintf` with each verb replaced by its argument. https://pkg.go.dev/fmt"""
    pattern = plain(patterns[0]) if len(patterns) == 1 else None
    if pattern is None:
        return UNKNOWN
    parts: list[Alternatives] = []
    position = counter = 0
    for match in _VERB.finditer(pattern):
        parts.append(literal(pattern[position : match.start()]))
        position = match.end()
        if match.group(2) == "%":
            parts.append(literal("%"))
            continue
        counter = int(match.group(1)) - 1 if match.group(1) else counter
        parts.append((values[counter] or UNKNOWN) if 0 <= counter < len(values) else UNKNOWN)
        counter += 1
    return joined([*parts, literal(pattern[position:])])


def _strings(call: CallSyntax, text: ScriptText, lower: Lower) -> Alternatives | None:
    arguments = [argument.node for argument in call.arguments]
    if call.name == "Join" and len(arguments) == 2:
        members = text.shape(arguments[0])
        separator = lower(arguments[1])
        if members.kind != "list":
            return lower(arguments[0])
        parts: list[Alternatives] = []
        for index, node in enumerate(members.nodes):
            parts += [separator, lower(node)] if index else [lower(node)]
        return joined(parts)
    if call.name in ("Replace", "ReplaceAll") and len(arguments) >= 3:
        value = lower(arguments[0])
        whole, old, new = (
            plain(v[0]) if len(v) == 1 else None for v in (value, lower(arguments[1]), lower(arguments[2]))
        )
        return literal(whole.replace(old, new)) if whole is not None and old and new is not None else value
    return None


def _path_joined(call: CallSyntax, lower: Lower) -> Alternatives:
    found: Alternatives = NOTHING
    for index, argument in enumerate(call.arguments):
        found = prefix_urls(found, lower(argument.node)) if index else lower(argument.node)
    return found or UNKNOWN


def _structure(call: CallSyntax, text: ScriptText, scope: Scope, frame: Frame | None, depth: int) -> Alternatives:
    """`url.URL{Scheme: "http", Host: host, Path: "/x"}`; no other struct is a string."""
    if call.name != "URL":
        return UNKNOWN
    fields = {a.name: text.lower_at(a.node, scope, frame, depth + 1) for a in call.arguments if a.name}
    host, path = fields.get("Host", NOTHING), fields.get("Path", NOTHING)
    if not host:
        return path or UNKNOWN
    return prefix_urls(joined([fields.get("Scheme") or literal("http"), literal("://"), host]), path or literal(""))


def written_value(call: CallSyntax, position: int, lower: Lower) -> Alternatives | None:
    """What a library's call stores through its argument at a position: `flag.StringVar(&x, "name", "default", "usage")`."""
    places = _FLAG_VARIABLES.get(call.name)
    if places is None or position != places[0]:
        return None
    return lower(call.argument(position=places[1]))


def _queue_name(call: CallSyntax) -> Node | None:
    """`queue.Name` of `queue, err := channel.QueueDeclare("orders", …)`."""
    return call.argument(position=0) if call.name in ("QueueDeclare", "QueueDeclarePassive") else None


known_member: dict[str, Callable[[CallSyntax], Node | None]] = {"Name": _queue_name}
"""Members of what a library's call gives, as the argument that they repeat."""


def is_literal(text: Text) -> bool:
    """Whether a text holds any literal."""
    return any(isinstance(part, Literal) for part in text)
