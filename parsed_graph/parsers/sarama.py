"""sarama: a ProducerMessage is a TopicPublish; ConsumePartition and a consumer group's Consume are TopicSubscribes."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.go_calls import is_of, list_texts
from parsed_graph.rules.go_events import event_in
from parsed_graph.rules.script_arguments import first_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = (
    "github.com/IBM/sarama",
    "github.com/Shopify/sarama",
    "gopkg.in/Shopify/sarama",
    "github.com/bsm/sarama-cluster",
)
_PACKAGES = (
    "github.com.IBM.sarama",
    "github.com.Shopify.sarama",
    "gopkg.in.Shopify.sarama",
    "github.com.bsm.sarama-cluster",
)
_CLIENTS = ("NewSyncProducer", "NewAsyncProducer", "NewConsumer", "NewConsumerGroup", "NewClient", "NewClusterAdmin")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.is_new and is_of(call, file, _PACKAGES):
        event = event_in(call.argument("Value"), file)
        yield from published(
            "kafka", texts(call.argument("Topic"), call, file), call, file, client="sarama", event=event
        )


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`group.Consume(ctx, []string{"orders"}, handler)`, `consumer.ConsumePartition("orders", 0, offset)`."""
    position = 1 if call.name == "Consume" else 0
    if len(call.arguments) != 3:
        return
    topics = list_texts([call.arguments[position].node], call, file)
    yield from subscribed("kafka", topics, call.line, call.function, file, client="sarama", group=_group(file))


def _group(file: SourceFile) -> Text:
    """The group of the only consumer group that the file makes."""
    groups = [first_text(made.argument(position=1), made, file) for made in call_index(file).named("NewConsumerGroup")]
    return groups[0] if len(groups) == 1 else ()


def _cluster(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.arguments and is_of(call, file, _PACKAGES):
        addresses = list_texts([call.arguments[0].node], call, file)
        yield from connections(
            addresses[:1], file, call.line, product="kafka", capability="messaging", function=call.caller
        )
        if call.name == "NewConsumer" and len(call.arguments) == 4:  # sarama-cluster: addresses, group, topics, config
            topics, group = (
                list_texts([call.arguments[2].node], call, file),
                first_text(call.arguments[1].node, call, file),
            )
            yield from subscribed("kafka", topics, call.line, call.function, file, client="sarama", group=group)


FRAMEWORK = Framework(
    "sarama",
    ("go",),
    calls=(
        CallRule(("ProducerMessage",), _sent, imports=_IMPORTS),
        CallRule(("Consume", "ConsumePartition"), _consumed, imports=_IMPORTS),
        CallRule(_CLIENTS, _cluster, imports=_IMPORTS),
    ),
)
