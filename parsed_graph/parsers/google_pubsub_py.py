"""Google Cloud Pub/Sub (Python): publishing to topics, subscribing by subscription, and creating either."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.script_arguments import option, texts
from parsed_graph.rules.script_events import event_in
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("google.cloud",)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    topics = _names(call.argument("topic", position=0), call, file)
    event = event_in(call.argument("data", position=1), file)
    yield from published("pubsub", topics, call, file, client="google-pubsub", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for name in _names(option(call, file, "subscription") or call.argument(position=0), call, file):
        yield from subscribed("pubsub", [name], call.line, call.function, file, client="google-pubsub", group=name)


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = call.name.removeprefix("create_")
    topics = _names(option(call, file, "topic") or call.argument(position=1), call, file)
    for name in _names(option(call, file, "name") or call.argument(position=0), call, file):
        for topic in topics or [()] if kind == "subscription" else [()]:
            yield TopicDecl("pubsub", name, kind, file.span(call.line), bound_to=topic)


def _names(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """A topic's or subscription's own name: `topic_path(project, "orders")` is `orders`."""
    made = file.origin(node)
    if made is not None and made.name in ("topic_path", "subscription_path"):
        return texts(made.argument("topic", "subscription", position=1), made, file)
    return texts(node, call, file)


_PUBLISHERS = ("PublisherClient", "pubsub_v1")
_SUBSCRIBERS = ("SubscriberClient", "SubscriberAsyncClient")
FRAMEWORK = Framework(
    "google_pubsub_py",
    languages=("python",),
    calls=(
        CallRule(("publish",), _sent, types=_PUBLISHERS, imports=_PACKAGES),
        CallRule(("subscribe", "pull"), _subscribed, types=_SUBSCRIBERS, imports=_PACKAGES),
        CallRule(
            ("create_topic", "create_subscription"), _created, types=(*_PUBLISHERS, *_SUBSCRIBERS), imports=_PACKAGES
        ),
    ),
)
