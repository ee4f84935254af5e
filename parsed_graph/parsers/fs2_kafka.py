"""fs2-kafka and zio-kafka: `ProducerRecord(topic, …)` and `produce(topic, …)` send; `subscribeTo` and `Subscription.topics` receive."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.parsers.alpakka_kafka import group
from parsed_graph.rules.string_values import argument_values
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("fs2.kafka", "zio.kafka")


def record(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A record names its topic where it is made; so does `Producer.produce(topic, key, value, …)`."""
    if len(call.arguments) > 1 and not call.is_new:
        topics = argument_values(call.argument("topic", position=0), call, file)
        yield from published("kafka", topics, call, file, client="fs2-kafka")


def subscription(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`consumer.subscribeTo("a", "b")`, `.subscribe(NonEmptyList.of("a"))`, `Subscription.topics("a")`."""
    found = [text for argument in call.arguments for text in argument_values(argument.node, call, file)]
    yield from subscribed("kafka", found, call.line, call.function, file, client="fs2-kafka", group=group(file))


FRAMEWORK = Framework(
    "fs2_kafka",
    ("scala",),
    calls=(
        CallRule(("ProducerRecord",), record, imports=("fs2.kafka",)),
        CallRule(("produce", "produceAsync"), record, imports=("zio.kafka",)),
        CallRule(("subscribeTo", "subscribe"), subscription, imports=("fs2.kafka",)),
        CallRule(("topics",), subscription, types=("Subscription",), imports=_IMPORTS),
    ),
)
