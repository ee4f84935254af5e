"""aio-pika: exchanges publish, queues are consumed; declarations, bindings and the broker's address."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections, host_and_port
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("aio_pika", "aiormq")
_EXCHANGES = ("declare_exchange", "get_exchange", "Exchange")
_QUEUES = ("declare_queue", "get_queue")


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    hosts = texts(call.argument("host"), call, file)
    addresses = texts(call.argument("url", position=0), call, file) or list(
        host_and_port(hosts, texts(call.argument("port"), call, file))
    )
    yield from connections(addresses, file, call.line, function=call.caller, product="rabbitmq", capability="messaging")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    message = call.argument("message", position=0)
    made = file.origin(message)
    event = event_in(made.arguments[0].node if made and made.name == "Message" and made.arguments else message, file)
    keys = texts(call.argument("routing_key", position=1), call, file)
    exchanges = [name for name in _names(call.receiver, file, _EXCHANGES) if name]
    if not exchanges:
        yield from published("rabbitmq", keys, call, file, client="aio-pika", event=event)
    for exchange in exchanges:
        for key in keys or [()]:
            yield from published("rabbitmq", [exchange], call, file, client="aio-pika", event=event, routing_key=key)


def _consumed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    queues = [name for name in _names(call.receiver, file, _QUEUES) if name]
    if queues:
        yield from subscribed("rabbitmq", queues, call.line, call.function, file, client="aio-pika")


def _names(node: Node | None, file: SourceFile, makers: tuple[str, ...]) -> list[Text]:
    made = file.origin(node)
    return texts(made.argument("name", position=0), made, file) if made is not None and made.name in makers else []


def _declared(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for name in texts(call.argument("name", position=0), call, file):
        if name:
            yield TopicDecl("rabbitmq", name, call.name.removeprefix("declare_"), file.span(call.line))


def _bound(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    exchange = call.argument("exchange", position=0)
    sources = _names(exchange, file, _EXCHANGES) or texts(exchange, call, file)
    keys = texts(call.argument("routing_key", position=1), call, file) or [()]
    for queue in _names(call.receiver, file, _QUEUES):
        for source in sources if queue else ():
            for key in keys:
                yield TopicDecl("rabbitmq", queue, "binding", file.span(call.line), bound_to=source, routing_key=key)


FRAMEWORK = Framework(
    "aio_pika",
    languages=("python",),
    calls=(
        CallRule(("connect", "connect_robust"), _connected, types=("aio_pika", ""), imports=_PACKAGES),
        CallRule(("publish",), _sent, imports=_PACKAGES),
        CallRule(("consume", "iterator"), _consumed, imports=_PACKAGES),
        CallRule(("declare_queue", "declare_exchange"), _declared, imports=_PACKAGES),
        CallRule(("bind",), _bound, imports=_PACKAGES),
    ),
)
