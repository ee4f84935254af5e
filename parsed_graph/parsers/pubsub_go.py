"""Google Cloud Pub/Sub in Go: Publish on a Topic or Publisher, Receive on a Subscription, and what the code creates."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text, TopicDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.go_calls import struct_field
from parsed_graph.rules.go_events import event_in
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.topic_facts import published, subscribed
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("cloud.google.com/go/pubsub",)
_CLIENT = "pubsub-go"
_TOPICS = frozenset({"Topic", "TopicInProject", "Publisher", "CreateTopic", "CreateTopicWithConfig"})
_SUBSCRIPTIONS = frozenset({"Subscription", "SubscriptionInProject", "Subscriber", "CreateSubscription"})


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    made = file.origin(call.receiver)
    if made is not None and made.name in _TOPICS and len(call.arguments) == 2:
        event = event_in(struct_field(call.arguments[1].node, file, "Data"), file)
        yield from published("pubsub", _named(made, file), call, file, client=_CLIENT, event=event)


def _received(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    made = file.origin(call.receiver)
    if made is not None and made.name in _SUBSCRIPTIONS and len(call.arguments) == 2:
        names = _named(made, file)
        for name in names:
            yield from subscribed("pubsub", [name], call.line, call.function, file, client=_CLIENT, group=name)


def _named(made: CallSyntax, file: SourceFile) -> list[Text]:
    position = 1 if made.name.startswith("Create") else 0
    return texts(made.argument(position=position), made, file)


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = "topic" if call.name.startswith("CreateTopic") else "subscription"
    if call.receiver_type not in ("Client", "") or len(call.arguments) < 2:
        return
    topic = file.origin(struct_field(call.arguments[-1].node, file, "Topic"))
    sources = _named(topic, file) if topic is not None and topic.name in _TOPICS else [()]
    for name in texts(call.arguments[1].node, call, file):
        for source in sources:
            yield TopicDecl("pubsub", name, kind, file.span(call.line), bound_to=source)


FRAMEWORK = Framework(
    "pubsub_go",
    ("go",),
    calls=(
        CallRule(("Publish",), _sent, imports=_IMPORTS),
        CallRule(("Receive",), _received, imports=_IMPORTS),
        CallRule(("CreateTopic", "CreateTopicWithConfig", "CreateSubscription"), _created, imports=_IMPORTS),
    ),
)
