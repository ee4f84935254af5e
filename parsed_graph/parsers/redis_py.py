"""redis-py and its relatives: the server's address, publish and subscribe on channels, and streams."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.script_arguments import first_text, list_texts, object_entries, option, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("redis", "aioredis", "rediscluster", "walrus", "coredis", "fakeredis")
_CLASSES = (
    "Redis",
    "StrictRedis",
    "RedisCluster",
    "ConnectionPool",
    "BlockingConnectionPool",
    "Sentinel",
    "Walrus",
    "Database",
)
_MADE = ("from_url", "create_redis", "create_redis_pool", "create_pool")
_CLIENTS = (
    "Redis", "StrictRedis", "RedisCluster", "redis.from_url", "asyncio.from_url", "aioredis.from_url", "Redis.from_url",
    "StrictRedis.from_url", "aioredis.create_redis_pool",
)  # fmt: skip
_PUBSUBS = tuple(f"{client}.pubsub" for client in _CLIENTS)


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.name in _MADE:
        addresses: list[Text] = texts(option(call, file, "url") or call.argument(position=0), call, file)
    else:
        hosts = texts(option(call, file, "host") or call.argument(position=0), call, file)
        addresses = list(
            host_and_port(hosts, texts(option(call, file, "port") or call.argument(position=1), call, file))
        )
    if call.argument("connection_pool") is not None and not addresses:
        return
    yield from connections(addresses, file, call.line, function=call.caller, product="redis", capability="cache")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    event = event_in(call.argument("message", "fields", position=1), file)
    channels = texts(call.argument("channel", "name", position=0), call, file)
    yield from published("redis", channels, call, file, client="redis", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    channels = [
        text for argument in call.arguments if not argument.name for text in list_texts(argument.node, call, file)
    ]
    yield from subscribed("redis", channels, call.line, call.function, file, client="redis")


def _read(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`xreadgroup(group, consumer, {stream: ">"})`."""
    is_group = call.name == "xreadgroup"
    streams = object_entries(call.argument("streams", position=2 if is_group else 0), file)
    group = first_text(call.argument("groupname", position=0), call, file) if is_group else ()
    for name in streams:
        yield from subscribed("redis", [(Literal(name),)], call.line, call.function, file, client="redis", group=group)


FRAMEWORK = Framework(
    "redis_py",
    languages=("python",),
    calls=(
        CallRule(_CLASSES, _connected, imports=_PACKAGES),
        CallRule(
            _MADE,
            _connected,
            types=("redis", "aioredis", "asyncio", "Redis", "StrictRedis", "ConnectionPool", ""),
            imports=_PACKAGES,
        ),
        CallRule(("publish", "xadd"), _sent, types=_CLIENTS, imports=_PACKAGES),
        CallRule(("subscribe", "psubscribe"), _subscribed, types=_PUBSUBS, imports=_PACKAGES),
        CallRule(("xread", "xreadgroup"), _read, types=_CLIENTS, imports=_PACKAGES),
    ),
)
