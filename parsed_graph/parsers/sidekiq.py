"""Sidekiq, Shoryuken and Active Job: workers of a named queue subscribe to it; a push to another program's queue publishes.

Redis is the broker of Sidekiq (topics `sidekiq:<queue>`), SQS that of Shoryuken. https://github.com/sidekiq/sidekiq/wiki
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import connections
from parsed_graph.rules.script_arguments import entry_of, list_texts, texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.source_file import CallSyntax, FunctionSyntax, SourceFile


def _options(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sidekiq_options queue: "mails"`, `queue_as :mails`, `shoryuken_options queue: "mails"`."""
    if call.owner is None:
        return
    perform = _perform(call, file)
    if call.name == "shoryuken_options":
        queues = list_texts(call.argument("queue"), call, file)
        yield from subscribed("sqs", queues, call.line, perform, file, client="shoryuken")
        return
    queues = texts(call.argument("queue"), call, file)
    named = [queue for queue in queues if queue and queue != literal("default")[0]]
    if named:
        topics = joined([literal("sidekiq:"), tuple(named)])
        yield from subscribed("redis", topics, call.line, perform, file, client="sidekiq")


def _perform(call: CallSyntax, file: SourceFile) -> FunctionSyntax | None:
    return next((f for f in file.functions if f.owner is call.owner and f.name == "perform"), None)


def _pushed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Sidekiq::Client.push("class" => "MailWorker", "queue" => "mails")`."""
    if not file.text(call.receiver).endswith("Sidekiq::Client"):
        return
    queue = call.argument("queue") or entry_of(call.argument(position=0), file, "queue")
    queues = texts(queue, call, file)
    if queues:
        yield from published("redis", joined([literal("sidekiq:"), tuple(queues)]), call, file, client="sidekiq")


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Sidekiq.configure_server { |config| config.redis = { url: ENV["REDIS_URL"] } }`."""
    parent = call.node.parent
    value = parent.child_by_field_name("right") if parent is not None and parent.type == "assignment" else None
    if value is None or call.receiver is None:
        return
    addresses = texts(entry_of(value, file, "url", "host"), call, file)
    if addresses:
        yield from connections(addresses, file, call.line, product="redis", capability="cache", function=call.caller)


FRAMEWORK = Framework(
    "sidekiq",
    languages=("ruby",),
    calls=(
        CallRule(("sidekiq_options", "shoryuken_options"), _options),
        CallRule(("push", "push_bulk"), _pushed, imports=("Sidekiq",)),
        CallRule(("redis",), _configured, imports=("Sidekiq",)),
    ),
)
