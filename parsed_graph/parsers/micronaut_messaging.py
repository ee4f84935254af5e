"""Micronaut's declarative messaging: methods of @KafkaClient and @RabbitClient interfaces are TopicPublish, of @KafkaListener and @RabbitListener classes TopicSubscribe.

https://micronaut-projects.github.io/micronaut-kafka/latest/guide/
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Setting, Text, TopicPublish
from parsed_graph.framework import AnnotationRule, Framework
from parsed_graph.rules.message_type import event_of_parameters
from parsed_graph.rules.nested_annotation import argument_of
from parsed_graph.rules.string_values import UNKNOWN, string_values
from parsed_graph.rules.topic_facts import subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, SourceFile

_KAFKA = ("io.micronaut.configuration.kafka",)
_RABBIT = ("io.micronaut.rabbitmq", "io.micronaut.configuration.rabbitmq")
_CLIENT = "micronaut"


def _topic(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@Topic("orders")` on a method of a client or a listener."""
    function = annotation.on_function
    owner = function.owner if function else None
    if function is None or owner is None:
        return
    topics = _values(annotation, file)
    event = event_of_parameters(function, file)
    if owner.annotation("KafkaClient"):
        for topic in topics:
            span = file.span(annotation.line)
            yield TopicPublish("kafka", topic, span, _CLIENT, function.qualified_name, event.name, event.version)
        return
    listener = owner.annotation("KafkaListener") or function.annotation("KafkaListener")
    if listener is not None:
        group: Text = (Setting("micronaut.application.name"),)
        given = argument_of(listener, "value", "groupId")
        if given is not None:
            groups = string_values(given, None, owner, file)
            group = groups[0] if len(groups) == 1 else UNKNOWN
        yield from subscribed(
            "kafka", topics, annotation.line, function, file, client=_CLIENT, event=event, group=group
        )


def _binding(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@Binding("orders.created")` on a method of a `@RabbitClient("shop")` interface; without an exchange it names a queue."""
    function = annotation.on_function
    client = function.owner.annotation("RabbitClient") if function and function.owner else None
    if function is None or client is None:
        return
    exchanges = [text for text in _values(client, file) if text] if client.arguments else []
    event, span = event_of_parameters(function, file), file.span(annotation.line)
    for key in _values(annotation, file):
        for exchange in exchanges or [key]:
            used = key if exchanges else ()
            yield TopicPublish(
                "rabbitmq", exchange, span, _CLIENT, function.qualified_name, event.name, event.version, used
            )


def _queue(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@Queue("orders")` on a method of a `@RabbitListener` class."""
    function = annotation.on_function
    if function is not None and function.owner is not None and function.owner.annotation("RabbitListener"):
        event = event_of_parameters(function, file)
        topics = _values(annotation, file)
        yield from subscribed("rabbitmq", topics, annotation.line, function, file, client=_CLIENT, event=event)


def _values(annotation: AnnotationSyntax, file: SourceFile) -> list[Text]:
    node = argument_of(annotation, "value", "patterns", "id")
    return string_values(node, annotation.on_function, annotation.on_type, file)


FRAMEWORK = Framework(
    "micronaut_messaging",
    ("java", "kotlin"),
    annotations=(
        AnnotationRule(("Topic",), _topic, imports=_KAFKA),
        AnnotationRule(("Binding",), _binding, imports=_RABBIT),
        AnnotationRule(("Queue",), _queue, imports=_RABBIT),
    ),
)
