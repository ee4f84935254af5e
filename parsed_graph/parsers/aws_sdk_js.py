"""AWS SDK for JavaScript, versions 2 and 3: SQS, SNS, EventBridge and Kinesis as messaging, DynamoDB and S3 as storage."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, InfrastructureUse, Literal, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.message_type import NO_EVENT
from parsed_graph.rules.script_arguments import entry_of, literal_text, members, object_entries, option, texts
from parsed_graph.rules.script_events import event_in, named_event
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("aws-sdk", "@aws-sdk", "@ssut/nestjs-sqs", "sqs-consumer")
_ARN = re.compile(r"^arn:aws:\w+:[^:]*:[^:]*:(?:event-bus/|stream/)?([\w.-]+)$")
_STORES = {
    "DynamoDB": ("database", "dynamodb"), "DynamoDBClient": ("database", "dynamodb"), "DocumentClient": ("database", "dynamodb"),
    "S3": ("storage", "s3"), "S3Client": ("storage", "s3"),
}  # fmt: skip
_TABLE_COMMANDS = (
    "GetCommand",
    "PutCommand",
    "UpdateCommand",
    "DeleteCommand",
    "QueryCommand",
    "ScanCommand",
    "PutItemCommand",
    "GetItemCommand",
    "UpdateItemCommand",
    "DeleteItemCommand",
)
_TABLE_METHODS = ("get", "put", "update", "delete", "query", "scan", "getItem", "putItem", "updateItem", "deleteItem")


def _queue_sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    options = call.argument(position=0)
    queue = entry_of(options, file, "QueueUrl")
    if queue is not None:
        event = event_in(entry_of(options, file, "MessageBody"), file)
        yield from published("sqs", texts(queue, call, file), call, file, client="aws-sdk", event=event)


def _queue_received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    queue = entry_of(call.argument(position=0), file, "QueueUrl", "queueUrl")
    if queue is not None:
        yield from subscribed("sqs", texts(queue, call, file), call.line, call.function, file, client="aws-sdk")


def _topic_sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    options = call.argument(position=0)
    topic = entry_of(options, file, "TopicArn", "TargetArn")
    if topic is not None:
        event = event_in(entry_of(options, file, "Message"), file)
        topics = [_arn_name(text) for text in texts(topic, call, file)]
        yield from published("sns", topics, call, file, client="aws-sdk", event=event)


def _events_put(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for entry in members(entry_of(call.argument(position=0), file, "Entries"), file):
        if not object_entries(entry, file):
            continue
        buses = texts(entry_of(entry, file, "EventBusName"), call, file) or [(Literal("default"),)]
        detail = literal_text(entry_of(entry, file, "DetailType"), file)
        event = named_event(detail) if detail else NO_EVENT
        yield from published(
            "eventbridge", [_arn_name(bus) for bus in buses], call, file, client="aws-sdk", event=event
        )


def _record_put(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    stream = entry_of(call.argument(position=0), file, "StreamName", "StreamARN")
    if stream is not None:
        topics = [_arn_name(text) for text in texts(stream, call, file)]
        yield from published("kinesis", topics, call, file, client="aws-sdk")


def _store(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not call.is_new:
        return
    capability, product = _STORES[call.name]
    endpoint = texts(option(call, file, "endpoint"), call, file)
    yield from connections(endpoint, file, call.line, product=product, capability=capability, function=call.caller)


def _table(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    node: Node | None = entry_of(call.argument(position=0), file, "TableName")
    for name in texts(node, call, file):
        part = name[0] if len(name) == 1 else None
        table = part.text if isinstance(part, Literal) else ""
        yield InfrastructureUse("database", "dynamodb", file.span(call.line), (), table, function=call.caller)


def _arn_name(text: Text) -> Text:
    part = text[0] if len(text) == 1 else None
    match = _ARN.match(part.text) if isinstance(part, Literal) else None
    return (Literal(match.group(1)),) if match else text


FRAMEWORK = Framework(
    "aws_sdk_js",
    languages=SCRIPTS,
    calls=(
        CallRule(
            ("sendMessage", "sendMessageBatch", "SendMessageCommand", "SendMessageBatchCommand"),
            _queue_sent,
            imports=_PACKAGES,
        ),
        CallRule(("receiveMessage", "ReceiveMessageCommand"), _queue_received, imports=_PACKAGES),
        CallRule(("create",), _queue_received, types=("Consumer",), imports=("sqs-consumer",)),
        CallRule(("publish", "PublishCommand", "PublishBatchCommand"), _topic_sent, imports=_PACKAGES),
        CallRule(("putEvents", "PutEventsCommand"), _events_put, imports=_PACKAGES),
        CallRule(("putRecord", "putRecords", "PutRecordCommand", "PutRecordsCommand"), _record_put, imports=_PACKAGES),
        CallRule(tuple(_STORES), _store, imports=_PACKAGES),
        CallRule(_TABLE_COMMANDS, _table, imports=_PACKAGES),
        CallRule(
            _TABLE_METHODS,
            _table,
            types=("DocumentClient", "DynamoDB", "DynamoDBDocument", "DynamoDBDocument.from"),
            imports=_PACKAGES,
        ),
    ),
)
