"""RabbitMQ in Go (amqp091, streadway/amqp): Publish is a TopicPublish, Consume a TopicSubscribe, declarations and bindings are TopicDecls."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl, Unknown
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.go_calls import is_of, struct_field
from parsed_graph.rules.go_events import event_in
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("github.com/rabbitmq/amqp091-go", "github.com/streadway/amqp")
_PACKAGES = ("github.com.rabbitmq.amqp091-go", "github.com.streadway.amqp")
_CLIENT = "amqp-go"
_PUBLISHING = {
    "Publish": 0,
    "PublishWithContext": 1,
    "PublishWithDeferredConfirm": 0,
    "PublishWithDeferredConfirmWithContext": 1,
}
_CONSUMING = {"Consume": 0, "ConsumeWithContext": 1, "Get": 0}


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`channel.Publish(exchange, key, …)`; the default exchange sends to the queue that the key names."""
    first = _PUBLISHING[call.name]
    if len(call.arguments) < first + 5:
        return
    exchanges = texts(call.arguments[first].node, call, file)
    keys = texts(call.arguments[first + 1].node, call, file)
    event = event_in(struct_field(call.arguments[-1].node, file, "Body"), file)
    for exchange in exchanges:
        if not exchange:
            yield from published("rabbitmq", keys, call, file, client=_CLIENT, event=event)
            continue
        for key in keys or [()]:
            yield from published("rabbitmq", [exchange], call, file, client=_CLIENT, event=event, routing_key=key)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A queue that the broker names is known by the exchange it is bound to."""
    first = _CONSUMING[call.name]
    if len(call.arguments) < first + (6 if call.name != "Get" else 2):
        return
    queues = [queue for queue in texts(call.arguments[first].node, call, file) if queue]
    if not queues or queues == [(Unknown(""),)]:
        queues = _bound_exchanges(file.text(call.arguments[first].node), file) or queues
    yield from subscribed("rabbitmq", queues, call.line, call.function, file, client=_CLIENT)


def _bound_exchanges(queue: str, file: SourceFile) -> list[Text]:
    binds = [
        b
        for b in call_index(file).named("QueueBind")
        if len(b.arguments) >= 3 and file.text(b.arguments[0].node) == queue
    ]
    return [text for bind in binds for text in texts(bind.arguments[2].node, bind, file) if text]


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = "exchange" if call.name.startswith("Exchange") else "queue"
    for name in texts(call.arguments[0].node, call, file) if call.arguments else ():
        if name:
            yield TopicDecl("rabbitmq", name, kind, file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`QueueBind(queue, key, exchange, …)`, `ExchangeBind(destination, key, source, …)`."""
    if len(call.arguments) < 3:
        return
    names, keys, exchanges = (texts(argument.node, call, file) for argument in call.arguments[:3])
    for name in names:
        for exchange in exchanges if name and name != (Unknown(""),) else ():
            for key in keys or [()]:
                yield TopicDecl("rabbitmq", name, "binding", file.span(call.line), bound_to=exchange, routing_key=key)


def _dialled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.arguments and is_of(call, file, _PACKAGES):
        addresses = texts(call.arguments[0].node, call, file)
        yield from connections(
            addresses, file, call.line, product="rabbitmq", capability="messaging", function=call.caller
        )


FRAMEWORK = Framework(
    "amqp_go",
    ("go",),
    calls=(
        CallRule(tuple(_PUBLISHING), _published, imports=_IMPORTS),
        CallRule(tuple(_CONSUMING), _consumed, imports=_IMPORTS),
        CallRule(
            ("ExchangeDeclare", "QueueDeclare", "ExchangeDeclarePassive", "QueueDeclarePassive"),
            _declared,
            imports=_IMPORTS,
        ),
        CallRule(("QueueBind", "ExchangeBind"), _bound, imports=_IMPORTS),
        CallRule(("Dial", "DialConfig", "DialTLS"), _dialled, imports=_IMPORTS),
    ),
)
