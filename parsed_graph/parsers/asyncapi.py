"""AsyncAPI 2 and 3: what the application sends is TopicPublish, what it receives TopicSubscribe, each message an EventDecl."""

import re
from collections.abc import Iterator

from parsed_graph.artefacts.repository_path import join_path
from parsed_graph.facts import (
    EventDecl,
    Fact,
    Incomplete,
    Literal,
    SourceSpan,
    Text,
    TopicPublish,
    TopicSubscribe,
    Unknown,
)
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.asyncapi_document import Exchange, async_contracts, exchanges
from parsed_graph.syntax.local_reference import local_target
from parsed_graph.syntax.message_version import version_in
from parsed_graph.syntax.schema_shape import SchemaShapes
from parsed_graph.syntax.yaml_document import YamlMapping, YamlValue

_BROKERS = {
    "kafka": "kafka", "kafka-secure": "kafka", "amqp": "rabbitmq", "amqps": "rabbitmq", "amqp1": "amqp",
    "googlepubsub": "pubsub", "sns": "sns", "sqs": "sqs", "jms": "jms", "nats": "nats", "redis": "redis",
    "mqtt": "mqtt", "mqtt5": "mqtt", "secure-mqtt": "mqtt", "mqtts": "mqtt", "pulsar": "pulsar", "ibmmq": "ibmmq",
    "solace": "solace", "stomp": "stomp", "stomps": "stomp", "anypointmq": "anypointmq", "ros2": "ros2",
}  # fmt: skip
_NO_BROKERS = frozenset({"ws", "wss", "http", "https", "mercure"})


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Channels over WebSocket or HTTP are no topics and their messages no events: one Incomplete says so."""
    for root in async_contracts(artefact):
        shapes = SchemaShapes(root)
        events: dict[EventDecl, None] = {}
        direct = 0
        for exchange in exchanges(root):
            if exchange.channel.text("$ref"):
                detail = f"channel {exchange.address}: {exchange.channel.text('$ref')}"
                yield Incomplete("ref-elsewhere", detail, SourceSpan(artefact.path, exchange.line))
                continue
            if _is_direct(exchange):
                direct += 1
                continue
            found = [_event(artefact, root, name, message, exchange, shapes) for name, message in exchange.messages]
            yield from _topics(artefact, exchange, found)
            events |= dict.fromkeys(event for event in found if event.name)
        yield from events
        if direct:
            detail = f"{direct} channel operations over WebSocket or HTTP are no topics"
            yield Incomplete("no-broker", detail, SourceSpan(artefact.path, root.line_of("channels")))


def _topics(artefact: Artefact, exchange: Exchange, events: list[EventDecl]) -> Iterator[TopicPublish | TopicSubscribe]:
    if exchange.is_sent is None:
        return
    broker, span = _broker(exchange), SourceSpan(artefact.path, exchange.line)
    topic, key = _topic(exchange)
    for name, version in dict.fromkeys((event.name, event.version) for event in events) or {("", ""): None}:
        if exchange.is_sent:
            yield TopicPublish(broker, topic, span, "asyncapi", event=name, event_version=version, routing_key=key)
        else:
            group = _group(exchange)
            yield TopicSubscribe(broker, topic, span, "asyncapi", event=name, event_version=version, group=group)


def _event(
    artefact: Artefact, root: YamlMapping, name: str, message: YamlMapping, exchange: Exchange, shapes: SchemaShapes
) -> EventDecl:
    payload = message.get("payload")
    # AsyncAPI 3 wraps a schema of another format: https://www.asyncapi.com/docs/reference/specification/v3.0.0#multiFormatSchemaObject
    if isinstance(payload, YamlMapping) and "schemaFormat" in payload and "schema" in payload:
        payload = payload["schema"]
    uri = _schema_uri(artefact, root, message, payload)
    stated = message.text("x-version") or message.text("x-schema-version")
    return EventDecl(
        name,
        SourceSpan(artefact.path, message.line),
        version=stated or version_in(name, uri.rpartition("#")[0] or uri),
        schema_uri=uri,
        topic="".join(part.text for part in _topic(exchange)[0] if isinstance(part, Literal)),
        fields=_fields(root, payload, shapes),
    )


def _schema_uri(artefact: Artefact, root: YamlMapping, message: YamlMapping, payload: YamlValue) -> str:
    """The payload's `$id`, or the file that a `$ref` names, "" where the schema only stands here."""
    for value in (payload, message):
        target = local_target(root, value)
        if not isinstance(target, YamlMapping):
            continue
        identity = target.text("$id") or target.text("$ref")
        if "://" in identity or identity.startswith("urn:"):
            return identity
        file, _, pointer = identity.partition("#")
        path = join_path(artefact.directory, file) if file else None
        if path:
            return f"{path}#{pointer}" if pointer else path
    return ""


