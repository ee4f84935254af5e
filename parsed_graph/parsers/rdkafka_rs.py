"""Kafka and NATS from Rust: topics written and read, consumer groups, the brokers' addresses.

https://docs.rs/rdkafka https://docs.rs/async-nats
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import list_texts, literal_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_KAFKA = ("rdkafka", "kafka", "rskafka")
_NATS = ("async_nats", "nats")


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`ClientConfig::new().set("bootstrap.servers", brokers)`."""
    if literal_text(call.argument(position=0), file) in ("bootstrap.servers", "metadata.broker.list"):
        found = texts(call.argument(position=1), call, file)
        yield from connections(found, file, call.line, product="kafka", capability="messaging", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`FutureRecord::to("orders")`."""
    if file.text(call.receiver).partition("::<")[0].rpartition("::")[2] in ("FutureRecord", "BaseRecord"):
        yield from published("kafka", texts(call.argument(position=0), call, file), call, file, client="rdkafka")


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`consumer.subscribe(&["orders"])`."""
    topics = list_texts(call.argument(position=0), call, file)
    groups = _groups(file)
    group = groups[0] if len(groups) == 1 else ()
    yield from subscribed("kafka", topics, call.line, call.function, file, client="rdkafka", group=group)


def _groups(file: SourceFile) -> list[Text]:
    """The consumer groups that this file configures."""
    found = [
        text
        for call in call_index(file).named("set")
        if literal_text(call.argument(position=0), file) == "group.id"
        for text in texts(call.argument(position=1), call, file)
    ]
    return list(dict.fromkeys(found))


def _nats_sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver is not None and len(call.arguments) >= 2:
        yield from published("nats", texts(call.argument(position=0), call, file), call, file, client="async-nats")


def _nats_received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    subjects = texts(call.argument(position=0), call, file)
    group = next(iter(texts(call.argument(position=1), call, file)), ()) if call.name == "queue_subscribe" else ()
    yield from subscribed("nats", subjects, call.line, call.function, file, client="async-nats", group=group)


def _nats_connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if file.text(call.receiver).rpartition("::")[2] in _NATS and call.arguments:
        found = texts(call.argument(position=0), call, file)
        yield from connections(found, file, call.line, product="nats", capability="messaging", function=call.caller)


FRAMEWORK = Framework(
    "rdkafka_rs",
    languages=("rust",),
    calls=(
        CallRule(("set",), _configured, imports=_KAFKA),
        CallRule(("to",), _sent, imports=_KAFKA),
        CallRule(("subscribe",), _subscribed, imports=_KAFKA),
        CallRule(("publish", "publish_with_headers", "request"), _nats_sent, imports=_NATS),
        CallRule(("subscribe", "queue_subscribe"), _nats_received, imports=_NATS),
        CallRule(("connect",), _nats_connected, imports=_NATS),
    ),
)
