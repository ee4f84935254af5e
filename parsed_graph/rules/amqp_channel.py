"""An AMQP channel as pika, php-amqplib and lapin write it, in the protocol's own words: `queue_declare`, `queue_bind`, `basic_consume`."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`queue_declare("orders")`, `exchange_declare("shop")`."""
    kind = call.name.removesuffix("_declare")
    for name in texts(call.argument(kind, position=0), call, file):
        if _is_named(name):
            yield TopicDecl("rabbitmq", name, kind, file.span(call.line))


def bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`queue_bind(queue, exchange, routing_key)`."""
    keys = texts(call.argument("routing_key", position=2), call, file) or [()]
    for queue in texts(call.argument("queue", position=0), call, file):
        for exchange in texts(call.argument("exchange", position=1), call, file) if _is_named(queue) else ():
            for key in keys:
                yield TopicDecl("rabbitmq", queue, "binding", file.span(call.line), bound_to=exchange, routing_key=key)


def consumed(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The queues that `basic_consume(queue)` reads; one that the broker names is known by the exchanges that it is bound to."""
    queue = call.argument("queue", position=0)
    return [text for text in texts(queue, call, file) if _is_named(text)] or _bound_exchanges(file.text(queue), file)


def _bound_exchanges(queue: str, file: SourceFile) -> list[Text]:
    return [
        text
        for bind in call_index(file).named("queue_bind")
        if file.text(bind.argument("queue", position=0)) == queue
        for text in texts(bind.argument("exchange", position=1), bind, file)
    ]


def _is_named(text: Text) -> bool:
    return bool(text) and not all(getattr(part, "name", None) == "" for part in text)
