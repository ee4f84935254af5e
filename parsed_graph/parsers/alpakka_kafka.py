"""Alpakka and Pekko Kafka: `Subscriptions.topics(…)` is what a consumer's source receives; records are those of the Kafka clients."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.string_values import argument_values
from parsed_graph.rules.topic_facts import subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("akka.kafka", "org.apache.pekko.kafka")


def topics(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Every topic of the subscription, with the group that the file sets."""
    found = [text for argument in call.arguments for text in argument_values(argument.node, call, file)]
    yield from subscribed("kafka", found, call.line, call.function, file, client="alpakka-kafka", group=group(file))


def group(file: SourceFile) -> Text:
    """The consumer group, where the file names one."""
    found: list[Text] = []
    for call in call_index(file).named("withGroupId"):
        found += argument_values(call.argument(position=0), call, file)
    return found[0] if len(set(found)) == 1 else ()


FRAMEWORK = Framework(
    "alpakka_kafka",
    ("scala",),
    calls=(CallRule(("topics", "topicPattern"), topics, types=("Subscriptions",), imports=_IMPORTS),),
)
