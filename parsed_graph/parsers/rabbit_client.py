"""RabbitMQ's own Java client: basicPublish is a TopicPublish, basicConsume a TopicSubscribe, queueDeclare and queueBind are TopicDecl.

https://www.rabbitmq.com/client-libraries/java-api-guide
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Reference, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import event_of
from parsed_graph.rules.string_values import argument_values, is_unknown
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CLIENT = ("com.rabbitmq", "reactor.rabbitmq")
_CHANNELS = ("Channel", "RecoverableChannel", "AutorecoveringChannel")
_RECEIVERS = ("Receiver",)


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`basicPublish(exchange, routingKey, …, properties, body)`, reactor's `new OutboundMessage(exchange, routingKey, body)`."""
    if len(call.arguments) < 3:
        return
    event = event_of(call.arguments[-1].node, call, file)
    keys = argument_values(call.arguments[1].node, call, file)
    for exchange in argument_values(call.arguments[0].node, call, file):
        if exchange == ():
            yield from published("rabbitmq", keys, call, file, client="rabbitmq-client", event=event)
            continue
        for key in keys:
            yield from published(
                "rabbitmq", [exchange], call, file, client="rabbitmq-client", event=event, routing_key=key
            )


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`basicConsume(queue, …)`; a queue that the broker names is known by the exchange it is bound to."""
    if not call.arguments:
        return
    queues = argument_values(call.arguments[0].node, call, file)
    if all(_is_unnamed(queue) for queue in queues):
        queues = _exchanges_bound_to(file.text(call.arguments[0].node), call, file) or queues
    yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="rabbitmq-client")


def _is_unnamed(queue: Text) -> bool:
    """Whether the broker chooses the name: `channel.queueDeclare().getQueue()`."""
    return is_unknown(queue) or any(isinstance(part, Reference) and ".queueDeclare" in part.name for part in queue)


def _exchanges_bound_to(queue: str, call: CallSyntax, file: SourceFile) -> list[Text]:
    return [
        exchange
        for other in call_index(file).inside(call.function)
        if other.name == "queueBind" and len(other.arguments) >= 3 and file.text(other.arguments[0].node) == queue
        for exchange in argument_values(other.arguments[1].node, other, file)
    ]


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = "exchange" if call.name.startswith("exchange") else "queue"
    for name in argument_values(call.arguments[0].node, call, file) if call.arguments else ():
        if name and not _is_unnamed(name):
            yield TopicDecl("rabbitmq", name, kind, file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`queueBind(queue, exchange, key)`, `exchangeBind(destination, source, key)`."""
    if len(call.arguments) < 3:
        return
    names, exchanges, keys = (argument_values(argument.node, call, file) for argument in call.arguments[:3])
    for name in names:
        for exchange in exchanges if not _is_unnamed(name) else ():
            for key in keys:
                span = file.span(call.line)
                yield TopicDecl("rabbitmq", name, "binding", span, bound_to=exchange, routing_key=key)


FRAMEWORK = Framework(
    "rabbit_client",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("basicPublish",), _published, types=_CHANNELS, imports=_CLIENT),
        CallRule(("OutboundMessage",), _published, imports=("reactor.rabbitmq",)),
        CallRule(("basicConsume", "basicGet"), _consumed, types=_CHANNELS, imports=_CLIENT),
        CallRule(("consumeAutoAck", "consumeManualAck", "consumeNoAck"), _consumed, types=_RECEIVERS, imports=_CLIENT),
        CallRule(("queueDeclare", "exchangeDeclare"), _declared, types=_CHANNELS, imports=_CLIENT),
        CallRule(("queueBind", "exchangeBind"), _bound, types=_CHANNELS, imports=_CLIENT),
    ),
)
