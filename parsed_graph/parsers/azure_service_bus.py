"""Azure Service Bus, Event Hubs and Storage queues in .NET: senders and processors by the name they are created with, and Functions' triggers.

https://learn.microsoft.com/dotnet/api/overview/azure/messaging.servicebus-readme
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, Text, TopicPublish
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.connection_strings import connection_address
from parsed_graph.rules.connections import connections
from parsed_graph.rules.csharp_calls import addresses, csharp_path, event_in, event_named
from parsed_graph.rules.http_paths import HTTP_METHODS, joined_path
from parsed_graph.rules.script_arguments import annotation_texts, literal_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_CLIENTS = {
    "ServiceBusClient": "servicebus",
    "EventHubProducerClient": "eventhubs",
    "EventHubConsumerClient": "eventhubs",
    "QueueClient": "azure-storage",
}
_SENDING = ("SendMessageAsync", "SendMessagesAsync", "SendAsync", "ScheduleMessageAsync", "SendMessage")
_RECEIVERS = ("CreateProcessor", "CreateReceiver", "CreateSessionProcessor", "AcceptSessionAsync")
_TRIGGERS = {
    "ServiceBusTrigger": "servicebus",
    "QueueTrigger": "azure-storage",
    "EventHubTrigger": "eventhubs",
    "KafkaTrigger": "kafka",
    "RabbitMQTrigger": "rabbitmq",
}
_OUTPUTS = {
    "ServiceBusOutput": "servicebus",
    "ServiceBus": "servicebus",
    "QueueOutput": "azure-storage",
    "EventHubOutput": "eventhubs",
    "KafkaOutput": "kafka",
}


def _client(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new ServiceBusClient(connectionString)`."""
    if not call.is_new or not call.arguments:
        return
    product = _CLIENTS[call.name]
    found = [a for text in addresses(call.arguments[0].node, call, file) if (a := connection_address(text))]
    if found:
        yield from connections(found, file, call.line, product=product, capability="messaging", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sender.SendMessageAsync(message)` on what `client.CreateSender("orders")` gives."""
    made = file.origin(call.receiver)
    if made is None or not call.arguments:
        return
    event = event_in(call.arguments[0].node, file)
    if made.name == "CreateSender" and made.arguments:
        yield from published(
            "servicebus", texts(made.arguments[0].node, made, file), call, file, client="servicebus-net", event=event
        )
    elif made.name in ("EventHubProducerClient", "QueueClient") and len(made.arguments) > 1:
        broker = _CLIENTS[made.name]
        yield from published(
            broker, texts(made.arguments[1].node, made, file), call, file, client="azure-net", event=event
        )


def _received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`client.CreateProcessor("orders")`, `client.CreateProcessor("topic", "subscription")`."""
    if not call.arguments or call.receiver_type not in ("ServiceBusClient", ""):
        return
    second = texts(call.arguments[1].node, call, file) if len(call.arguments) > 1 else []
    group: Text = second[0] if len(second) == 1 and isinstance(second[0][:1] and second[0][0], Literal) else ()
    topics = texts(call.argument("topicName", "queueName", position=0), call, file)
    yield from subscribed("servicebus", topics, call.line, call.function, file, client="servicebus-net", group=group)


def _trigger(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """An attribute of a function's parameter: `[ServiceBusTrigger("orders")] string message`, `[HttpTrigger(…, Route = "x")]`."""
    function = annotation.on_function
    if function is None:
        return
    if annotation.name in _TRIGGERS:
        topics = annotation_texts(annotation.argument("queueName", "topicName", "topic", position=0), annotation, file)
        event = event_named(function.parameters.get(annotation.on_parameter, ""))
        broker = _TRIGGERS[annotation.name]
        yield from subscribed(broker, topics, annotation.line, function, file, client="azure-functions", event=event)
        return
    named = function.annotation("Function", "FunctionName")
    shown = literal_text(named.argument(position=0), file) if named is not None else ""
    routes = annotation_texts(annotation.argument("Route"), annotation, file) or [(Literal(shown or function.name),)]
    verbs = [literal_text(a.node, file).upper() for a in annotation.arguments if not a.name]
    for path in routes:
        for method in [verb for verb in verbs if verb in HTTP_METHODS] or ["ANY"]:
            whole = joined_path((Literal("/api"),), csharp_path(path))
            yield RouteDecl(method, whole, file.span(function.line), "azure-functions", function.qualified_name)


def _output(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`[ServiceBusOutput("orders")]` on a function or on a member of what it returns."""
    function = annotation.on_function
    for topic in annotation_texts(annotation.argument("queueOrTopicName", "topic", position=0), annotation, file):
        name = function.qualified_name if function is not None else ""
        yield TopicPublish(_OUTPUTS[annotation.name], topic, file.span(annotation.line), "azure-functions", name)


FRAMEWORK = Framework(
    "azure_service_bus",
    ("csharp",),
    calls=(CallRule(tuple(_CLIENTS), _client), CallRule(_SENDING, _sent), CallRule(_RECEIVERS, _received)),
    annotations=(
        AnnotationRule(tuple(_OUTPUTS), _output),
        AnnotationRule((*_TRIGGERS, "HttpTrigger"), _trigger),
    ),
)
