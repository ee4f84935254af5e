"""Dapr's Go SDK: InvokeMethod is an HttpCall to the application by its id, PublishEvent and topic handlers are topics.

https://docs.dapr.io/developing-applications/sdks/go/
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Host, HttpCall, Literal, RouteDecl, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.go_calls import struct_field
from parsed_graph.rules.go_events import event_in
from parsed_graph.rules.go_routers import method_named
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("github.com/dapr/go-sdk",)
_INVOKING = ("InvokeMethod", "InvokeMethodWithContent", "InvokeMethodWithCustomContent")


def _invoked(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`client.InvokeMethod(ctx, "orders", "list", "get")`."""
    if len(call.arguments) < 4:
        return
    method = method_named(call.arguments[3].node, file)
    for app in texts(call.arguments[1].node, call, file):
        for name in texts(call.arguments[2].node, call, file):
            url = joined_path(_host(app), name)
            yield HttpCall(method, url, file.span(call.line), "dapr", call.caller)


def _host(app: Text) -> Text:
    part = app[0] if len(app) == 1 else None
    return (Host(part.text),) if isinstance(part, Literal) else app


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`client.PublishEvent(ctx, "pubsub", "orders", data)`."""
    if len(call.arguments) >= 4:
        event = event_in(call.arguments[3].node, file)
        yield from published("", texts(call.arguments[2].node, call, file), call, file, client="dapr", event=event)


def _handled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`service.AddTopicEventHandler(&common.Subscription{PubsubName: "pubsub", Topic: "orders"}, handler)`."""
    node = struct_field(call.argument(position=0), file, "Topic")
    yield from subscribed("", texts(node, call, file), call.line, call.function, file, client="dapr")


def _served(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`service.AddServiceInvocationHandler("/list", handler)` is a path that other applications invoke."""
    name = literal_text(call.argument(position=0), file)
    if name:
        yield RouteDecl("ANY", (Literal(f"/{name.lstrip('/')}"),), file.span(call.line), "dapr", call.caller)


FRAMEWORK = Framework(
    "dapr_go",
    ("go",),
    calls=(
        CallRule(_INVOKING, _invoked, imports=_IMPORTS),
        CallRule(("PublishEvent", "PublishEventfromCustomContent"), _published, imports=_IMPORTS),
        CallRule(("AddTopicEventHandler",), _handled, imports=_IMPORTS),
        CallRule(("AddServiceInvocationHandler",), _served, imports=_IMPORTS),
    ),
)
