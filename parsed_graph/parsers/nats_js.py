"""NATS (Node.js): publishing to and subscribing on subjects, with JetStream, and the server's address."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import entry_of, first_text, list_texts, object_entries, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("nats", "@nats-io", "node-nats-streaming")
_CLIENTS = (
    "nats.connect", "NatsConnection", "JetStreamClient", "nats.connect.jetstream", "NatsConnection.jetstream", "nats",
    "node-nats-streaming.connect", "Stan",
)  # fmt: skip


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    options = next((a.node for a in call.arguments if object_entries(a.node, file)), None)
    servers = list_texts(entry_of(options, file, "servers", "url"), call, file)
    yield from connections(servers, file, call.line, product="nats", capability="messaging", function=call.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    event = event_in(call.argument(position=1), file)
    subjects = texts(call.argument(position=0), call, file)
    yield from published("nats", subjects, call, file, client="nats", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    options = call.argument(position=1)
    group = first_text(entry_of(options, file, "queue", "durable_name"), call, file)
    if not group and options is not None and options.type in ("string", "template_string", "identifier"):
        group = first_text(options, call, file)
    subjects = texts(call.argument(position=0), call, file)
    yield from subscribed("nats", subjects, call.line, call.function, file, client="nats", group=group)


FRAMEWORK = Framework(
    "nats_js",
    languages=SCRIPTS,
    calls=(
        CallRule(("connect",), _connected, types=("nats", "node-nats-streaming", ""), imports=_PACKAGES),
        CallRule(("publish", "request"), _sent, types=_CLIENTS, imports=_PACKAGES),
        CallRule(("subscribe", "pullSubscribe"), _subscribed, types=_CLIENTS, imports=_PACKAGES),
    ),
)
