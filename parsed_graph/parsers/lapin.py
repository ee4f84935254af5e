"""lapin: queues and exchanges of RabbitMQ that Rust publishes to and consumes, declarations, bindings, the broker's address.

https://docs.rs/lapin
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.amqp_channel import bound, consumed, declared
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("lapin", "deadpool_lapin", "amqprs", "amiquip")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if file.text(call.receiver).rpartition("::")[2] in ("Connection", "AMQPConnection"):
        found = texts(call.argument(position=0), call, file)
        yield from connections(found, file, call.line, product="rabbitmq", capability="messaging", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`channel.basic_publish("exchange", "key", …)`."""
    keys = texts(call.argument(position=1), call, file)
    for exchange in texts(call.argument(position=0), call, file) or [()]:
        if not exchange:
            yield from published("rabbitmq", keys, call, file, client="lapin")
            continue
        for key in keys or [()]:
            yield from published("rabbitmq", [exchange], call, file, client="lapin", routing_key=key)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    queues = consumed(call, file)
    if queues:
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="lapin")


FRAMEWORK = Framework(
    "lapin",
    languages=("rust",),
    calls=(
        CallRule(("connect",), _connected, imports=_PACKAGES),
        CallRule(("basic_publish",), _sent, imports=_PACKAGES),
        CallRule(("basic_consume", "basic_get"), _consumed, imports=_PACKAGES),
        CallRule(("queue_declare", "exchange_declare"), declared, imports=_PACKAGES),
        CallRule(("queue_bind",), bound, imports=_PACKAGES),
    ),
)
