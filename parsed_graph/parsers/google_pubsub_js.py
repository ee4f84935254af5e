"""Google Cloud Pub/Sub (Node.js): publishing to topics, listening to subscriptions, creating either."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_arguments import chain_of, entry_of, origin, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("@google-cloud/pubsub",)


def _named(call: CallSyntax, file: SourceFile, kind: str) -> list[Text]:
    """The name given to `.topic(…)` or `.subscription(…)` before a method is called."""
    for made in chain_of(origin(call, file), file):
        if made.name == kind:
            return texts(made.argument(position=0), made, file)
    return []


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    first = call.argument(position=0)
    event = event_in(entry_of(first, file, "json", "data") or first, file)
    topics = _named(call, file, "topic")
    if topics:
        yield from published("pubsub", topics, call, file, client="google-pubsub", event=event)


def _listened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if file.text(call.argument(position=0)).strip("\"'`") != "message":
        return
    for name in _named(call, file, "subscription"):
        yield from subscribed("pubsub", [name], call.line, call.function, file, client="google-pubsub", group=name)


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    names = texts(call.argument(position=0), call, file)
    if call.name == "createTopic":
        for name in names:
            yield TopicDecl("pubsub", name, "topic", file.span(call.line))
        return
    topics = _named(call, file, "topic")
    if not topics:
        topics, names = names, texts(call.argument(position=1), call, file)
    for name in names:
        for topic in topics:
            yield TopicDecl("pubsub", name, "subscription", file.span(call.line), bound_to=topic)


FRAMEWORK = Framework(
    "google_pubsub_js",
    languages=SCRIPTS,
    calls=(
        CallRule(("publish", "publishMessage", "publishJSON"), _sent, imports=_PACKAGES),
        CallRule(("on",), _listened, imports=_PACKAGES),
        CallRule(("createTopic", "createSubscription"), _created, imports=_PACKAGES),
    ),
)
