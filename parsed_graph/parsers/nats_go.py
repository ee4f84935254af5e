"""NATS in Go: Publish and Request are TopicPublishes, the Subscribe family TopicSubscribes, streams are TopicDecls."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, Reference, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.go_calls import is_of, list_texts, struct_field
from parsed_graph.rules.go_events import event_in
from parsed_graph.rules.script_arguments import first_text, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("github.com/nats-io/",)
_CLIENT = "nats-go"
_PUBLISHING = ("Publish", "PublishAsync", "PublishRequest", "Request", "RequestWithContext")
_SUBSCRIBING = (
    "Subscribe",
    "SubscribeSync",
    "ChanSubscribe",
    "PullSubscribe",
    "QueueSubscribe",
    "QueueSubscribeSync",
    "ChanQueueSubscribe",
)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`nc.Publish("orders.created", data)`; contexts come first in some, the subject is the first string."""
    if len(call.arguments) < 2:
        return
    position = 1 if call.arguments[0].node.type == "identifier" and file.text(call.arguments[0].node) == "ctx" else 0
    event = event_in(call.arguments[-1].node, file) if call.name.startswith("Publish") else event_in(None, file)
    subjects = texts(call.argument(position=position), call, file)
    yield from published("nats", subjects, call, file, client=_CLIENT, event=event)


def _sent_message(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`nc.PublishMsg(&nats.Msg{Subject: "orders", Data: data})`."""
    node = next((a.node for a in call.arguments if struct_field(a.node, file, "Subject") is not None), None)
    event = event_in(struct_field(node, file, "Data"), file)
    yield from published(
        "nats", texts(struct_field(node, file, "Subject"), call, file), call, file, client=_CLIENT, event=event
    )


def _received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) < 1 + ("Queue" in call.name):
        return
    subjects = [
        s
        for s in texts(call.arguments[0].node, call, file)
        if any(isinstance(p, Literal | Reference) or hasattr(p, "key") for p in s)
    ]
    group: Text = ()
    if "Queue" in call.name or call.name == "PullSubscribe":
        group = first_text(call.argument(position=1), call, file)
    yield from subscribed("nats", subjects, call.line, call.function, file, client=_CLIENT, group=group)


def _stream(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`StreamConfig{Name: "ORDERS", Subjects: []string{"orders.*"}}`."""
    if call.is_new:
        for subject in list_texts([a.node for a in call.arguments if a.name == "Subjects"], call, file):
            yield TopicDecl("nats", subject, "topic", file.span(call.line))


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if is_of(call, file, ("github.com.nats-io.nats",)) and call.arguments:
        addresses = [text for text in texts(call.arguments[0].node, call, file) if not _is_default(text)]
        yield from connections(addresses, file, call.line, product="nats", capability="messaging", function=call.caller)


def _is_default(text: Text) -> bool:
    return len(text) == 1 and isinstance(text[0], Reference) and text[0].name.endswith(".DefaultURL")


FRAMEWORK = Framework(
    "nats_go",
    ("go",),
    calls=(
        CallRule(
            _PUBLISHING,
            _sent,
            types=("Conn", "EncodedConn", "JetStreamContext", "JetStream", "New", ""),
            imports=_IMPORTS,
        ),
        CallRule(("PublishMsg", "RequestMsg", "PublishMsgAsync"), _sent_message, imports=_IMPORTS),
        CallRule(_SUBSCRIBING, _received, imports=_IMPORTS),
        CallRule(("StreamConfig",), _stream, imports=_IMPORTS),
        CallRule(("Connect",), _connected, imports=_IMPORTS),
    ),
)
