"""Redis from Node.js (redis, ioredis): the server's address, publish and subscribe on channels, and streams."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.script_arguments import entry_of, list_texts, members, object_entries, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("redis", "ioredis", "@redis/client", "handy-redis", "async-redis", "@upstash/redis", "ioredis-mock")
_CLIENTS = (
    "redis.createClient", "Redis", "IORedis", "ioredis", "RedisClientType", "redis.createClient.duplicate", "Redis.duplicate",
    "RedisClient", "@redis/client.createClient", "Cluster",
)  # fmt: skip
_MAKERS = ("createClient", "Redis", "IORedis", "createCluster", "Cluster")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if (
        call.name == "createClient"
        and call.receiver is None
        and not file.imports.get(call.name, "").startswith(_PACKAGES)
    ):
        return
    if call.name != "createClient" and not call.is_new:
        return
    addresses = [text for argument in call.arguments[:2] for text in _addresses(argument.node, call, file)]
    yield from connections(addresses[:4], file, call.line, product="redis", capability="cache", function=call.caller)


def _addresses(node: Node, call: CallSyntax, file: SourceFile) -> list[Text]:
    """A URL, `{ url }`, `{ host, port }`, `{ socket: { host, port } }`, `[{ host, port }]`, or `(port, host)`."""
    if object_entries(node, file):
        url = entry_of(node, file, "url")
        if url is not None:
            return texts(url, call, file)
        inner = entry_of(node, file, "socket")
        holder = inner if inner is not None else node
        hosts = texts(entry_of(holder, file, "host"), call, file)
        return list(host_and_port(hosts, texts(entry_of(holder, file, "port"), call, file)))
    nodes = members(node, file)
    if nodes and nodes != [node]:
        return [text for member in nodes if object_entries(member, file) for text in _addresses(member, call, file)]
    return [text for text in texts(node, call, file) if text and not _is_number(text)]


def _is_number(text: Text) -> bool:
    return str(getattr(text[0], "text", "")).isdigit() or str(getattr(text[0], "key", "")).endswith("PORT")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    event = event_in(call.arguments[-1].node if call.arguments else None, file)
    channels = texts(call.argument(position=0), call, file)
    yield from published("redis", channels, call, file, client="redis", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    functions = ("arrow_function", "function_expression")
    names = [argument.node for argument in call.arguments if argument.node.type not in functions]
    channels = [text for node in names for text in list_texts(node, call, file)]
    yield from subscribed("redis", channels, call.line, call.function, file, client="redis")


FRAMEWORK = Framework(
    "redis_js",
    languages=SCRIPTS,
    calls=(
        CallRule(_MAKERS, _connected, imports=_PACKAGES),
        CallRule(("publish", "xadd", "xAdd"), _sent, types=_CLIENTS, imports=_PACKAGES),
        CallRule(("subscribe", "psubscribe", "pSubscribe"), _subscribed, types=_CLIENTS, imports=_PACKAGES),
    ),
)
