"""Kafka Streams: stream, table and globalTable are TopicSubscribe, to and through TopicPublish.

https://kafka.apache.org/documentation/streams/developer-guide/dsl-api
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import (
    NO_EVENT,
    Event,
    assigned_type,
    event_of_arguments,
    event_of_type,
    receiver_declared_type,
)
from parsed_graph.rules.string_values import argument_values
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_STREAMS = ("org.apache.kafka.streams",)
_BUILDERS = ("StreamsBuilder", "KStreamBuilder", "Topology", "TopologyBuilder")
_STREAM_TYPES = ("KStream", "KTable", "KGroupedStream", "StreamsBuilder", "KStreamBuilder")
_APPLICATION_KEYS = ("StreamsConfig.APPLICATION_ID_CONFIG", "APPLICATION_ID_CONFIG", '"application.id"')


def _read(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`builder.stream("orders", Consumed.with(…))`, `topology.addSource("source", "orders")`."""
    nodes = [a.node for a in call.arguments[1:]] if call.name == "addSource" else [call.argument("topic", position=0)]
    topics = [text for node in nodes for text in argument_values(node, call, file)]
    yield from subscribed(
        "kafka",
        topics,
        call.line,
        call.function,
        file,
        client="kafka-streams",
        event=_read_event(call, file),
        group=call_index(file).once("kafka application", lambda: _application(file)),
    )


def _read_event(call: CallSyntax, file: SourceFile) -> Event:
    if len(call.type_arguments) == 2:
        return event_of_type(call.type_arguments[-1], file)
    if call_index(file).chain(call)[-1] is call:  # Further links may change the type before it is assigned.
        return event_of_arguments(assigned_type(call, file), file)
    return NO_EVENT


def _written(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`orders.to("paid", Produced.with(…))`; a topic chosen by a lambda stays unknown."""
    if call.receiver is None or not _is_stream(call, file):
        return
    event = NO_EVENT
    if len(call_index(file).receivers(call)) == 1:
        event = event_of_arguments(receiver_declared_type(call, file), file)
    topics = argument_values(call.argument("topic", position=0), call, file)
    yield from published("kafka", topics, call, file, client="kafka-streams", event=event)
    if call.name == "through":
        yield from subscribed("kafka", topics, call.line, call.function, file, client="kafka-streams", event=event)


def _is_stream(call: CallSyntax, file: SourceFile) -> bool:
    return call.receiver_type in _STREAM_TYPES or any(
        link.name in ("stream", "table", "toStream") for link in call_index(file).receivers(call)
    )


def _application(file: SourceFile) -> Text:
    """The application id is the consumer group; Spring Boot and this file's own properties name it."""
    for other in call_index(file).named("put", "setProperty"):
        if len(other.arguments) == 2 and file.text(other.arguments[0].node) in _APPLICATION_KEYS:
            values = argument_values(other.arguments[1].node, other, file)
            return values[0] if len(values) == 1 else ()
    return ()


FRAMEWORK = Framework(
    "kafka_streams",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("stream", "table", "globalTable", "addSource"), _read, types=_BUILDERS, imports=_STREAMS),
        CallRule(("to", "through"), _written, imports=_STREAMS),
    ),
)
