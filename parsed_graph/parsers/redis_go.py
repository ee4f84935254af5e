"""Redis in Go (go-redis, redigo): clients are uses of a cache; Publish, Subscribe and streams are topics."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.go_calls import is_of, list_texts, package_of
from parsed_graph.rules.go_events import event_in
from parsed_graph.rules.script_arguments import first_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = (
    "github.com/go-redis/redis",
    "github.com/redis/go-redis",
    "github.com/gomodule/redigo",
    "github.com/garyburd/redigo",
)
_PACKAGES = tuple(path.replace("/", ".") for path in _IMPORTS)
_OPTIONS = ("Options", "ClusterOptions", "FailoverOptions", "UniversalOptions", "RingOptions")
_CLIENTS = ("Client", "ClusterClient", "UniversalClient", "FailoverClient", "Cmdable", "Conn", "Pipeliner", "")


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`redis.NewClient(&redis.Options{Addr: addr})`."""
    if call.is_new and package_of(call, file).startswith(_PACKAGES):
        nodes = [a.node for a in call.arguments if a.name in ("Addr", "Addrs", "SentinelAddrs")]
        yield from connections(
            list_texts(nodes, call, file)[:4], file, call.line, product="redis", function=call.caller
        )


def _dialled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Redigo's `redis.Dial("tcp", addr)`, `redis.DialURL(url)`; go-redis' `redis.ParseURL(url)`."""
    if is_of(call, file, _PACKAGES):
        addresses = texts(call.argument(position=1 if call.name == "Dial" else 0), call, file)
        yield from connections(addresses, file, call.line, product="redis", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) == 3:
        event = event_in(call.arguments[2].node, file)
        yield from published(
            "redis", texts(call.arguments[1].node, call, file), call, file, client="go-redis", event=event
        )


def _received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    channels = list_texts([argument.node for argument in call.arguments[1:]], call, file)
    yield from subscribed("redis", channels, call.line, call.function, file, client="go-redis")


def _stream(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`XAddArgs{Stream: s}`, `XReadGroupArgs{Group: g, Streams: []string{s, ">"}}`."""
    if not call.is_new or not package_of(call, file).startswith(_PACKAGES):
        return
    if call.name == "XAddArgs":
        yield from published("redis", texts(call.argument("Stream"), call, file), call, file, client="go-redis")
        return
    streams = list_texts([a.node for a in call.arguments if a.name == "Streams"], call, file)
    streams = streams[: max(1, len(streams) // 2)]  # Names first, then as many identifiers.
    group = first_text(call.argument("Group"), call, file)
    yield from subscribed("redis", streams, call.line, call.function, file, client="go-redis", group=group)


FRAMEWORK = Framework(
    "redis_go",
    ("go",),
    calls=(
        CallRule(_OPTIONS, _configured, imports=_IMPORTS),
        CallRule(("Dial", "DialURL", "DialContext", "ParseURL"), _dialled, imports=_IMPORTS),
        CallRule(("Publish",), _sent, types=_CLIENTS, imports=_IMPORTS),
        CallRule(("Subscribe", "PSubscribe", "SSubscribe"), _received, types=_CLIENTS, imports=_IMPORTS),
        CallRule(("XAddArgs", "XReadGroupArgs", "XReadArgs"), _stream, imports=_IMPORTS),
    ),
)