def _fields(root: YamlMapping, payload: YamlValue, shapes: SchemaShapes) -> tuple[str, ...]:
    target = local_target(root, payload)
    if isinstance(target, YamlMapping) and target.text("type") == "record":
        return tuple(field.text("name") for field in target.items_of("fields").mappings() if field.text("name"))
    return shapes.fields(payload)


def _is_direct(exchange: Exchange) -> bool:
    protocols = exchange.protocols | _bindings(exchange).keys()
    return protocols <= _NO_BROKERS if protocols else exchange.address.startswith("/")


def _bindings(exchange: Exchange) -> dict[str, YamlValue]:
    """The bindings of channel, operation and messages by protocol, the channel's first."""
    messages = [message.mapping("bindings") for _, message in exchange.messages]
    found: dict[str, YamlValue] = {}
    for bindings in (exchange.channel.mapping("bindings"), exchange.operation.mapping("bindings"), *messages):
        for protocol, value in bindings.items():
            found.setdefault(protocol, value)
    return found


def _broker(exchange: Exchange) -> str:
    """What the bindings say, else what all servers are; "" where servers differ."""
    bound = {_BROKERS[name] for name in _bindings(exchange) if name in _BROKERS}
    served = {_BROKERS.get(name, name) for name in exchange.protocols - _NO_BROKERS}
    for found in (bound & served if len(bound) > 1 else bound, served):
        if len(found) == 1:
            return next(iter(found))
    return ""


def _topic(exchange: Exchange) -> tuple[Text, Text]:
    """The topic, and AMQP's routing key: bindings may give it another name than the address."""
    bindings = exchange.channel.mapping("bindings")
    amqp = bindings.mapping("amqp")
    address = _text(exchange.address)
    if amqp.text("is") == "queue":
        return _text(amqp.mapping("queue").text("name") or exchange.address), ()
    if amqp.mapping("exchange").text("name"):
        return _text(amqp.mapping("exchange").text("name")), address
    named = (
        bindings.mapping("kafka").text("topic")
        or bindings.mapping("sns").text("name")
        or bindings.mapping("sqs", "queue").text("name")
        or bindings.mapping("ibmmq", "topic").text("objectName")
    )
    return (_text(named) if named else address), ()


def _text(address: str) -> Text:
    """An address that is nothing but a parameter is unknown; one with parameters in it names a family of topics."""
    whole = re.fullmatch(r"\{(\w*)\}", address)
    return (Unknown(whole[1]),) if whole else (Literal(address),) if address else (Unknown(),)


def _group(exchange: Exchange) -> Text:
    """Kafka's `groupId` is a schema: only one that allows a single value names a group."""
    group = exchange.operation.mapping("bindings", "kafka").get("groupId")
    if isinstance(group, str):
        return (Literal(group),)
    values = [text for text, _ in group.items_of("enum").texts()] if isinstance(group, YamlMapping) else []
    only = group.text("const") if isinstance(group, YamlMapping) else ""
    return (Literal(only or values[0]),) if only or len(values) == 1 else ()


PARSER = Parser("asyncapi", patterns=("*.yaml", "*.yml", "*.json"), parse=parse)
