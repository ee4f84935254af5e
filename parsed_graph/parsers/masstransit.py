"""MassTransit and NServiceBus: the broker that they are configured with, and the endpoints that commands are sent to.

https://masstransit.io/documentation/configuration
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.csharp_calls import addresses, event_in
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.topic_facts import published
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_BROKERS = {
    "UsingRabbitMq": "rabbitmq",
    "UsingAzureServiceBus": "servicebus",
    "UsingAmazonSqs": "sqs",
    "UsingKafka": "kafka",
    "UsingActiveMq": "activemq",
    "RabbitMQTransport": "rabbitmq",
    "AzureServiceBusTransport": "servicebus",
    "SqsTransport": "sqs",
}
_SCHEMES = ("queue:", "exchange:", "topic:")


def _transport(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`x.UsingRabbitMq((context, cfg) => cfg.Host(uri))`, `new RabbitMQTransport(topology, connection)`."""
    product = _BROKERS[call.name]
    start, end = call.node.start_byte, call.node.end_byte
    hosts = [
        c for c in file.calls if c.name == "Host" and start <= c.node.start_byte < end and c.arguments and not c.is_new
    ]
    found = [text for host in hosts for text in addresses(host.arguments[0].node, host, file)]
    if call.is_new and len(call.arguments) > 1:
        found += addresses(call.arguments[1].node, call, file)
    yield from connections(found, file, call.line, product=product, capability="messaging", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`endpoint.Send(command)` on what `GetSendEndpoint(new Uri("queue:orders"))` gives."""
    made = file.origin(call.receiver)
    if made is None or made.name != "GetSendEndpoint" or not made.arguments or not call.arguments:
        return
    queues = [_queue(text) for text in texts(made.arguments[0].node, made, file)]
    event = event_in(call.arguments[0].node, file)
    yield from published("", queues, call, file, client="masstransit", event=event)


def _queue(text: Text) -> Text:
    first = text[0] if text else None
    if isinstance(first, Literal) and first.text.startswith(_SCHEMES):
        return (Literal(first.text.partition(":")[2]), *text[1:]) if first.text.partition(":")[2] else text[1:]
    return text


FRAMEWORK = Framework(
    "masstransit",
    ("csharp",),
    calls=(CallRule(tuple(_BROKERS), _transport), CallRule(("Send",), _sent, imports=("MassTransit",))),
)
