"""Kafka from Ruby (ruby-kafka, rdkafka, WaterDrop, Karafka, Racecar): topics written and read, groups, the brokers' addresses.

https://github.com/zendesk/ruby-kafka https://karafka.io/docs/ https://github.com/zendesk/racecar
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import list_texts, origin, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = (
    "Kafka",
    "kafka",
    "Rdkafka",
    "rdkafka",
    "WaterDrop",
    "waterdrop",
    "Karafka",
    "karafka",
    "Racecar",
    "racecar",
)
_SENDERS = ("deliver_message", "produce", "produce_sync", "produce_async", "produce_many_sync", "produce_many_async")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    brokers = call.argument("seed_brokers", "bootstrap.servers", position=0 if call.name == "Kafka" else None)
    found = list_texts(brokers, call, file) if brokers is not None else []
    if found or call.name == "Kafka":
        yield from connections(found, file, call.line, product="kafka", capability="messaging", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    topics = texts(call.argument("topic"), call, file)
    if topics:
        yield from published("kafka", topics, call, file, client="ruby-kafka")


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`consumer.subscribe("orders")` of a consumer with its group."""
    if call.receiver is None:
        return
    made = origin(call, file)
    group: Text = ()
    if made is not None and made.name == "consumer":
        configured = origin(made, file)
        owner = configured if configured is not None and configured.argument("group.id") is not None else made
        group = next(iter(texts(owner.argument("group_id", "group.id"), owner, file)), ())
    topics = list_texts(call.argument(position=0), call, file)
    yield from subscribed("kafka", topics, call.line, call.function, file, client="ruby-kafka", group=group)


def _racecar(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`class OrdersConsumer < Racecar::Consumer; subscribes_to "orders"`."""
    process = next((f for f in file.functions if f.owner is call.owner and f.name.startswith("process")), None)
    topics = [t for argument in call.arguments if not argument.name for t in texts(argument.node, call, file)]
    yield from subscribed("kafka", topics, call.line, process, file, client="racecar")


def _karafka(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`topic :orders do consumer OrdersConsumer end` in `karafka.rb`, within `consumer_group :mails do`."""
    block = call.node.child_by_field_name("block")
    if block is None or call.receiver is not None:
        return
    index = call_index(file)
    consumer = next((c for c in index.within(block) if c.name == "consumer" and c.arguments), None)
    if consumer is None:
        return
    groups = [
        g
        for g in index.named("consumer_group", "subscription_group")
        if g.node.start_byte < call.node.start_byte and call.node.end_byte <= g.node.end_byte
    ]
    group = next(iter(texts(groups[-1].argument(position=0), groups[-1], file)), ()) if groups else ()
    topics = texts(call.argument(position=0), call, file)
    yield from subscribed("kafka", topics, call.line, None, file, client="karafka", group=group)


FRAMEWORK = Framework(
    "kafka_ruby",
    languages=("ruby",),
    calls=(
        CallRule(("Kafka",), _connected, types=("Kafka",)),
        CallRule(("Config",), _connected, types=("Config",), imports=("Rdkafka",)),
        CallRule(_SENDERS, _sent, imports=_PACKAGES),
        CallRule(("subscribe",), _subscribed, imports=("Kafka", "kafka", "Rdkafka", "rdkafka")),
        CallRule(("subscribes_to",), _racecar),
        CallRule(("topic",), _karafka, imports=("Karafka", "karafka")),
    ),
)
