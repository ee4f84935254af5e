"""pika: basic_publish publishes to an exchange or queue, basic_consume subscribes; declarations, bindings and the broker's address."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.amqp_channel import bound, consumed, declared
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("pika",)


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.name == "URLParameters":
        addresses: list[Text] = texts(call.argument("url", position=0), call, file)
    else:
        hosts = texts(call.argument("host", position=0), call, file)
        addresses = list(host_and_port(hosts, texts(call.argument("port", position=1), call, file)))
    yield from connections(addresses, file, call.line, function=call.caller, product="rabbitmq", capability="messaging")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    event = event_in(call.argument("body", position=2), file)
    keys = texts(call.argument("routing_key", position=1), call, file)
    for exchange in texts(call.argument("exchange", position=0), call, file) or [()]:
        if not exchange:
            yield from published("rabbitmq", keys, call, file, client="pika", event=event)
            continue
        for key in keys or [()]:
            yield from published("rabbitmq", [exchange], call, file, client="pika", event=event, routing_key=key)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    queues = consumed(call, file)
    if queues:
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="pika")


FRAMEWORK = Framework(
    "pika",
    languages=("python",),
    calls=(
        CallRule(("ConnectionParameters", "URLParameters"), _connected, imports=_PACKAGES),
        CallRule(("basic_publish",), _sent),
        CallRule(("basic_consume", "basic_get", "consume"), _consumed, imports=_PACKAGES),
        CallRule(("queue_declare", "exchange_declare"), declared, imports=_PACKAGES),
        CallRule(("queue_bind",), bound, imports=_PACKAGES),
    ),
)
