"""confluent-kafka (Python): producers publish, consumers subscribe; their configuration is a dictionary."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import first_text, list_texts, option, origin, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("confluent_kafka",)
_PRODUCERS = ("Producer", "AvroProducer", "SerializingProducer")
_CONSUMERS = ("Consumer", "AvroConsumer", "DeserializingConsumer")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    servers = list_texts(option(call, file, "bootstrap.servers", "metadata.broker.list"), call, file)
    yield from connections(servers, file, call.line, function=call.caller, product="kafka", capability="messaging")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    event = event_in(call.argument("value", position=1), file)
    topics = texts(call.argument("topic", position=0), call, file)
    yield from published("kafka", topics, call, file, client="confluent-kafka", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    topics = list_texts(call.argument("topics", position=0), call, file)
    group = _group(origin(call, file), file)
    yield from subscribed("kafka", topics, call.line, call.function, file, client="confluent-kafka", group=group)


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for topic in texts(call.argument("topic", position=0), call, file):
        yield TopicDecl("kafka", topic, "topic", file.span(call.line))


def _group(made: CallSyntax | None, file: SourceFile) -> Text:
    return first_text(option(made, file, "group.id"), made, file) if made is not None else ()


FRAMEWORK = Framework(
    "confluent_kafka_py",
    languages=("python",),
    calls=(
        CallRule((*_PRODUCERS, *_CONSUMERS, "AdminClient"), _connected, imports=_PACKAGES),
        CallRule(("produce",), _sent, types=_PRODUCERS, imports=_PACKAGES),
        CallRule(("subscribe",), _subscribed, types=_CONSUMERS, imports=_PACKAGES),
        CallRule(("NewTopic",), _declared, imports=_PACKAGES),
    ),
)
