"""MicroProfile Reactive Messaging (Quarkus, Helidon, Open Liberty): @Incoming is a TopicSubscribe, @Outgoing and an Emitter's send a TopicPublish.

A channel without a topic in configuration may join two methods of one program, so it counts only where
configuration gives it one, or a connector (the Setting has no default).
https://smallrye.io/smallrye-reactive-messaging/
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, Setting, Text, TopicPublish
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import (
    event_of,
    event_of_arguments,
    event_of_parameters,
    event_of_type,
    receiver_declared_type,
)
from parsed_graph.rules.nested_annotation import argument_of
from parsed_graph.rules.string_values import string_values
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_MESSAGING = ("org.eclipse.microprofile.reactive.messaging", "io.smallrye.reactive.messaging")
_CLIENT = "reactive-messaging"


def _incoming(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    function = annotation.on_function
    if function is None:
        return
    event = event_of_parameters(function, file)
    for channel in _channels(annotation, file):
        group: Text = (Setting(f"mp.messaging.incoming.{channel}.group.id"),)
        yield from subscribed(
            "", [_topic("incoming", channel)], annotation.line, function, file, client=_CLIENT, event=event, group=group
        )


def _outgoing(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    function = annotation.on_function
    if function is None:
        return
    event = event_of_type(function.return_type, file)
    for channel in _channels(annotation, file):
        span, topic = file.span(annotation.line), _topic("outgoing", channel)
        yield TopicPublish("", topic, span, _CLIENT, function.qualified_name, event.name, event.version)


def _emitted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`emitter.send(event)` where `@Channel("orders") Emitter<OrderCreated> emitter`."""
    if not call.arguments:
        return
    name = file.text(call.receiver).removeprefix("this.")
    event = event_of(call.arguments[0].node, call, file)
    event = event if event.name else event_of_arguments(receiver_declared_type(call, file), file)
    for annotation in call_index(file).annotations("Channel"):
        if annotation.on_type is call.owner and name in (annotation.on_field, annotation.on_parameter):
            topics = [_topic("outgoing", channel) for channel in _channels(annotation, file)]
            yield from published("", topics, call, file, client=_CLIENT, event=event)


def _topic(direction: str, channel: str) -> Text:
    return (Setting(f"mp.messaging.{direction}.{channel}.topic"),)


def _channels(annotation: AnnotationSyntax, file: SourceFile) -> list[str]:
    """The channel that an annotation names, as far as this file tells."""
    values = string_values(argument_of(annotation, "value"), annotation.on_function, annotation.on_type, file)
    return [value[0].text for value in values if len(value) == 1 and isinstance(value[0], Literal)]


FRAMEWORK = Framework(
    "reactive_messaging",
    ("java", "kotlin"),
    annotations=(
        AnnotationRule(("Incoming",), _incoming, imports=_MESSAGING),
        AnnotationRule(("Outgoing",), _outgoing, imports=_MESSAGING),
    ),
    calls=(
        CallRule(
            ("send", "sendAndForget", "sendAndAwait", "sendMessage"),
            _emitted,
            types=("Emitter", "MutinyEmitter"),
            imports=_MESSAGING,
        ),
    ),
)
