"""Confluent.Kafka for .NET: Produce and ProduceAsync are TopicPublishes, Subscribe and Assign TopicSubscribes, configurations name the cluster.

https://docs.confluent.io/kafka-clients/dotnet/current/overview.html
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.csharp_calls import addresses, event_in, event_named
from parsed_graph.rules.message_type import Event
from parsed_graph.rules.script_arguments import first_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.csharp_grammar import shape, type_arguments
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CLIENT = "confluent-kafka-net"
_CONFIGURATIONS = ("ProducerConfig", "ConsumerConfig", "AdminClientConfig", "ClientConfig")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) < 2 or call.receiver_type not in ("IProducer", "Producer", "ProducerBuilder", ""):
        return
    topic = call.argument("topic", position=0)
    made = file.origin(topic)
    if made is not None and made.name in ("TopicPartition", "TopicPart"):
        topic = made.argument(position=0)
    yield from published("kafka", texts(topic, call, file), call, file, client=_CLIENT, event=_event(call, file))


def _event(call: CallSyntax, file: SourceFile) -> Event:
    message = call.argument("message", position=1)
    made = file.origin(message)
    if made is not None and made.is_new:
        found = event_in(made.argument("Value"), file)
        if found.name:
            return found
    arguments = type_arguments(file.type_of(call.receiver))
    return event_named(arguments[-1]) if arguments else event_named("")


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) != 1 or call.receiver_type not in ("IConsumer", "Consumer"):
        return
    node = call.arguments[0].node
    found = shape(node, file.source)
    members = list(found.nodes) if found.kind == "list" else [node]
    topics = [text for member in members for text in texts(_topic(member, file) or member, call, file)]
    arguments = type_arguments(file.type_of(call.receiver))
    event = event_named(arguments[-1]) if arguments else event_named("")
    event = event if event.name else _deserialised(call, file)
    yield from subscribed(
        "kafka", topics, call.line, call.function, file, client=_CLIENT, event=event, group=_group(file)
    )


def _deserialised(call: CallSyntax, file: SourceFile) -> Event:
    """The only type that the function around reads messages into."""
    inside = call_index(file).inside(call.function)
    found = {event_named(c.type_arguments[0]) for c in inside if c.name.startswith("Deserialize") and c.type_arguments}
    return found.pop() if len(found) == 1 else event_named("")


def _topic(node, file: SourceFile):  # type: ignore[no-untyped-def]
    made = file.origin(node)
    return made.argument(position=0) if made is not None and made.name.startswith("TopicPartition") else None


def _group(file: SourceFile) -> Text:
    """The group of the only consumer configuration of the file."""
    configurations = [
        made for made in call_index(file).named("ConsumerConfig") if made.is_new and made.argument("GroupId")
    ]
    found = [first_text(made.argument("GroupId"), made, file) for made in configurations]
    return found[0] if len(found) == 1 else ()


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.is_new:
        found = addresses(call.argument("BootstrapServers", "bootstrap.servers"), call, file)
        if found:
            yield from connections(
                found, file, call.line, product="kafka", capability="messaging", function=call.caller
            )


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new TopicSpecification { Name = "orders" }`."""
    for name in texts(call.argument("Name"), call, file) if call.is_new else ():
        yield TopicDecl("kafka", name, "topic", file.span(call.line))


FRAMEWORK = Framework(
    "confluent_kafka_net",
    ("csharp",),
    calls=(
        CallRule(("Produce", "ProduceAsync"), _sent),
        CallRule(("Subscribe", "Assign"), _consumed),
        CallRule(_CONFIGURATIONS, _configured),
        CallRule(("TopicSpecification",), _declared),
    ),
)
