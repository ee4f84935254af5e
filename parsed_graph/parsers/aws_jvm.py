"""AWS messaging on the JVM: SQS, SNS, EventBridge and Kinesis calls of both SDKs and of Spring Cloud AWS are TopicPublish and TopicSubscribe.

A queue's URL and a topic's ARN name the queue and the topic by their last segment.
https://docs.aws.amazon.com/sdk-for-java/
"""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, Reference, Text, TopicDecl, TopicPublish, Unknown
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import NO_EVENT, Event, event_of, event_of_parameters, event_of_type
from parsed_graph.rules.nested_annotation import argument_of
from parsed_graph.rules.string_values import UNKNOWN, argument_values, string_values
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.message_version import version_in, without_version
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_SDK = ("com.amazonaws", "software.amazon.awssdk")
_SPRING = ("io.awspring.cloud", "org.springframework.cloud.aws")
_SQS = ("AmazonSQS", "AmazonSQSAsync", "AmazonSQSClient", "SqsClient", "SqsAsyncClient")
_SNS = ("AmazonSNS", "AmazonSNSAsync", "AmazonSNSClient", "SnsClient", "SnsAsyncClient")
# What a request is for: the broker, and whether it sends, by the type that is built.
_REQUESTS = {
    "SendMessageRequest": ("sqs", True),
    "SendMessageBatchRequest": ("sqs", True),
    "ReceiveMessageRequest": ("sqs", False),
    "PublishRequest": ("sns", True),
    "PublishBatchRequest": ("sns", True),
    "PutRecordRequest": ("kinesis", True),
    "PutRecordsRequest": ("kinesis", True),
    "GetShardIteratorRequest": ("kinesis", False),
}
# The SDK 2 methods that take a builder as a lambda.
_LAMBDA_CALLS = {
    "sendMessage": ("sqs", True),
    "sendMessageBatch": ("sqs", True),
    "receiveMessage": ("sqs", False),
    "publish": ("sns", True),
    "putRecord": ("kinesis", True),
}
_ADDRESSES = ("queueUrl", "withQueueUrl", "topicArn", "withTopicArn", "streamName", "withStreamName")
_BODIES = ("messageBody", "withMessageBody", "message", "withMessage", "payload", "data")


