"""KafkaJS: producers publish, consumers subscribe; brokers, groups and created topics."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import entry_of, first_text, list_texts, members, object_entries, origin, texts
from parsed_graph.rules.script_events import event_of_messages
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("kafkajs", "@confluentinc/kafka-javascript", "@nestjs/microservices")
_PRODUCERS = ("Kafka.producer", "Producer", "Kafka.Producer", "KafkaJS.Kafka.producer")
_CONSUMERS = ("Kafka.consumer", "Consumer", "KafkaJS.Kafka.consumer")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not file.imports.get(call.name, "").startswith(_PACKAGES) and call.receiver is None:
        return
    options = call.argument(position=0)
    brokers = entry_of(options, file, "brokers") or entry_of(entry_of(options, file, "kafkaJS"), file, "brokers")
    yield from connections(
        _brokers(brokers, call, file), file, call.line, product="kafka", capability="messaging", function=call.caller
    )


def _brokers(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """A list of addresses, or a list split from one string: `process.env.BROKERS.split(",")`."""
    made = file.origin(node)
    if made is not None and made.name == "split":
        return texts(made.receiver, call, file)
    return list_texts(node, call, file)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    entries = object_entries(call.argument(position=0), file)
    is_shaped = "topic" in entries and "messages" in entries
    if "topic" not in entries or not (call.receiver_type in _PRODUCERS or is_shaped):
        return
    event = event_of_messages(entries.get("messages"), file)
    yield from published("kafka", texts(entries["topic"], call, file), call, file, client="kafkajs", event=event)


def _sent_batch(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for member in members(entry_of(call.argument(position=0), file, "topicMessages"), file):
        event = event_of_messages(entry_of(member, file, "messages"), file)
        topics = texts(entry_of(member, file, "topic"), call, file)
        yield from published("kafka", topics, call, file, client="kafkajs", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    options = call.argument(position=0)
    given = entry_of(options, file, "topic", "topics")
    if given is None or not (call.receiver_type in _CONSUMERS or file.imports_any(("kafkajs",))):
        return
    made = origin(call, file)
    group = first_text(entry_of(made.argument(position=0), file, "groupId"), made, file) if made is not None else ()
    topics = list_texts(given, call, file)
    yield from subscribed("kafka", topics, call.line, call.function, file, client="kafkajs", group=group)


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for member in members(entry_of(call.argument(position=0), file, "topics"), file):
        for topic in texts(entry_of(member, file, "topic"), call, file):
            yield TopicDecl("kafka", topic, "topic", file.span(call.line))


FRAMEWORK = Framework(
    "kafkajs",
    languages=SCRIPTS,
    calls=(
        CallRule(("Kafka",), _connected, imports=_PACKAGES[:2]),
        CallRule(("send",), _sent),
        CallRule(("sendBatch",), _sent_batch),
        CallRule(("subscribe",), _subscribed),
        CallRule(("createTopics",), _declared, imports=_PACKAGES[:2]),
    ),
)
