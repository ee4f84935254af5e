"""Topics, events and subscriptions: one Topic per broker and name across repositories, and who publishes and consumes it."""

from collections import defaultdict
from dataclasses import dataclass

from parsed_graph.estate_facts import Located
from parsed_graph.facts import EventDecl, Text, TopicDecl, TopicPublish, TopicSubscribe, render_text
from parsed_graph.identity import node_id
from parsed_graph.model import Evidence, Node, Property
from parsed_graph.resolve.estate import Estate, Owner
from parsed_graph.resolve.services import Component
from parsed_graph.resolve.values import HOLE, Value
from parsed_graph.schema import CONFIGURED, EdgeType, Kind, NodeLabel, Role

_IN_PROCESS = frozenset({"in-memory", "local"})


@dataclass(frozen=True, slots=True)
class _Publication:
    publisher: str
    confidence: float
    evidence: Evidence


def resolve_messaging(estate: Estate) -> None:
    """Adds Topic, Event and Subscription nodes and their edges; publishers and consumers depend on the broker, consumers on publishers."""
    bindings = _bindings(estate)
    binders = _binders(estate)
    published: defaultdict[str, list[_Publication]] = defaultdict(list)
    for located in estate.facts.of(TopicPublish):
        for owner in estate.owners(located):
            _publish(estate, located, owner, binders, published)
    for subscription in estate.facts.of(TopicSubscribe):
        for owner in estate.owners(subscription):
            _subscribe(estate, subscription, owner, binders, bindings)
    _declare(estate)
    _describe_events(estate)
    _link_consumers(estate, published)


def _publish(
    estate: Estate,
    located: Located[TopicPublish],
    owner: Owner,
    binders: dict[str, str],
    published: defaultdict[str, list[_Publication]],
) -> None:
    fact, component = located.fact, owner.component
    if component.label is not NodeLabel.SERVICE:
        return
    broker = fact.broker or binders.get(component.id, "")
    for value in _names(estate, located, fact.topic, component, fact.function):
        name = value.text
        if not name and fact.routing_key:
            name = next((v.text for v in _names(estate, located, fact.routing_key, component, fact.function)), "")
        if not name:
            continue
        evidence = located.evidence(fact.client, (*([owner.hop] if owner.hop else []), *value.hops))
        confidence = min(owner.confidence, value.confidence)
        topic = add_topic(estate, broker, name)
        service = estate.service_node(component)
        if fact.event:
            event = add_event(estate, fact.event, fact.event_version)
            estate.edge(service, EdgeType.PUBLISHES, event, confidence, evidence)
            estate.edge(event, EdgeType.ON, topic, confidence, evidence)
        estate.edge(service, EdgeType.PUBLISHES, topic, confidence, evidence)
        published[topic].append(_Publication(service, confidence, evidence))
        _use_broker(estate, component, broker, confidence, evidence)


def _subscribe(
    estate: Estate,
    located: Located[TopicSubscribe],
    owner: Owner,
    binders: dict[str, str],
    bindings: dict[tuple[str, str], list[str]],
) -> None:
    fact, component = located.fact, owner.component
    if component.label is not NodeLabel.SERVICE:
        return
    broker = fact.broker or binders.get(component.id, "")
    group = next((v.text for v in estate.values.evaluate(fact.group, component, located.repo) if not v.is_open), "")
    for value in _names(estate, located, fact.topic, component, fact.function):
        if not value.text:
            continue
        evidence = located.evidence(fact.client, (*([owner.hop] if owner.hop else []), *value.hops))
        confidence = min(owner.confidence, value.confidence)
        sources = bindings.get((broker, value.text.lower()), [])
        topics = [add_topic(estate, broker, name) for name in sources or [value.text]]
        subscription = _add_subscription(
            estate, component, broker, value.text, group or (value.text if sources else "")
        )
        estate.edge(estate.service_node(component), EdgeType.OWNS, subscription, confidence, evidence)
        for topic in topics:
            estate.edge(subscription, EdgeType.CONSUMES, topic, confidence, evidence, properties={"event": fact.event})
            if fact.event:
                estate.edge(add_event(estate, fact.event, fact.event_version), EdgeType.ON, topic, confidence, evidence)
        _use_broker(estate, component, broker, confidence, evidence)


def _names(
    estate: Estate,
    located: Located[TopicPublish] | Located[TopicSubscribe],
    text: Text,
    component: Component,
    function: str,
) -> list[Value]:
    """The possible names of a topic; one that is wholly open is reported, "" stands for the default exchange."""
    if not text:
        return [Value("")]
    values = estate.values.evaluate(text, component, located.repo, function)
    known = [value for value in values if not value.is_open and value.text.strip()]
    for value in values if not known else ():
        detail = f"{located.fact.client} {render_text(text)[:200]}: {value.trace or 'its name is not known'}"
        estate.problem("messaging", located.repo, located.fact.span, "unresolved-topic", detail)
    return known


