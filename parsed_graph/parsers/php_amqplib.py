"""php-amqplib and the amqp extension: published and consumed queues and exchanges, declarations, bindings, the broker's address.

https://github.com/php-amqplib/php-amqplib
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.amqp_channel import bound, consumed, declared
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.script_arguments import entry_of, object_entries, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("PhpAmqpLib", "OldSound.RabbitMqBundle", "Bunny")
_CONNECTIONS = (
    "AMQPStreamConnection", "AMQPSSLConnection", "AMQPLazyConnection", "AMQPSocketConnection", "AMQPConnection",
    "AMQPLazySSLConnection",
)  # fmt: skip


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    first = call.argument("host", "credentials", position=0)
    if object_entries(first, file):
        hosts = texts(entry_of(first, file, "host"), call, file)
        ports = texts(entry_of(first, file, "port"), call, file)
    else:
        hosts = texts(first, call, file)
        ports = texts(call.argument("port", position=1), call, file)
    found = list(host_and_port(hosts, ports))
    yield from connections(found, file, call.line, product="rabbitmq", capability="messaging", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`$channel->basic_publish($message, $exchange, $routingKey)`."""
    keys = texts(call.argument("routing_key", position=2), call, file)
    for exchange in texts(call.argument("exchange", position=1), call, file) or [()]:
        if not exchange:
            yield from published("rabbitmq", keys, call, file, client="php-amqplib")
            continue
        for key in keys or [()]:
            yield from published("rabbitmq", [exchange], call, file, client="php-amqplib", routing_key=key)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    queues = consumed(call, file)
    if queues:
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="php-amqplib")


FRAMEWORK = Framework(
    "php_amqplib",
    languages=("php",),
    calls=(
        CallRule(_CONNECTIONS, _connected, types=_CONNECTIONS),
        CallRule(("basic_publish",), _sent),
        CallRule(("basic_consume", "basic_get"), _consumed),
        CallRule(("queue_declare", "exchange_declare"), declared),
        CallRule(("queue_bind",), bound),
    ),
)
