"""Dapr for .NET: InvokeMethod is an HttpCall to the application by its id, PublishEvent a TopicPublish, [Topic] a TopicSubscribe.

https://docs.dapr.io/developing-applications/sdks/dotnet/
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Host, HttpCall, Literal, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.csharp_calls import event_in, event_named
from parsed_graph.rules.http_paths import HTTP_METHODS, joined_path
from parsed_graph.rules.script_arguments import annotation_texts, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_INVOKING = ("InvokeMethodAsync", "CreateInvokeMethodRequest", "InvokeMethodWithResponseAsync", "InvokeMethodGrpcAsync")


def _invoked(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`client.InvokeMethodAsync<T>(HttpMethod.Get, "orders", "list")`; without a method it posts."""
    if len(call.arguments) < 2:
        return
    word = file.text(call.arguments[0].node).rpartition("HttpMethod.")[2].upper()
    has_method = word in HTTP_METHODS
    first = int(has_method)
    if len(call.arguments) < first + 2:
        return
    for app in texts(call.arguments[first].node, call, file):
        part = app[0] if len(app) == 1 else None
        host: Text = (Host(part.text),) if isinstance(part, Literal) else app
        for name in texts(call.arguments[first + 1].node, call, file):
            url = joined_path(host, name)
            yield HttpCall(word if has_method else "POST", url, file.span(call.line), "dapr", call.caller)


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`client.PublishEventAsync("pubsub", "orders", data)`."""
    if len(call.arguments) >= 2 and call.receiver_type in ("DaprClient", ""):
        event = event_in(call.arguments[2].node, file) if len(call.arguments) > 2 else event_named("")
        topics = texts(call.argument("topicName", position=1), call, file)
        yield from published("", topics, call, file, client="dapr", event=event)


def _topic(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`[Topic("pubsub", "orders")]` on an action."""
    function = annotation.on_function
    if function is None or len(annotation.arguments) < 2:
        return
    topics = annotation_texts(annotation.argument("name", position=1), annotation, file)
    event = next((e for e in map(event_named, function.parameters.values()) if e.name), event_named(""))
    yield from subscribed("", topics, annotation.line, function, file, client="dapr", event=event)


def _with_topic(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.MapPost("/orders", …).WithTopic("pubsub", "orders")`."""
    if len(call.arguments) >= 2 and any(link.name.startswith("Map") for link in call_index(file).receivers(call)):
        topics = texts(call.arguments[1].node, call, file)
        yield from subscribed("", topics, call.line, call.function, file, client="dapr")


FRAMEWORK = Framework(
    "dapr_net",
    ("csharp",),
    calls=(
        CallRule(_INVOKING, _invoked),
        CallRule(("PublishEventAsync", "PublishEvent"), _published),
        CallRule(("WithTopic",), _with_topic),
    ),
    annotations=(AnnotationRule(("Topic",), _topic, imports=("Dapr",)),),
)
