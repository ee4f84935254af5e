"""Google Cloud Pub/Sub on the JVM: PubSubTemplate, channel adapters and Google's own Publisher and Subscriber are TopicPublish and TopicSubscribe.

Code that receives names a subscription, not a topic: both `topic` and `group` are then the subscription's name, and
a TopicDecl of the subscription, here or in infrastructure code, says what it is bound to.
https://googlecloudplatform.github.io/spring-cloud-gcp/reference/html/index.html#cloud-pubsub
"""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, Text, TopicDecl, TopicSubscribe
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.message_type import NO_EVENT, Event, event_of, event_of_type
from parsed_graph.rules.string_values import argument_values
from parsed_graph.rules.topic_facts import published
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_SPRING = ("com.google.cloud.spring.pubsub", "org.springframework.cloud.gcp.pubsub", "com.google.cloud.spring")
_GOOGLE = ("com.google.cloud.pubsub", "com.google.pubsub")
_TEMPLATES = ("PubSubTemplate", "PubSubOperations", "PubSubPublisherTemplate", "PubSubPublisherOperations")
_SUBSCRIBERS = (*_TEMPLATES[:2], "PubSubSubscriberTemplate", "PubSubSubscriberOperations", "PubSubReactiveFactory")
_NAMES = ("TopicName", "ProjectTopicName", "SubscriptionName", "ProjectSubscriptionName")
_PULLS = (
    "subscribe",
    "subscribeAndConvert",
    "pull",
    "pullAndAck",
    "pullAndConvert",
    "pullNext",
    "pullAsync",
    "pullAndAckAsync",
    "pullAndConvertAsync",
    "poll",
)


def _published(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`template.publish("orders", event)`."""
    if len(call.arguments) >= 2:
        topics = argument_values(call.arguments[0].node, call, file)
        event = event_of(call.arguments[1].node, call, file)
        yield from published("pubsub", map(_plain, topics), call, file, client="spring-pubsub", event=event)


def _subscribed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`template.subscribe("orders-billing", handler)`; `subscribeAndConvert` and `pullAndConvert` name the message's class."""
    if call.arguments:
        event = NO_EVENT
        for argument in call.arguments[1:]:
            text = file.text(argument.node)
            if text.endswith((".class", "::class.java")):
                event = event_of_type(text.removesuffix(".class").removesuffix("::class.java"), file)
        subscriptions = argument_values(call.arguments[0].node, call, file)
        yield from _subscriptions(subscriptions, call, file, "spring-pubsub", event)


def _adapted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`new PubSubInboundChannelAdapter(template, "orders-billing")`, `new PubSubMessageHandler(template, "orders")`."""
    if len(call.arguments) < 2:
        return
    names = argument_values(call.arguments[1].node, call, file)
    if call.name == "PubSubMessageHandler":
        yield from published("pubsub", map(_plain, names), call, file, client="spring-pubsub")
    else:
        yield from _subscriptions(names, call, file, "spring-pubsub")


def _built(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Publisher.newBuilder(TopicName.of(project, "orders"))`, `Subscriber.newBuilder(subscriptionName, receiver)`."""
    if not call.arguments:
        return
    names = _resource_names(call.arguments[0].node, call, file)
    if call.receiver_type == "Publisher":
        yield from published("pubsub", names, call, file, client="google-pubsub")
    else:
        yield from _subscriptions(names, call, file, "google-pubsub")


def _created(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`admin.createTopic("orders")`, `admin.createSubscription("orders-billing", "orders", 30)`."""
    if not call.arguments:
        return
    span = file.span(call.line)
    names = _resource_names(call.arguments[0].node, call, file)
    if call.name == "createTopic":
        yield from (TopicDecl("pubsub", name, "topic", span) for name in names)
    elif len(call.arguments) >= 2:
        deadline = next((text for a in call.arguments[2:] if (text := file.text(a.node)).isdigit() and text != "0"), "")
        for topic in _resource_names(call.arguments[1].node, call, file):
            for name in names:
                yield TopicDecl("pubsub", name, "subscription", span, bound_to=topic, ack_deadline=deadline)


def _subscriptions(
    names: list[Text], call: CallSyntax, file: SourceFile, client: str, event: Event = NO_EVENT
) -> Iterator[Fact]:
    for name in map(_plain, names):
        span = file.span(call.line)
        yield TopicSubscribe("pubsub", name, span, client, call.caller, event.name, event.version, name)


def _resource_names(node: Node, call: CallSyntax, file: SourceFile) -> list[Text]:
    """The last argument of `TopicName.of(project, name)`, also through a variable; else the text itself."""
    index = call_index(file)
    made = index.at(node)
    candidates = [made] if made else index.assigned(file.text(node).removeprefix("this."), call.function, call.owner)
    for candidate in candidates:
        link = next((link for link in index.receivers(candidate) if link.receiver_type in _NAMES), None)
        if link is not None and link.arguments:
            return [_plain(text) for text in argument_values(link.arguments[-1].node, link, file)]
    return [_plain(text) for text in argument_values(node, call, file)]


def _plain(name: Text) -> Text:
    """`projects/shop/topics/orders` -> `orders`."""
    last = name[-1] if name else None
    if isinstance(last, Literal) and ("/topics/" in last.text or "/subscriptions/" in last.text):
        return (Literal(last.text.rpartition("/")[2]),)
    first = name[0] if name else None
    if isinstance(first, Literal) and first.text.startswith("projects/") and len(name) > 1:
        kept = [part for part in name if not (isinstance(part, Literal) and part.text.startswith("projects/"))]
        return (kept[-1],)
    return name


FRAMEWORK = Framework(
    "spring_pubsub",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("publish",), _published, types=_TEMPLATES, imports=_SPRING),
        CallRule(_PULLS, _subscribed, types=_SUBSCRIBERS, imports=_SPRING),
        CallRule(
            ("PubSubInboundChannelAdapter", "PubSubMessageSource", "PubSubMessageHandler"), _adapted, imports=_SPRING
        ),
        CallRule(("newBuilder",), _built, types=("Publisher", "Subscriber"), imports=_GOOGLE),
        CallRule(
            ("createTopic", "createSubscription"),
            _created,
            types=("PubSubAdmin", "TopicAdminClient", "SubscriptionAdminClient"),
            imports=(*_SPRING, *_GOOGLE),
        ),
    ),
)
