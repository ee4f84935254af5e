"""node-rdkafka and kafka-node: producers publish, consumers subscribe; brokers and groups."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import entry_of, first_text, list_texts, members, option, origin, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_RDKAFKA = ("node-rdkafka", "@confluentinc/kafka-javascript")
_KAFKA_NODE = ("kafka-node",)


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    servers = list_texts(option(call, file, "metadata.broker.list", "bootstrap.servers", "kafkaHost"), call, file)
    yield from connections(servers, file, call.line, product="kafka", capability="messaging", function=call.caller)


def _produced(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    event = event_in(call.argument(position=2), file)
    topics = texts(call.argument(position=0), call, file)
    yield from published("kafka", topics, call, file, client="node-rdkafka", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    made = origin(call, file)
    group: Text = first_text(option(made, file, "group.id"), made, file) if made is not None else ()
    topics = list_texts(call.argument(position=0), call, file)
    yield from subscribed("kafka", topics, call.line, call.function, file, client="node-rdkafka", group=group)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`producer.send([{ topic, messages }], callback)` of kafka-node."""
    for member in members(call.argument(position=0), file):
        topics = texts(entry_of(member, file, "topic"), call, file)
        yield from published("kafka", topics, call, file, client="kafka-node")


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new Consumer(client, [{ topic }], options)` and `new ConsumerGroup(options, topics)` of kafka-node."""
    group = first_text(option(call, file, "groupId"), call, file)
    for member in members(call.argument(position=1), file):
        node = entry_of(member, file, "topic") or member
        topics = texts(node, call, file)
        yield from subscribed("kafka", topics, call.line, call.function, file, client="kafka-node", group=group)


FRAMEWORK = Framework(
    "node_rdkafka",
    languages=SCRIPTS,
    calls=(
        CallRule(("Producer", "HighLevelProducer", "KafkaConsumer"), _connected, imports=_RDKAFKA),
        CallRule(("produce",), _produced, types=("Producer", "HighLevelProducer"), imports=_RDKAFKA),
        CallRule(("subscribe",), _subscribed, types=("KafkaConsumer",), imports=_RDKAFKA),
        CallRule(("KafkaClient", "ConsumerGroup"), _connected, imports=_KAFKA_NODE),
        CallRule(("send",), _sent, types=("Producer", "HighLevelProducer"), imports=_KAFKA_NODE),
        CallRule(("Consumer", "ConsumerGroup", "ConsumerStream"), _consumed, imports=_KAFKA_NODE),
    ),
)
