"""Bunny and Sneakers: what goes to exchanges and queues of RabbitMQ and comes from them, declarations, bindings, the broker's address.

http://rubybunny.info/articles/guides.html https://github.com/jondot/sneakers
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.script_arguments import entry_of, object_entries, origin, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("Bunny", "bunny", "Sneakers", "sneakers", "MarchHare", "march_hare")
_EXCHANGES = ("topic", "fanout", "direct", "headers", "exchange", "Exchange")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    first = call.argument(position=0)
    options = object_entries(first, file) if first is not None else {}
    host = call.argument("host", "hostname", "hosts") or entry_of(first, file, "host", "hostname")
    if host is not None:
        port = call.argument("port") or entry_of(first, file, "port")
        found = list(host_and_port(texts(host, call, file), texts(port, call, file)))
    else:
        found = texts(first, call, file) if not options else []
    yield from connections(found, file, call.line, product="rabbitmq", capability="messaging", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`exchange.publish(message, routing_key: "order.created")`; the default exchange's key is a queue."""
    made = origin(call, file)
    keys = _names(call.argument("routing_key", "key", "to_queue"), call, file)
    if made is None and call.argument("to_queue") is None and not _is_exchange(call, file):
        return
    if made is not None and made.name in _EXCHANGES:
        for exchange in texts(made.argument(position=1 if made.name == "Exchange" else 0), made, file) or [()]:
            for key in keys or [()]:
                yield from published("rabbitmq", [exchange], call, file, client="bunny", routing_key=key)
    elif made is not None and made.name == "queue":
        yield from published("rabbitmq", texts(made.argument(position=0), made, file), call, file, client="bunny")
    elif keys and (made is None or made.name in ("default_exchange", "create_channel")):
        yield from published("rabbitmq", keys, call, file, client="bunny")


def _is_exchange(call: CallSyntax, file: SourceFile) -> bool:
    return file.text(call.receiver).endswith("default_exchange")


def _names(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """A routing key, or the name of the queue that it is taken from: `queue.name`."""
    if node is not None and node.type == "call" and file.text(node).endswith(".name"):
        made = file.origin(node.child_by_field_name("receiver"))
        if made is not None and made.name == "queue":
            return texts(made.argument(position=0), made, file)
    return texts(node, call, file)


def _received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`queue.subscribe do |info, properties, body|`."""
    made = origin(call, file)
    while made is not None and made.name == "bind":
        made = origin(made, file)
    if made is None or made.name != "queue":
        return
    queues = [text for text in texts(made.argument(position=0), made, file) if text]
    queues = queues or _bound_exchanges(call, file)
    yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="bunny")


def _bound_exchanges(call: CallSyntax, file: SourceFile) -> list[Text]:
    """A queue that the broker names is known by the exchanges that it is bound to."""
    found: list[Text] = []
    for bind in file.calls:
        if bind.name == "bind" and bind.function is call.function and bind.arguments:
            made = file.origin(bind.arguments[0].node)
            found += (
                texts(made.argument(position=0), made, file) if made is not None and made.name in _EXCHANGES else []
            )
    return found


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = "queue" if call.name == "queue" else "exchange"
    for name in texts(call.argument(position=0), call, file) if call.receiver is not None else []:
        if name:
            yield TopicDecl("rabbitmq", name, kind, file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    made = origin(call, file)
    exchange = call.argument(position=0)
    target = file.origin(exchange)
    exchanges = (
        texts(target.argument(position=0), target, file) if target is not None and target.name in _EXCHANGES else []
    )
    keys = texts(call.argument("routing_key"), call, file) or [()]
    for queue in texts(made.argument(position=0), made, file) if made is not None and made.name == "queue" else []:
        for bound in exchanges or texts(exchange, call, file):
            for key in keys if queue else []:
                yield TopicDecl("rabbitmq", queue, "binding", file.span(call.line), bound_to=bound, routing_key=key)


def _worker(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Sneakers: `from_queue "mails", exchange: "orders", routing_key: "order.*"`."""
    if call.owner is None or call.receiver is not None:
        return
    work = next((f for f in file.functions if f.owner is call.owner and f.name.startswith("work")), None)
    for queue in texts(call.argument(position=0), call, file):
        yield from subscribed("rabbitmq", [queue], call.line, work, file, client="sneakers")
        keys = texts(call.argument("routing_key"), call, file) or [()]
        for exchange in texts(call.argument("exchange"), call, file):
            for key in keys:
                yield TopicDecl("rabbitmq", queue, "binding", file.span(call.line), bound_to=exchange, routing_key=key)


FRAMEWORK = Framework(
    "bunny",
    languages=("ruby",),
    calls=(
        CallRule(("Bunny",), _connected, types=("Bunny",)),
        CallRule(("publish",), _sent, imports=_PACKAGES),
        CallRule(("subscribe", "subscribe_with", "pop"), _received, imports=_PACKAGES),
        CallRule(("queue", "topic", "fanout", "direct"), _declared, imports=_PACKAGES),
        CallRule(("bind",), _bound, imports=_PACKAGES),
        CallRule(("from_queue",), _worker, imports=_PACKAGES),
    ),
)
