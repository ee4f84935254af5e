"""nats-py: publishing to and subscribing on subjects, with JetStream, and the server's address."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import first_text, list_texts, option, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("nats",)
_CLIENTS = (
    "nats.connect",
    "NATS",
    "Client",
    "JetStreamContext",
    "nats.connect.jetstream",
    "NATS.jetstream",
    "Client.jetstream",
)


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    servers = list_texts(option(call, file, "servers") or call.argument(position=0), call, file)
    yield from connections(servers, file, call.line, function=call.caller, product="nats", capability="messaging")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    event = event_in(call.argument("payload", position=1), file)
    subjects = texts(call.argument("subject", position=0), call, file)
    yield from published("nats", subjects, call, file, client="nats", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    group = first_text(call.argument("queue", "durable", position=1), call, file)
    subjects = texts(call.argument("subject", position=0), call, file)
    yield from subscribed("nats", subjects, call.line, call.function, file, client="nats", group=group)


FRAMEWORK = Framework(
    "nats_py",
    languages=("python",),
    calls=(
        CallRule(("connect",), _connected, types=("nats", "NATS", "Client"), imports=_PACKAGES),
        CallRule(("publish", "request"), _sent, types=_CLIENTS, imports=_PACKAGES),
        CallRule(("subscribe", "pull_subscribe"), _subscribed, types=_CLIENTS, imports=_PACKAGES),
    ),
)
