"""pika: basic_publish publishes to an exchange or queue, basic_consume subscribes; declarations, bindings and the broker's address."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
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
    queue = call.argument("queue", position=0)
    queues = [text for text in texts(queue, call, file) if _is_named(text)]
    if not queues:
        queues = _bound_exchanges(file.text(queue), file)
    if queues:
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="pika")


def _bound_exchanges(queue: str, file: SourceFile) -> list[Text]:
    """A queue that the broker names is known by the exchanges that it is bound to."""
    return [
        text
        for bind in call_index(file).named("queue_bind")
        if file.text(bind.argument("queue", position=0)) == queue
        for text in texts(bind.argument("exchange", position=1), bind, file)
    ]


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = call.name.removesuffix("_declare")
    for name in texts(call.argument(kind, position=0), call, file):
        if _is_named(name):
            yield TopicDecl("rabbitmq", name, kind, file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    keys = texts(call.argument("routing_key", position=2), call, file) or [()]
    for queue in texts(call.argument("queue", position=0), call, file):
        for exchange in texts(call.argument("exchange", position=1), call, file) if _is_named(queue) else ():
            for key in keys:
                yield TopicDecl("rabbitmq", queue, "binding", file.span(call.line), bound_to=exchange, routing_key=key)


def _is_named(text: Text) -> bool:
    return bool(text) and not all(getattr(part, "name", None) == "" for part in text)


FRAMEWORK = Framework(
    "pika",
    languages=("python",),
    calls=(
        CallRule(("ConnectionParameters", "URLParameters"), _connected, imports=_PACKAGES),
        CallRule(("basic_publish",), _sent),
        CallRule(("basic_consume", "basic_get", "consume"), _consumed, imports=_PACKAGES),
        CallRule(("queue_declare", "exchange_declare"), _declared, imports=_PACKAGES),
        CallRule(("queue_bind",), _bound, imports=_PACKAGES),
    ),
)
