"""Apache Kafka's own clients on the JVM: a ProducerRecord is a TopicPublish, Consumer.subscribe a TopicSubscribe, NewTopic a TopicDecl.

A record names its topic where it is made, so that is the call site; `producer.send(record)` adds nothing to it.
https://kafka.apache.org/documentation/#api
"""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import (
    Event,
    assigned_type,
    event_of,
    event_of_arguments,
    event_of_type,
    receiver_declared_type,
)
from parsed_graph.rules.string_values import argument_values, is_unknown, list_members
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_KAFKA = ("org.apache.kafka", "reactor.kafka")
_CONSUMERS = ("KafkaConsumer", "Consumer", "MockConsumer")
_GROUP_KEYS = ("ConsumerConfig.GROUP_ID_CONFIG", "GROUP_ID_CONFIG", '"group.id"')


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new ProducerRecord<>(topic, …, value)`, `SenderRecord.create(topic, partition, timestamp, key, value, correlation)`."""
    if len(call.arguments) < 2 or (call.name == "create" and len(call.arguments) < 5):
        return  # `SenderRecord.create(record, correlation)` wraps a ProducerRecord, which says it all.
    topics = argument_values(call.argument("topic", position=0), call, file)
    yield from published("kafka", topics, call, file, client="kafka-clients", event=_sent_event(call, file))


def _sent_event(call: CallSyntax, file: SourceFile) -> Event:
    for argument in reversed(call.arguments[1:]):
        event = event_of(argument.node, call, file)
        if event.name:
            return event
    if call.type_arguments:
        return event_of_type(call.type_arguments[-1], file)
    return event_of_arguments(assigned_type(call, file), file)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`consumer.subscribe(List.of("orders"))`, `subscribe(Pattern.compile("orders.*"))`, `assign(…)`, reactor's `subscription(…)`."""
    event = event_of_arguments(receiver_declared_type(call, file) or assigned_type(call, file), file)
    topics = [text for node in _topic_nodes(call, file) for text in argument_values(node, call, file)]
    yield from subscribed(
        "kafka",
        topics,
        call.line,
        call.function,
        file,
        client="kafka-clients",
        event=event,
        group=call_index(file).once("kafka group", lambda: _group(file)),
    )


def _consumed_in_scope(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Kotlin's `KafkaConsumer<…>(properties).apply { subscribe(listOf("orders")) }`: the receiver goes without saying."""
    is_bare = file.language == "kotlin" and call.receiver is None and not call_index(file).functions(call.name)
    if is_bare and "KafkaConsumer" in file.imports:
        yield from _consumed(call, file)


def _topic_nodes(call: CallSyntax, file: SourceFile) -> list[Node]:
    nodes = []
    for member in list_members(call.argument("topics", position=0), file):
        made = call_index(file).at(member)
        named = made and (made.name == "TopicPartition" or (made.name == "compile" and made.receiver_type == "Pattern"))
        nodes.append(made.arguments[0].node if made and named and made.arguments else member)
    return nodes


def _group(file: SourceFile) -> Text:
    """What the file puts under `group.id`, where it puts one value."""
    found: list[Text] = []
    for other in call_index(file).named("put", "setProperty", "consumerProperty"):
        if len(other.arguments) == 2 and file.text(other.arguments[0].node) in _GROUP_KEYS:
            found += argument_values(other.arguments[1].node, other, file)
    return found[0] if len(set(found)) == 1 else ()


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for topic in argument_values(call.argument("name", position=0), call, file):
        if not is_unknown(topic):
            yield TopicDecl("kafka", topic, "topic", file.span(call.line))


FRAMEWORK = Framework(
    "kafka_clients",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("ProducerRecord",), _sent, imports=_KAFKA),
        CallRule(("create",), _sent, types=("SenderRecord",), imports=_KAFKA),
        CallRule(("subscribe", "assign"), _consumed, types=_CONSUMERS, imports=_KAFKA),
        CallRule(("subscribe",), _consumed_in_scope, types=("",), imports=_KAFKA),
        CallRule(("subscription",), _consumed, types=("ReceiverOptions",), imports=_KAFKA),
        CallRule(("NewTopic",), _declared, imports=_KAFKA),
    ),
)