def _requested(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`SendMessageRequest.builder().queueUrl(url)`, `new PublishRequest().withTopicArn(arn)`."""
    links = call_index(file).chain(call)
    root = links[0]
    kind = _REQUESTS.get(root.name if root.is_new else root.receiver_type)
    if kind is not None:
        yield from _facts(kind, call.argument(position=0), call, links, file)


def _constructed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new SendMessageRequest(url, body)`, `new PublishRequest(arn, message)`."""
    if call.is_new and call.arguments:
        yield from _facts(_REQUESTS[call.name], call.arguments[0].node, call, [call], file)


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sqs.sendMessage(url, body)`, `sns.publish(arn, message)`, `sqs.sendMessage(b -> b.queueUrl(url))`."""
    kind = _LAMBDA_CALLS[call.name]
    if kind[0] == "sns" and call.receiver_type not in _SNS:
        return
    if len(call.arguments) >= 2 or (call.name == "receiveMessage" and _is_text(call, file)):
        yield from _facts(kind, call.arguments[0].node, call, [call], file)
        return
    inner = call_index(file).within(call.arguments[0].node) if call.arguments else []
    if any(link.is_new or link.name in ("builder", "build") for link in inner):
        return  # A request that is built here says it all.
    for link in inner:
        if link.name in _ADDRESSES:
            yield from _facts(kind, link.argument(position=0), link, call_index(file).chain(link), file)


def _is_text(call: CallSyntax, file: SourceFile) -> bool:
    node = call.argument(position=0)
    return node is not None and "ambda" not in node.type and "Request" not in file.text(node)[:60]


def _facts(
    kind: tuple[str, bool], address: Node | None, call: CallSyntax, links: list[CallSyntax], file: SourceFile
) -> Iterator[Fact]:
    broker, sends = kind
    topics = _names(address, call, file)
    if sends:
        yield from published(broker, topics, call, file, client="aws-sdk", event=_event(links, file))
    else:
        yield from subscribed(broker, topics, call.line, call.function, file, client="aws-sdk")


def _event(links: list[CallSyntax], file: SourceFile) -> Event:
    for link in links:
        given = [a.node for a in link.arguments] if link.name in _BODIES else [a.node for a in link.arguments[1:]]
        for node in given:
            event = event_of(node, link, file)
            if event.name:
                return event
    return NO_EVENT


def _emitted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`PutEventsRequestEntry.builder().source("shop.orders").detailType("OrderCreated").eventBusName("shop")`."""
    links = {link.name.removeprefix("with").lower(): link for link in call_index(file).chain(call)}

    def values(name: str) -> list[Text]:
        link = links.get(name)
        return argument_values(link.arguments[0].node, link, file) if link and link.arguments else []

    buses = [_last_segment(text) for text in values("eventbusname")] or [(Literal("default"),)]
    source: Text = next(iter(values("source")), ())
    for detail in values("detailtype"):
        literal = "".join(part.text for part in detail if isinstance(part, Literal))
        name = Event(without_version(literal), version_in(literal)) if len(detail) == 1 else NO_EVENT
        yield from published("eventbridge", buses, call, file, client="aws-sdk", event=name, routing_key=source)


def _sent_by_template(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sqsTemplate.send("orders", event)`, `send(to -> to.queue("orders").payload(event))`, `convertAndSend`, `sendNotification`."""
    broker = "sns" if call.receiver_type in ("NotificationMessagingTemplate", "SnsTemplate", "SnsOperations") else "sqs"
    if len(call.arguments) >= 2:
        event = next((e for a in call.arguments[1:] if (e := event_of(a.node, call, file)).name), NO_EVENT)
        topics = _names(call.arguments[0].node, call, file)
        yield from published(broker, topics, call, file, client="spring-cloud-aws", event=event)
        return
    for link in call_index(file).within(call.arguments[0].node) if call.arguments else ():
        if link.name == "queue":
            event = _event(call_index(file).chain(link), file)
            topics = _names(link.argument(position=0), link, file)
            yield from published(broker, topics, link, file, client="spring-cloud-aws", event=event)


def _listened(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`@SqsListener("orders")`."""
    function, owner = annotation.on_function, annotation.on_type
    node = argument_of(annotation, "value", "queueNames")
    queues = [_last_segment(text) for text in string_values(node, function, owner, file)]
    event = event_of_parameters(function, file)
    yield from subscribed("sqs", queues, annotation.line, function, file, client="spring-cloud-aws", event=event)
    reply = function.annotation("SendTo") if function else None
    if function is None or reply is None:
        return
    returned = event_of_type(function.return_type, file)
    for topic in string_values(argument_of(reply, "value"), function, owner, file):
        span = file.span(reply.line)
        yield TopicPublish(
            "sqs", topic, span, "spring-cloud-aws", function.qualified_name, returned.name, returned.version
        )


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sqs.createQueue("orders")`, `sns.createTopic("orders")`."""
    broker, kind = ("sqs", "queue") if call.name == "createQueue" else ("sns", "topic")
    if call.arguments and _is_text(call, file):
        for name in argument_values(call.arguments[0].node, call, file):
            if not isinstance(name[0] if name else None, Unknown):
                yield TopicDecl(broker, name, kind, file.span(call.line))


def _names(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The queues or topics that an address means; one looked up with `getQueueUrl("orders")` is that name."""
    index = call_index(file)
    made = index.at(node)
    name = file.text(node).removeprefix("this.")
    for origin in [made] if made else index.assigned(name, call.function, call.owner):
        looked_up = next((link for link in index.receivers(origin) if link.name in ("getQueueUrl", "queueName")), None)
        if looked_up is not None and looked_up.arguments:
            inner = [link for link in index.within(looked_up.arguments[0].node) if link.name == "queueName"]
            given = inner[0] if inner else looked_up
            return argument_values(given.arguments[0].node, given, file) if given.arguments else [UNKNOWN]
    return [_last_segment(text) for text in argument_values(node, call, file)]


def _last_segment(address: Text) -> Text:
    """`https://sqs.eu-west-1.amazonaws.com/1234/orders` and `arn:aws:sns:eu-west-1:1234:orders` are `orders`."""
    for index in range(len(address) - 1, -1, -1):
        part = address[index]
        if isinstance(part, Literal):
            cut = max(part.text.rfind("/"), part.text.rfind(":"))
            if cut >= 0:
                rest = part.text[cut + 1 :]
                return ((Literal(rest),) if rest else ()) + address[index + 1 :]
        elif isinstance(part, Reference) and part.name.startswith(("com.amazonaws.", "software.amazon.")):
            return UNKNOWN
    return address


FRAMEWORK = Framework(
    "aws_jvm",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(_ADDRESSES, _requested, imports=_SDK),
        CallRule(tuple(_REQUESTS), _constructed, imports=_SDK),
        CallRule(
            tuple(_LAMBDA_CALLS), _called, types=(*_SQS, *_SNS, "KinesisClient", "KinesisAsyncClient"), imports=_SDK
        ),
        CallRule(("detailType", "withDetailType"), _emitted, imports=_SDK),
        CallRule(("createQueue", "createTopic"), _created, types=(*_SQS, *_SNS), imports=_SDK),
        CallRule(
            ("send", "sendAsync", "convertAndSend", "sendNotification"),
            _sent_by_template,
            types=(
                "SqsTemplate",
                "SqsOperations",
                "SqsAsyncOperations",
                "QueueMessagingTemplate",
                "NotificationMessagingTemplate",
                "SnsTemplate",
                "SnsOperations",
            ),
            imports=_SPRING,
        ),
    ),
    annotations=(AnnotationRule(("SqsListener",), _listened, imports=_SPRING),),
)
