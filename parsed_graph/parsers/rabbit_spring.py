"""Spring AMQP: convertAndSend and its kin are TopicPublish, @RabbitListener and listener containers TopicSubscribe.

The topic is the exchange, or the queue where the default exchange is used.
https://docs.spring.io/spring-amqp/reference/
"""

from collections.abc import Callable, Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, Setting, Text, TopicDecl, TopicPublish
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index, unwrap
from parsed_graph.rules.message_type import declared_type, event_of, event_of_parameters, event_of_type, split_type
from parsed_graph.rules.nested_annotation import NestedAnnotation, argument_of, nested_annotation
from parsed_graph.rules.rabbit_names import declared_names, queue_reference
from parsed_graph.rules.string_values import UNKNOWN, argument_values, list_members, read_placeholders, string_values
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, FunctionSyntax, SourceFile

_AMQP = ("org.springframework.amqp",)
_TEMPLATES = (
    "RabbitTemplate",
    "AmqpTemplate",
    "AsyncRabbitTemplate",
    "RabbitMessagingTemplate",
    "RabbitOperations",
    "AsyncAmqpTemplate",
    "BatchingRabbitTemplate",
    "RabbitMessageOperations",
)
_CONTAINERS = ("SimpleMessageListenerContainer", "DirectMessageListenerContainer", "AbstractMessageListenerContainer")
_AFTER_MESSAGE = ("MessagePostProcessor", "CorrelationData", "ParameterizedTypeReference", "Map")
_LAMBDAS = frozenset({"lambda_expression", "method_reference", "lambda_literal", "anonymous_function", "class_literal"})
_DEFAULT_KEY: Text = (Setting("spring.rabbitmq.template.routing-key"),)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`(message)`, `(routingKey, message)` or `(exchange, routingKey, message)`, then post-processors and correlation."""
    if not _is_template(call, file):
        return
    given = [argument.node for argument in call.arguments]
    while len(given) > 1 and _comes_after_message(given[-1], call, file):
        given.pop()
    event = event_of(given[-1], call, file) if given else event_of(None, call, file)
    if len(given) < 3:
        keys = argument_values(given[0], call, file) if len(given) == 2 else [_DEFAULT_KEY]
        yield from published("rabbitmq", keys, call, file, client="spring-amqp", event=event)
        return
    keys = argument_values(given[1], call, file)
    for exchange in argument_values(given[0], call, file):
        if exchange == ():  # The default exchange routes by the queue's name.
            yield from published("rabbitmq", keys, call, file, client="spring-amqp", event=event)
            continue
        for key in keys:
            yield from published("rabbitmq", [exchange], call, file, client="spring-amqp", event=event, routing_key=key)


def _comes_after_message(node: Node, call: CallSyntax, file: SourceFile) -> bool:
    node = unwrap(node) or node
    made = call_index(file).at(node)
    name = made.name if made else split_type(declared_type(file.text(node), call, file))[0]
    return node.type in _LAMBDAS or name in _AFTER_MESSAGE or name.endswith("PostProcessor")


def _is_template(call: CallSyntax, file: SourceFile) -> bool:
    if call.receiver_type in _TEMPLATES:
        return True
    name = file.text(call.receiver).lower()  # A template inherited from a class elsewhere has no type here.
    return not call.receiver_type and name.endswith(("rabbittemplate", "amqptemplate", "rabbitmessagingtemplate"))


def _pulled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`rabbitTemplate.receiveAndConvert("orders")`."""
    if _is_template(call, file) and call.arguments:
        queues = argument_values(call.arguments[0].node, call, file)
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="spring-amqp")


