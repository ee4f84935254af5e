"""RabbitMQ.Client for .NET: BasicPublish is a TopicPublish, BasicConsume a TopicSubscribe, declarations and bindings are TopicDecls.

https://www.rabbitmq.com/client-libraries/dotnet-api-guide
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.csharp_calls import UNKNOWN, addresses, event_in
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CLIENT = "rabbitmq-net"


def _both(*names: str) -> tuple[str, ...]:
    return tuple(form for name in names for form in (name, f"{name}Async"))


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) < 3:
        return
    exchanges = texts(call.argument("exchange", position=0), call, file)
    keys = texts(call.argument("routingKey", position=1), call, file)
    body = call.argument("body") or call.arguments[-1].node
    event = event_in(body, file)
    for exchange in exchanges:
        if not exchange:
            yield from published("rabbitmq", keys, call, file, client=_CLIENT, event=event)
            continue
        for key in keys or [()]:
            yield from published("rabbitmq", [exchange], call, file, client=_CLIENT, event=event, routing_key=key)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A queue that the broker names is known by the exchange it is bound to."""
    node = call.argument("queue", position=0)
    if len(call.arguments) < 2 or node is None:
        return
    queues = [queue for queue in texts(node, call, file) if queue]
    if not queues or queues == [UNKNOWN]:
        queues = _bound_exchanges(file.text(node), file) or queues
    yield from subscribed("rabbitmq", queues, call.line, call.function, file, client=_CLIENT)


def _bound_exchanges(queue: str, file: SourceFile) -> list[Text]:
    binds = [
        b for b in call_index(file).named(*_both("QueueBind")) if file.text(b.argument("queue", position=0)) == queue
    ]
    return [text for bind in binds for text in texts(bind.argument("exchange", position=1), bind, file) if text]


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = "exchange" if call.name.startswith("Exchange") else "queue"
    for name in texts(call.argument(kind, position=0), call, file):
        if name and name != UNKNOWN:
            yield TopicDecl("rabbitmq", name, kind, file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    names = texts(call.argument("queue", "destination", position=0), call, file)
    exchanges = texts(call.argument("exchange", "source", position=1), call, file)
    keys = texts(call.argument("routingKey", position=2), call, file)
    for name in names:
        for exchange in exchanges if name and name != UNKNOWN else ():
            for key in keys or [()]:
                yield TopicDecl("rabbitmq", name, "binding", file.span(call.line), bound_to=exchange, routing_key=key)


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new ConnectionFactory { HostName = host }`, also filled later: `factory.Uri = new Uri(x)`."""
    if not call.is_new:
        return
    found = [text for name in ("Uri", "HostName", "Endpoint") for text in addresses(call.argument(name), call, file)]
    found = found or _assigned(call, file)
    if found:
        yield from connections(found, file, call.line, product="rabbitmq", capability="messaging", function=call.caller)


def _assigned(call: CallSyntax, file: SourceFile) -> list[Text]:
    for other in call_index(file).named(*_both("CreateConnection")):
        if file.origin(other.receiver) is call:
            given = [node for name in ("Uri", "HostName") for node in file.given(other.receiver, name)]
            given = given or [argument.node for argument in other.arguments[:1]]
            return [text for node in given for text in addresses(node, other, file)]
    return []


FRAMEWORK = Framework(
    "rabbitmq_net",
    ("csharp",),
    calls=(
        CallRule(_both("BasicPublish"), _published),
        CallRule(_both("BasicConsume", "BasicGet"), _consumed),
        CallRule(_both("ExchangeDeclare", "QueueDeclare"), _declared),
        CallRule(_both("QueueBind", "ExchangeBind"), _bound),
        CallRule(("ConnectionFactory",), _connected),
    ),
)
