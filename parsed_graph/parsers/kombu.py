"""kombu: producers publish to exchanges, queues are consumed and bound to exchanges; the broker's address."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import members, origin, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("kombu",)


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    addresses = texts(call.argument("hostname", position=0), call, file)
    yield from connections(addresses, file, call.line, function=call.caller, capability="messaging")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    made = origin(call, file)
    target = call.argument("exchange") or (made.argument("exchange", position=1) if made is not None else None)
    event = event_in(call.argument("body", position=0), file)
    keys = texts(call.argument("routing_key"), call, file) or (
        texts(made.argument("routing_key"), made, file) if made is not None else []
    )
    exchanges = [name for name in _names(target, call, file, "Exchange") if name]
    if not exchanges and keys:
        yield from published("rabbitmq", keys, call, file, client="kombu", event=event)
    for exchange in exchanges:
        for key in keys or [()]:
            yield from published("rabbitmq", [exchange], call, file, client="kombu", event=event, routing_key=key)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    position = None if call.receiver is None else 0
    for member in members(call.argument("queues", position=position if position is not None else 1), file):
        queues = [name for name in _names(member, call, file, "Queue") if name]
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="kombu")


def _queue(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    names = texts(call.argument("name", position=0), call, file)
    target = call.argument("exchange", position=1)
    keys = texts(call.argument("routing_key", position=2), call, file) or [()]
    for name in names:
        yield TopicDecl("rabbitmq", name, "queue", file.span(call.line))
        for exchange in _names(target, call, file, "Exchange"):
            for key in keys if exchange else ():
                yield TopicDecl("rabbitmq", name, "binding", file.span(call.line), bound_to=exchange, routing_key=key)


def _exchange(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for name in texts(call.argument("name", position=0), call, file):
        if name:
            yield TopicDecl("rabbitmq", name, "exchange", file.span(call.line))


def _names(node: Node | None, call: CallSyntax, file: SourceFile, maker: str) -> list[Text]:
    made = file.origin(node)
    if made is not None and made.name == maker:
        return texts(made.argument("name", position=0), made, file)
    return texts(node, call, file)


FRAMEWORK = Framework(
    "kombu",
    languages=("python",),
    calls=(
        CallRule(("Connection", "BrokerConnection"), _connected, imports=_PACKAGES),
        CallRule(("publish",), _sent, imports=_PACKAGES),
        CallRule(("Consumer",), _consumed, imports=_PACKAGES),
        CallRule(("Queue",), _queue, imports=_PACKAGES),
        CallRule(("Exchange",), _exchange, imports=_PACKAGES),
    ),
)
