"""lapin: queues and exchanges of RabbitMQ that Rust publishes to and consumes, declarations, bindings, the broker's address.

https://docs.rs/lapin
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
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
    queues = [text for text in texts(call.argument(position=0), call, file) if _is_named(text)]
    if queues:
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="lapin")


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = call.name.removesuffix("_declare")
    for name in texts(call.argument(position=0), call, file):
        if _is_named(name):
            yield TopicDecl("rabbitmq", name, kind, file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    keys = texts(call.argument(position=2), call, file) or [()]
    for queue in texts(call.argument(position=0), call, file):
        for exchange in texts(call.argument(position=1), call, file) if _is_named(queue) else ():
            for key in keys:
                yield TopicDecl("rabbitmq", queue, "binding", file.span(call.line), bound_to=exchange, routing_key=key)


def _is_named(text: Text) -> bool:
    return bool(text) and not all(getattr(part, "name", None) == "" for part in text)


FRAMEWORK = Framework(
    "lapin",
    languages=("rust",),
    calls=(
        CallRule(("connect",), _connected, imports=_PACKAGES),
        CallRule(("basic_publish",), _sent, imports=_PACKAGES),
        CallRule(("basic_consume", "basic_get"), _consumed, imports=_PACKAGES),
        CallRule(("queue_declare", "exchange_declare"), _declared, imports=_PACKAGES),
        CallRule(("queue_bind",), _bound, imports=_PACKAGES),
    ),
)
