"""Builds TopicPublish and TopicSubscribe facts: one for each topic that the code may mean."""

from collections.abc import Iterable, Iterator

from parsed_graph.facts import Text, TopicPublish, TopicSubscribe
from parsed_graph.rules.message_type import NO_EVENT, Event
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile


def published(
    broker: str,
    topics: Iterable[Text],
    call: CallSyntax,
    file: SourceFile,
    *,
    client: str,
    event: Event = NO_EVENT,
    routing_key: Text = (),
) -> Iterator[TopicPublish]:
    """A publish at a call, one fact a topic. An Unknown topic stays: that the code sends is known."""
    for topic in topics:
        yield TopicPublish(
            broker, topic, file.span(call.line), client, call.caller, event.name, event.version, routing_key
        )


def subscribed(
    broker: str,
    topics: Iterable[Text],
    line: int,
    function: FunctionSyntax | None,
    file: SourceFile,
    *,
    client: str,
    event: Event = NO_EVENT,
    group: Text = (),
) -> Iterator[TopicSubscribe]:
    """A subscription by a listener function or a call in it, one fact a topic."""
    name = function.qualified_name if function else ""
    for topic in topics:
        yield TopicSubscribe(broker, topic, file.span(line), client, name, event.name, event.version, group)
