"""segmentio/kafka-go: a Writer with its messages is a TopicPublish, a Reader's configuration a TopicSubscribe."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.go_calls import is_of, list_members, list_texts, struct_field
from parsed_graph.rules.go_events import event_in
from parsed_graph.rules.script_arguments import first_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGE = ("github.com.segmentio.kafka-go",)
_IMPORTS = ("github.com/segmentio/kafka-go",)
_WRITERS = ("Writer", "WriterConfig")


def _written(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`writer.WriteMessages(ctx, kafka.Message{…})`: the topic is the message's, else the writer's."""
    messages = [member for argument in call.arguments[1:] for member in list_members(argument.node, file)]
    event = next(
        (e for m in messages if (e := event_in(struct_field(m, file, "Value"), file)).name), event_in(None, file)
    )
    topics = [text for m in messages for text in _field_texts(struct_field(m, file, "Topic"), call, file)]
    topics = topics or _writer_topics(file.origin(call.receiver), file) or _field_topics(call, file)
    yield from published("kafka", dict.fromkeys(topics), call, file, client="kafka-go", event=event)


def _field_texts(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    return texts(node, call, file)


def _writer_topics(made: CallSyntax | None, file: SourceFile) -> list[Text]:
    """What a writer literal, or the configuration that NewWriter gets, names."""
    if made is None:
        return []
    if made.is_new:
        return texts(made.argument("Topic"), made, file)
    return texts(struct_field(made.argument(position=0), file, "Topic"), made, file) if made.arguments else []


def _field_topics(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The only topic that the writers of this file have."""
    found = [t for made in call_index(file).named(*_WRITERS) if made.is_new for t in _writer_topics(made, file)]
    return list(dict.fromkeys(found)) if len(set(found)) == 1 else []


def _writer(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A writer whose sending stands in another file is a publish where it is made."""
    if not call.is_new or not is_of(call, file, _PACKAGE):
        return
    yield from _brokers(call, file, "Addr", "Brokers")
    if not call_index(file).named("WriteMessages"):
        yield from published("kafka", _writer_topics(call, file), call, file, client="kafka-go")


def _reader(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not call.is_new or not is_of(call, file, _PACKAGE):
        return
    yield from _brokers(call, file, "Brokers")
    topics = texts(call.argument("Topic"), call, file) + list_texts(_given(call, "GroupTopics"), call, file)
    group = first_text(call.argument("GroupID"), call, file)
    yield from subscribed("kafka", topics, call.line, call.function, file, client="kafka-go", group=group)


def _brokers(call: CallSyntax, file: SourceFile, *names: str) -> Iterator[Fact]:
    addresses = list_texts(_given(call, *names), call, file)
    yield from connections(
        addresses[:1], file, call.line, product="kafka", capability="messaging", function=call.caller
    )


def _given(call: CallSyntax, *names: str) -> list[Node]:
    return [argument.node for argument in call.arguments if argument.name in names]


FRAMEWORK = Framework(
    "kafka_go",
    ("go",),
    calls=(
        CallRule(("WriteMessages",), _written),
        CallRule(_WRITERS, _writer, imports=_IMPORTS),
        CallRule(("ReaderConfig",), _reader, imports=_IMPORTS),
    ),
)
