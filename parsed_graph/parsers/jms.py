"""JMS: JmsTemplate and producers are TopicPublish, @JmsListener, consumers and message-driven beans TopicSubscribe.

The broker is "jms": which product it is, configuration and libraries tell.
https://docs.spring.io/spring-framework/reference/integration/jms.html
"""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Setting, Text, TopicPublish
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import declared_type, event_of, event_of_parameters, event_of_type, split_type
from parsed_graph.rules.nested_annotation import argument_of, nested_annotation
from parsed_graph.rules.string_values import UNKNOWN, argument_values, list_members, string_values
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_SPRING = ("org.springframework.jms",)
_JMS = ("javax.jms", "jakarta.jms")
_TEMPLATES = ("JmsTemplate", "JmsOperations", "JmsMessagingTemplate", "JmsMessageOperations")
_LAMBDAS = frozenset({"lambda_expression", "method_reference", "lambda_literal"})
_DEFAULT: Text = (Setting("spring.jms.template.default-destination"),)
_DESTINATIONS = ("createQueue", "createTopic", "ActiveMQQueue", "ActiveMQTopic", "createTemporaryQueue")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`convertAndSend("orders", event)`, `send(queue, session -> …)`; one argument goes to the default destination."""
    given = [argument.node for argument in call.arguments]
    if len(given) > 1 and call.name == "convertAndSend" and _is_after_message(given[-1], call, file):
        given.pop()
    topics = _destinations(given[0], call, file) if len(given) > 1 else [_DEFAULT]
    event = event_of(given[-1], call, file) if given and given[-1].type not in _LAMBDAS else event_of(None, call, file)
    yield from published("jms", topics, call, file, client="spring-jms", event=event)


def _is_after_message(node: Node, call: CallSyntax, file: SourceFile) -> bool:
    return node.type in _LAMBDAS or split_type(declared_type(file.text(node), call, file))[0] == "MessagePostProcessor"


def _pulled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.arguments:
        topics = _destinations(call.arguments[0].node, call, file)
        yield from subscribed("jms", topics, call.line, call.function, file, client="spring-jms")


def _listened(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    function, owner = annotation.on_function, annotation.on_type
    topics = string_values(annotation.argument("destination"), function, owner, file)
    group: Text = ()
    named = annotation.argument("subscription")
    if named is not None:
        groups = string_values(named, function, owner, file)
        group = groups[0] if len(groups) == 1 else UNKNOWN
    event = event_of_parameters(function, file)
    yield from subscribed("jms", topics, annotation.line, function, file, client="spring-jms", event=event, group=group)
    reply = function.annotation("SendTo") if function else None
    if function is None or reply is None:
        return
    returned = event_of_type(function.return_type, file)
    for topic in string_values(argument_of(reply, "value"), function, owner, file):
        span = file.span(reply.line)
        yield TopicPublish("jms", topic, span, "spring-jms", function.qualified_name, returned.name, returned.version)


def _driven(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@MessageDriven(activationConfig = @ActivationConfigProperty(propertyName = "destination", propertyValue = "orders"))`."""
    for member in list_members(annotation.argument("activationConfig"), file):
        given = nested_annotation(member, file)
        if given is None or file.text(given.argument("propertyName")).strip('"') not in (
            "destination",
            "destinationLookup",
        ):
            continue
        topics = string_values(given.argument("propertyValue"), None, annotation.on_type, file)
        function = next((f for f in call_index(file).functions("onMessage") if f.owner is annotation.on_type), None)
        yield from subscribed("jms", topics, annotation.line, function, file, client="jms")


def _produced(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`session.createProducer(destination)`."""
    if call.arguments:
        yield from published("jms", _destinations(call.arguments[0].node, call, file), call, file, client="jms")


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`session.createConsumer(destination)`."""
    if call.arguments:
        topics = _destinations(call.arguments[0].node, call, file)
        yield from subscribed("jms", topics, call.line, call.function, file, client="jms")


def _destinations(node: Node, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The name in a text, in `session.createQueue(name)`, in a variable or bean of this file that holds one."""
    index = call_index(file)
    made = index.at(node)
    name = file.text(node).removeprefix("this.")
    candidates = [made] if made else index.assigned(name, call.function, call.owner)
    bean = made.name if made and not made.arguments else name
    for function in index.functions(bean):
        candidates += index.inside(function)
    for candidate in candidates:
        if candidate.name in _DESTINATIONS:
            given = [argument.node for argument in candidate.arguments]
            return argument_values(given[0], candidate, file) if given else [UNKNOWN]
    return argument_values(node, call, file)


FRAMEWORK = Framework(
    "jms",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("convertAndSend", "send", "convertSendAndReceive", "sendAndReceive"), _sent, types=_TEMPLATES),
        CallRule(("receive", "receiveAndConvert", "receiveSelected"), _pulled, types=_TEMPLATES, imports=_SPRING),
        CallRule(("createProducer", "createSender", "createPublisher"), _produced, imports=_JMS),
        CallRule(
            ("createConsumer", "createReceiver", "createSubscriber", "createDurableSubscriber"), _consumed, imports=_JMS
        ),
    ),
    annotations=(
        AnnotationRule(("JmsListener",), _listened, imports=_SPRING),
        AnnotationRule(("MessageDriven",), _driven, imports=("javax.ejb", "jakarta.ejb")),
    ),
)
