"""Spring for Apache Kafka: KafkaTemplate sends are TopicPublish, @KafkaListener and its containers TopicSubscribe, TopicBuilder TopicDecl.

https://docs.spring.io/spring-kafka/reference/
"""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Setting, Text, TopicDecl, TopicPublish
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import (
    NO_EVENT,
    Event,
    event_of,
    event_of_arguments,
    event_of_parameters,
    event_of_type,
    receiver_declared_type,
)
from parsed_graph.rules.nested_annotation import argument_of, nested_annotation
from parsed_graph.rules.string_values import (
    UNKNOWN,
    argument_values,
    first_value,
    is_unknown,
    list_members,
    string_values,
)
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, FunctionSyntax, SourceFile

_TEMPLATES = (
    "KafkaTemplate",
    "KafkaOperations",
    "RoutingKafkaTemplate",
    "ReplyingKafkaTemplate",
    "AggregatingReplyingKafkaTemplate",
    "ReactiveKafkaProducerTemplate",
)
_SPRING = ("org.springframework.kafka",)
_DEFAULT_TOPIC: Text = (Setting("spring.kafka.template.default-topic"),)
_DEFAULT_GROUP: Text = (Setting("spring.kafka.consumer.group-id"),)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`send(topic, …, data)`. A lone argument is a record or message, which names its topic where it is made."""
    if _is_template(call, file) and len(call.arguments) > 1:
        if "ProducerRecord" in file.text(call.arguments[0].node)[:40]:
            return
        topics = argument_values(call.argument("topic", position=0), call, file)
        yield from published("kafka", topics, call, file, client="spring-kafka", event=_sent_event(call, file))


def _sent_default(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not _is_template(call, file):
        return
    topics = [_DEFAULT_TOPIC]
    for other in call_index(file).named("setDefaultTopic"):
        topics = argument_values(other.argument("defaultTopic", position=0), other, file)
    yield from published("kafka", topics, call, file, client="spring-kafka", event=_sent_event(call, file))


def _sent_header(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`MessageBuilder.withPayload(event).setHeader(KafkaHeaders.TOPIC, topic)`."""
    if file.text(call.argument(position=0)) not in ("KafkaHeaders.TOPIC", "TOPIC", '"kafka_topic"'):
        return
    event = NO_EVENT
    for link in call_index(file).receivers(call):
        if link.name == "withPayload":
            event = event_of(link.argument(position=0), link, file)
    topics = argument_values(call.argument(position=1), call, file)
    yield from published("kafka", topics, call, file, client="spring-kafka", event=event)


def _is_template(call: CallSyntax, file: SourceFile) -> bool:
    if call.receiver_type in _TEMPLATES:
        return True
    # A template inherited from a class elsewhere has no type here; its name is then all there is.
    return not call.receiver_type and file.text(call.receiver).lower().endswith("kafkatemplate")


def _sent_event(call: CallSyntax, file: SourceFile) -> Event:
    event = event_of(call.arguments[-1].node, call, file) if call.arguments else NO_EVENT
    return event if event.name else event_of_arguments(receiver_declared_type(call, file), file)


def _listened(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    function, owner = annotation.on_function, annotation.on_type
    group = _group(annotation, file)
    topics = _listened_topics(annotation, file)
    if function is not None:
        event = event_of_parameters(function, file)
        yield from subscribed(
            "kafka", topics, annotation.line, function, file, client="spring-kafka", event=event, group=group
        )
        yield from _replies(annotation, function, file)
        return
    handlers = [f for f in file.functions if f.owner is owner and f.annotation("KafkaHandler")]
    for handler in handlers:
        event = event_of_parameters(handler, file)
        yield from subscribed(
            "kafka", topics, annotation.line, handler, file, client="spring-kafka", event=event, group=group
        )
        yield from _replies(annotation, handler, file)
    if not handlers:
        yield from subscribed("kafka", topics, annotation.line, None, file, client="spring-kafka", group=group)


def _listened_topics(annotation: AnnotationSyntax, file: SourceFile) -> list[Text]:
    given = annotation.argument("topics", "topicPattern")
    if given is not None:
        return string_values(given, annotation.on_function, annotation.on_type, file)
    topics = []
    for member in list_members(annotation.argument("topicPartitions"), file):
        partition = nested_annotation(member, file)
        if partition is not None:
            topics += string_values(partition.argument("topic"), annotation.on_function, annotation.on_type, file)
    return topics or [UNKNOWN]


def _group(annotation: AnnotationSyntax, file: SourceFile) -> Text:
    """`groupId`, else `id`, which is the group too unless `idIsGroup` is false, else what Boot's settings say."""
    given = annotation.argument("groupId")
    if given is None and file.text(annotation.argument("idIsGroup")) != "false":
        given = annotation.argument("id")
    if given is None:
        return _DEFAULT_GROUP
    values = string_values(given, annotation.on_function, annotation.on_type, file)
    return values[0] if len(values) == 1 else UNKNOWN


def _replies(annotation: AnnotationSyntax, function: FunctionSyntax, file: SourceFile) -> Iterator[Fact]:
    """What a listener returns goes to the topic of `@SendTo`."""
    send_to = function.annotation("SendTo")
    if send_to is None:
        return
    event = event_of_type(function.return_type, file)
    for topic in string_values(argument_of(send_to, "value"), function, function.owner, file):
        yield TopicPublish(
            "kafka", topic, file.span(send_to.line), "spring-kafka", function.qualified_name, event.name, event.version
        )


def _contained(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new ContainerProperties("orders", …)`: the topics of a listener container."""
    topics = [
        text for argument in call.arguments for text in argument_values(_pattern(argument.node, file), call, file)
    ]
    group: Text = _DEFAULT_GROUP
    for other in call_index(file).inside(call.function):
        if other.name == "setGroupId":
            group = first_value(other.argument(position=0), other, file)
    yield from subscribed("kafka", topics, call.line, call.function, file, client="spring-kafka", group=group)


def _pattern(node: Node, file: SourceFile) -> Node:
    compiled = call_index(file).at(node)
    return compiled.arguments[0].node if compiled and compiled.name == "compile" and compiled.arguments else node


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`TopicBuilder.name("orders")`."""
    for topic in argument_values(call.argument("name", position=0), call, file):
        if not is_unknown(topic):
            yield TopicDecl("kafka", topic, "topic", file.span(call.line))


FRAMEWORK = Framework(
    "kafka_spring",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("send", "sendAndReceive"), _sent, imports=_SPRING),
        CallRule(("sendDefault",), _sent_default, imports=_SPRING),
        CallRule(("setHeader",), _sent_header, imports=_SPRING),
        CallRule(("ContainerProperties",), _contained, imports=_SPRING),
        CallRule(("name",), _declared, types=("TopicBuilder",), imports=_SPRING),
    ),
    annotations=(AnnotationRule(("KafkaListener",), _listened, imports=_SPRING),),
)