def add_topic(estate: Estate, broker: str, name: str) -> str:
    """Adds a Topic and gives its id. Names compare without case where the broker's do."""
    shown = (
        name.rsplit("/", 1)[-1] if name.startswith(("projects/", "https://sqs", "arn:")) or "/topics/" in name else name
    )
    shown = shown.rsplit(":", 1)[-1] if name.startswith("arn:") else shown
    topic = node_id(NodeLabel.TOPIC, broker or "unknown", shown)
    properties: dict[str, Property] = {"kind": "topic", "broker": broker}
    if HOLE in shown:
        properties["pattern"] = True
    estate.graph.add_node(Node(topic, NodeLabel.TOPIC, shown, "", {k: v for k, v in properties.items() if v != ""}))
    return topic


def add_event(estate: Estate, name: str, version: str) -> str:
    """Adds an Event and gives its id."""
    event = node_id(NodeLabel.EVENT, name, version)
    properties: dict[str, Property] = {"version": version} if version else {}
    estate.graph.add_node(Node(event, NodeLabel.EVENT, name, "", properties))
    return event


def _add_subscription(estate: Estate, component: Component, broker: str, topic: str, group: str) -> str:
    service = estate.service_node(component)
    name = group or topic
    subscription = node_id(
        NodeLabel.SUBSCRIPTION, service.partition(":")[2], name if name == topic else f"{name}:{topic}"
    )
    properties: dict[str, Property] = {"broker": broker, "group": group}
    shown = {k: v for k, v in properties.items() if v != ""}
    estate.graph.add_node(Node(subscription, NodeLabel.SUBSCRIPTION, name, service, shown))
    return subscription


def _use_broker(estate: Estate, component: Component, broker: str, confidence: float, evidence: Evidence) -> None:
    """Publishing needs the broker: the one that configuration names if it did already, else the only one of its product."""
    known = (
        {u.target for u in estate.uses if u.source == component.id and u.kind is Kind.MESSAGING}
        if not broker
        else set()
    )
    if known or broker in _IN_PROCESS:
        return
    brokers = [c for c in estate.inventory.with_role(Role.BROKER) if not broker or c.product == broker]
    addressed = {use.target for use in estate.uses if use.source == component.id and use.kind is Kind.MESSAGING}
    chosen = [c for c in brokers if c.id in addressed] or [c for c in brokers if c.repo == component.repo] or brokers
    if len(chosen) == 1:
        estate.use(component, chosen[0], Kind.MESSAGING, min(confidence, CONFIGURED), evidence)


def _binders(estate: Estate) -> dict[str, str]:
    """The broker product that a component's libraries speak, where there is only one."""
    found = {}
    for component, capabilities in estate.library_capabilities.items():
        products = {product for capability, product in capabilities if capability == "messaging" and product}
        if len(products) == 1:
            found[component] = products.pop()
    return found


def _bindings(estate: Estate) -> dict[tuple[str, str], list[str]]:
    """What a queue or subscription receives from: (broker, queue) -> exchanges or topics."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for located in estate.facts.of(TopicDecl):
        fact = located.fact
        if not fact.bound_to:
            continue
        components: list[Component | None] = [owner.component for owner in estate.owners(located)]
        for component in components or [None]:
            name = estate.values.first(fact.name, component, located.repo)
            source = estate.values.first(fact.bound_to, component, located.repo)
            if name and source and source not in found[fact.broker, name.lower()]:
                found[fact.broker, name.lower()].append(source)
    return dict(found)


def _declare(estate: Estate) -> None:
    """Topics that infrastructure declares exist, even if no code names them."""
    for located in estate.facts.of(TopicDecl):
        fact = located.fact
        if fact.kind in ("topic", "exchange", "queue") and not fact.bound_to:
            owners = estate.owners(located)
            name = estate.values.first(fact.name, owners[0].component if owners else None, located.repo)
            topic = node_id(NodeLabel.TOPIC, fact.broker or "unknown", name)
            if name and (estate.graph.node(topic) or not owners):
                estate.graph.set_properties(add_topic(estate, fact.broker, name), kind=fact.kind, declared=located.path)


def _describe_events(estate: Estate) -> None:
    for located in estate.facts.of(EventDecl):
        fact = located.fact
        event = add_event(estate, fact.name.rpartition(".")[2], fact.version)
        properties: dict[str, Property] = {
            "schema_uri": fact.schema_uri or located.path,
            "fields": fact.fields,
            "repo": located.repo,
        }
        estate.graph.set_properties(event, **{k: v for k, v in properties.items() if v not in ("", ())})


def _link_consumers(estate: Estate, published: defaultdict[str, list[_Publication]]) -> None:
    """A consumer of a topic depends on whoever publishes it, by kind `event`."""
    by_id = {component.id: component for component in estate.inventory.components}
    for edge in list(estate.graph.edges(EdgeType.CONSUMES)):
        subscription = estate.graph.node(edge.source)
        consumer = by_id.get(subscription.service) if subscription else None
        for publication in published.get(edge.target, ()):
            publisher = by_id[publication.publisher]
            if consumer:
                confidence = min(edge.confidence, publication.confidence)
                hops = tuple(f"{e.repo}:{e.path}:{e.line} {e.rule}" for e in edge.evidence[:1])
                evidence = publication.evidence._replace(hops=(*publication.evidence.hops, edge.target, *hops))
                estate.use(consumer, publisher, Kind.EVENT, confidence, evidence)
