"""boto3 and its asynchronous relatives: SQS, SNS, EventBridge and Kinesis as messaging, DynamoDB and S3 as storage."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, InfrastructureUse, Literal, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.message_type import NO_EVENT, Event
from parsed_graph.rules.script_arguments import chain_of, entry_of, literal_text, members, origin, texts
from parsed_graph.rules.script_events import event_in, named_event
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("boto3", "aioboto3", "aiobotocore", "botocore")
_QUEUE_MAKERS = ("get_queue_by_name", "get_queue_url", "Queue", "create_queue")
_STORES = {"dynamodb": ("database", "dynamodb"), "s3": ("storage", "s3"), "docdb": ("database", "mongo")}
_ARN = re.compile(r"^arn:aws:\w+:[^:]*:[^:]*:(?:event-bus/|stream/)?([\w.-]+)$")


def _service(call: CallSyntax, file: SourceFile) -> str:
    """The AWS service that the receiver is a client of: `sqs` of `boto3.client("sqs")`."""
    for made in chain_of(origin(call, file), file):
        if made.name in ("client", "resource", "create_client"):
            return literal_text(made.argument("service_name", position=0), file)
    return ""


def _is_of(call: CallSyntax, file: SourceFile, service: str) -> bool:
    """Whether a call may be one of a service: its client is of that, or comes from elsewhere."""
    return _service(call, file) in (service, "")


def _sqs_sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not _is_of(call, file, "sqs"):
        return
    event = event_in(call.argument("MessageBody"), file)
    yield from published("sqs", _queues(call, file), call, file, client="boto3", event=event)


def _sqs_received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if _is_of(call, file, "sqs"):
        yield from subscribed("sqs", _queues(call, file), call.line, call.function, file, client="boto3")


def _queues(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The queue's name: of its URL, of the call that looked it up, of the queue object that a method is called on."""
    node = call.argument("QueueUrl") or call.receiver
    made = file.origin(_without_key(file.value(node)))
    if made is not None and made.name in _QUEUE_MAKERS:
        return texts(made.argument("QueueName", "url", position=0), made, file)
    return texts(call.argument("QueueUrl"), call, file)


def _without_key(node: Node | None) -> Node | None:
    """`response["QueueUrl"]` is about the response."""
    return node.child_by_field_name("value") if node is not None and node.type == "subscript" else node


def _sns_sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    target = call.argument("TopicArn", "TargetArn")
    if target is None and not (_service(call, file) == "sns" and call.receiver_type.endswith(".Topic")):
        return
    made = file.origin(_without_key(file.value(target if target is not None else call.receiver)))
    if made is not None and made.name in ("create_topic", "Topic"):
        topics = texts(made.argument("Name", "arn", position=0), made, file)
    else:
        topics = texts(target, call, file)
    event = event_in(call.argument("Message"), file)
    yield from published("sns", [_arn_name(topic) for topic in topics], call, file, client="boto3", event=event)


def _events_put(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for entry in members(call.argument("Entries"), file):
        buses = texts(entry_of(entry, file, "EventBusName"), call, file) or [(Literal("default"),)]
        detail = literal_text(entry_of(entry, file, "DetailType"), file)
        event: Event = named_event(detail) if detail else NO_EVENT
        yield from published("eventbridge", [_arn_name(bus) for bus in buses], call, file, client="boto3", event=event)


def _kinesis_put(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if _is_of(call, file, "kinesis"):
        streams = texts(call.argument("StreamName", "StreamARN"), call, file)
        event = event_in(call.argument("Data"), file)
        yield from published("kinesis", [_arn_name(s) for s in streams], call, file, client="boto3", event=event)


def _store(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`boto3.resource("dynamodb", endpoint_url=…)`."""
    use = _STORES.get(literal_text(call.argument("service_name", position=0), file))
    if use is not None:
        endpoint = texts(call.argument("endpoint_url"), call, file)
        yield from connections(endpoint, file, call.line, function=call.caller, product=use[1], capability=use[0])


def _table(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if _service(call, file) != "dynamodb":
        return
    for name in texts(call.argument("TableName", "name", position=0), call, file):
        part = name[0] if len(name) == 1 else None
        table = part.text if isinstance(part, Literal) else ""
        yield InfrastructureUse("database", "dynamodb", file.span(call.line), (), table)


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    broker, kind, key = ("sqs", "queue", "QueueName") if call.name == "create_queue" else ("sns", "topic", "Name")
    for name in texts(call.argument(key), call, file):
        yield TopicDecl(broker, name, kind, file.span(call.line))


def _arn_name(text: Text) -> Text:
    part = text[0] if len(text) == 1 else None
    match = _ARN.match(part.text) if isinstance(part, Literal) else None
    return (Literal(match.group(1)),) if match else text


FRAMEWORK = Framework(
    "boto3",
    languages=("python",),
    calls=(
        CallRule(("send_message", "send_message_batch", "send_messages"), _sqs_sent, imports=_PACKAGES),
        CallRule(("receive_message", "receive_messages"), _sqs_received, imports=_PACKAGES),
        CallRule(("publish", "publish_batch"), _sns_sent, imports=_PACKAGES),
        CallRule(("put_events",), _events_put, imports=_PACKAGES),
        CallRule(("put_record", "put_records"), _kinesis_put, imports=_PACKAGES),
        CallRule(("client", "resource", "create_client"), _store, imports=_PACKAGES),
        CallRule(
            ("Table", "put_item", "get_item", "query", "scan", "update_item", "delete_item"), _table, imports=_PACKAGES
        ),
        CallRule(("create_queue", "create_topic"), _declared, imports=_PACKAGES),
    ),
)
