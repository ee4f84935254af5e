"""amqplib: channels publish to exchanges and queues and consume queues; declarations, bindings and the broker's address."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import entry_of, list_texts, object_entries, texts, unwrapped
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.alternatives import Alternatives, joined, literal
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("amqplib", "amqp-connection-manager", "amqp-ts", "@types/amqplib")
_MAX_NAME = 80
_CHANNEL = re.compile(r"(?i)(^|[._])(ch|chan|channel\w*|\w*channel)$")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    target = call.argument(position=0)
    addresses: list[Text] = (
        list(_address(target, call, file)) if object_entries(target, file) else list_texts(target, call, file)
    )
    yield from connections(addresses, file, call.line, product="rabbitmq", capability="messaging", function=call.caller)


def _address(options: Node | None, call: CallSyntax, file: SourceFile) -> Alternatives:
    hosts = tuple(texts(entry_of(options, file, "hostname", "host"), call, file))
    return joined([literal("amqp://"), hosts]) if hosts else ()


def _is_channel(call: CallSyntax, file: SourceFile) -> bool:
    """Whether a method is called on a channel: by its type, its name, or as the file uses the library."""
    if call.receiver is None:
        return False
    return file.imports_any(_PACKAGES) or _is_named_channel(call, file)


def _queued(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if _is_channel(call, file) and len(call.arguments) >= 2:
        event = event_in(call.argument(position=1), file)
        queues = _queues(call.argument(position=0), call, file)
        yield from published("rabbitmq", queues, call, file, client="amqplib", event=event)


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not _is_channel(call, file) or len(call.arguments) < 3 or not _is_amqp(call, file):
        return
    event = event_in(call.argument(position=2), file)
    keys = texts(call.argument(position=1), call, file)
    for exchange in texts(call.argument(position=0), call, file):
        if not exchange:
            yield from published("rabbitmq", keys, call, file, client="amqplib", event=event)
        for key in keys or [()] if exchange else []:
            yield from published("rabbitmq", [exchange], call, file, client="amqplib", event=event, routing_key=key)


def _is_named_channel(call: CallSyntax, file: SourceFile) -> bool:
    return bool(_CHANNEL.search(file.text(call.receiver)[-_MAX_NAME:]))


def _is_amqp(call: CallSyntax, file: SourceFile) -> bool:
    """`publish` and `consume` are methods of many libraries: the receiver must be a channel by name or type."""
    return _is_named_channel(call, file) or "hannel" in call.receiver_type


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if _is_channel(call, file) and _is_amqp(call, file) and len(call.arguments) >= 2:
        queues = _queues(call.argument(position=0), call, file)
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="amqplib")


def _queues(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The queue's name; `q.queue` is what `assertQueue` gave, an unnamed queue is known by the exchange it is bound to."""
    asserted = _asserted(node, file)
    names = texts(asserted.argument(position=0), asserted, file) if asserted is not None else texts(node, call, file)
    named = [name for name in names if name]
    if any(not _is_open(name) for name in named):
        return named
    return _bound_exchanges(file.text(node), file) or named


def _asserted(node: Node | None, file: SourceFile) -> CallSyntax | None:
    value = unwrapped(node, file)
    if value is not None and value.type == "member_expression":
        made = file.origin(value.child_by_field_name("object"))
        return made if made is not None and made.name == "assertQueue" else None
    return None


def _is_open(text: Text) -> bool:
    return all(getattr(part, "name", None) == "" for part in text)


def _bound_exchanges(queue: str, file: SourceFile) -> list[Text]:
    return [
        text
        for bind in call_index(file).named("bindQueue")
        if len(bind.arguments) > 1 and file.text(bind.arguments[0].node) == queue
        for text in texts(bind.arguments[1].node, bind, file)
    ]


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = call.name.removeprefix("assert").removeprefix("check").lower()
    for name in texts(call.argument(position=0), call, file) if _is_channel(call, file) else ():
        if name and not _is_open(name):
            yield TopicDecl("rabbitmq", name, kind, file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not _is_channel(call, file) or len(call.arguments) < 2:
        return
    keys = texts(call.argument(position=2), call, file) or [()]
    for queue in texts(call.argument(position=0), call, file):
        for exchange in texts(call.argument(position=1), call, file) if queue and not _is_open(queue) else ():
            for key in keys:
                yield TopicDecl("rabbitmq", queue, "binding", file.span(call.line), bound_to=exchange, routing_key=key)


FRAMEWORK = Framework(
    "amqplib",
    languages=SCRIPTS,
    calls=(
        CallRule(
            ("connect",),
            _connected,
            types=("amqplib", "amqplib/callback_api", "amqp-connection-manager", "amqplib.default", ""),
            imports=_PACKAGES,
        ),
        CallRule(("sendToQueue",), _queued),
        CallRule(("publish",), _published),
        CallRule(("consume", "get"), _consumed, imports=_PACKAGES),
        CallRule(("assertQueue", "assertExchange"), _declared),
        CallRule(("bindQueue",), _bound),
    ),
)