def _contained(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`container.setQueueNames("orders", …)`, `container.setQueues(orderQueue())`."""
    queues: list[Text] = []
    for argument in call.arguments:
        if call.name in ("setQueues", "addQueues"):
            queues += declared_names(argument.node, call, file) or [UNKNOWN]
        else:
            queues += argument_values(argument.node, call, file)
    yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="spring-amqp")


def _listened(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    queues, declared = _listened_queues(annotation, file)
    yield from declared
    listeners: list[FunctionSyntax | None] = [annotation.on_function]
    if annotation.on_function is None:
        owner = annotation.on_type
        handlers = [f for f in file.functions if f.owner is owner and f.annotation("RabbitHandler")]
        listeners = [*handlers] or [None]
    for listener in listeners:
        event = event_of_parameters(listener, file)
        yield from subscribed("rabbitmq", queues, annotation.line, listener, file, client="spring-amqp", event=event)
        yield from _replies(listener, file)


def _listened_queues(annotation: AnnotationSyntax, file: SourceFile) -> tuple[list[Text], list[Fact]]:
    """The queues a listener reads, and what its annotation declares on the way."""

    def values(node: Node | None) -> list[Text]:
        return string_values(node, annotation.on_function, annotation.on_type, file) if node is not None else []

    queues = _queue_names(annotation, file)
    declared: list[Fact] = []
    span = file.span(annotation.line)
    for member in list_members(annotation.argument("queuesToDeclare"), file):
        names = _annotated_names(nested_annotation(member, file), values)
        queues += names
        declared += [TopicDecl("rabbitmq", name, "queue", span) for name in names]
    for member in list_members(annotation.argument("bindings"), file):
        binding = nested_annotation(member, file)
        if binding is None:
            continue
        bound = _annotated_names(nested_annotation(binding.argument("value"), file), values)
        exchanges = _annotated_names(nested_annotation(binding.argument("exchange"), file), values)
        keys = [key for node in list_members(binding.argument("key"), file) for key in values(node)]
        queues += (
            bound or exchanges
        )  # A queue without a name lives as long as its listener: only the exchange is known.
        declared += [TopicDecl("rabbitmq", name, "queue", span) for name in bound]
        declared += [TopicDecl("rabbitmq", name, "exchange", span) for name in exchanges]
        declared += [
            TopicDecl("rabbitmq", name, "binding", span, bound_to=exchange, routing_key=key)
            for name in bound
            for exchange in exchanges
            for key in keys or [()]
        ]
    return queues or [UNKNOWN], declared


def _queue_names(annotation: AnnotationSyntax, file: SourceFile) -> list[Text]:
    texts = [
        text
        for member in list_members(annotation.argument("queues", position=0), file)
        for text in file.lower(member, annotation.on_function, annotation.on_type)
    ]
    return list(dict.fromkeys(queue_reference(text, file.path) or read_placeholders(text) for text in texts))


def _annotated_names(annotation: NestedAnnotation | None, values: Callable[[Node | None], list[Text]]) -> list[Text]:
    node = annotation.argument("value", "name") if annotation else None
    return [text for text in values(node) if text]


def _replies(function: FunctionSyntax | None, file: SourceFile) -> Iterator[Fact]:
    """What a listener returns goes to `@SendTo("exchange/key")` or `@SendTo("queue")`."""
    send_to = function.annotation("SendTo") if function else None
    if function is None or send_to is None:
        return
    event = event_of_type(function.return_type, file)
    for target in string_values(argument_of(send_to, "value"), function, function.owner, file):
        exchange, key = _split_reply(target)
        yield TopicPublish(
            "rabbitmq",
            exchange or key,
            file.span(send_to.line),
            "spring-amqp",
            function.qualified_name,
            event.name,
            event.version,
            key if exchange else (),
        )


def _split_reply(target: Text) -> tuple[Text, Text]:
    """Exchange and routing key of a reply address; without a slash it is a queue of the default exchange."""
    if len(target) == 1 and isinstance(target[0], Literal) and "/" in target[0].text:
        exchange, _, key = target[0].text.partition("/")
        return (Literal(exchange),) if exchange else (), (Literal(key),) if key else ()
    return (), target


FRAMEWORK = Framework(
    "rabbit_spring",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(
            ("convertAndSend", "send", "convertSendAndReceive", "convertSendAndReceiveAsType", "sendAndReceive"),
            _sent,
            imports=_AMQP,
        ),
        CallRule(("receive", "receiveAndConvert"), _pulled, imports=_AMQP),
        CallRule(
            ("setQueueNames", "addQueueNames", "setQueues", "addQueues"), _contained, types=_CONTAINERS, imports=_AMQP
        ),
    ),
    annotations=(AnnotationRule(("RabbitListener",), _listened, imports=_AMQP),),
)
