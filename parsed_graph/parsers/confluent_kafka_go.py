"""confluent-kafka-go: a message's TopicPartition is a TopicPublish, Subscribe and SubscribeTopics are TopicSubscribes."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.go_calls import is_of, list_texts, struct_field
from parsed_graph.rules.go_events import event_in
from parsed_graph.rules.script_arguments import first_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("github.com/confluentinc/confluent-kafka-go", "gopkg.in/confluentinc/confluent-kafka-go")
_PACKAGES = ("github.com.confluentinc.confluent-kafka-go", "gopkg.in.confluentinc.confluent-kafka-go")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`kafka.Message{TopicPartition: kafka.TopicPartition{Topic: &topic}, Value: value}`."""
    if not call.is_new or not is_of(call, file, _PACKAGES):
        return
    topic = struct_field(call.argument("TopicPartition"), file, "Topic")
    event = event_in(call.argument("Value"), file)
    yield from published("kafka", texts(topic, call, file), call, file, client="confluent-kafka-go", event=event)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) != 2 or call.receiver_type not in ("Consumer", ""):
        return
    topics = list_texts([call.arguments[0].node], call, file)
    yield from subscribed(
        "kafka", topics, call.line, call.function, file, client="confluent-kafka-go", group=_group(file)
    )


def _group(file: SourceFile) -> Text:
    found = [
        first_text(config.argument("group.id"), config, file)
        for config in call_index(file).named("ConfigMap")
        if config.argument("group.id")
    ]
    return found[0] if len(found) == 1 else ()


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    node = call.argument("bootstrap.servers", "metadata.broker.list")
    if call.is_new and node is not None:
        addresses = texts(node, call, file)
        yield from connections(
            addresses, file, call.line, product="kafka", capability="messaging", function=call.caller
        )


FRAMEWORK = Framework(
    "confluent_kafka_go",
    ("go",),
    calls=(
        CallRule(("Message",), _sent, imports=_IMPORTS),
        CallRule(("Subscribe", "SubscribeTopics"), _consumed, imports=_IMPORTS),
        CallRule(("ConfigMap",), _configured, imports=_IMPORTS),
    ),
)
