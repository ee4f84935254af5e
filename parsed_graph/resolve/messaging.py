"""Topics, events and subscriptions: one Topic per broker and name across repositories, and who publishes and consumes it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from parsed_graph.estate_facts import Located
from parsed_graph.facts import EventDecl, Reference, Setting, Text, TopicDecl, TopicPublish, TopicSubscribe, render_text
from parsed_graph.identity import node_id
from parsed_graph.model import Evidence, Node, Property
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import ANY_PRODUCT, Estate, Owner
from parsed_graph.resolve.topic_patterns import fitting_topics, is_topic_pattern
from parsed_graph.resolve.values import HOLE, Value
from parsed_graph.schema import CONFIGURED, EdgeType, Kind, NodeLabel, Role

_STREAMS = "spring-cloud-stream"
_CHANNEL = re.compile(r"(?P<channel>mp\.messaging\.(?:incoming|outgoing)\.(?P<name>.+))\.topic")
_IN_PROCESS = frozenset({"in-memory", "local"})


@dataclass(frozen=True, slots=True)
class _Publication:
    publisher: str
    confidence: float
    evidence: Evidence


def resolve_messaging(estate: Estate) -> None:
    """Adds Topic, Event and Subscription nodes and their edges; publishers and consumers depend on the broker, consumers on publishers."""
    names = _Names(estate)
    published: defaultdict[str, list[_Publication]] = defaultdict(list)
    for located in estate.facts.of(TopicPublish):
        for owner in estate.owners(located):
            _publish(estate, located, owner, names, published)
    # Those that name their group come first: what names none (a contract) speaks of the same subscription.
    for subscription in sorted(estate.facts.of(TopicSubscribe), key=lambda located: not located.fact.group):
        for owner in estate.owners(subscription):
            _subscribe(estate, subscription, owner, names)
    _declare(estate)
    _set_deadlines(estate)
    _describe_events(estate, names)
    _link_consumers(estate, published)


class _Names:
    """Fills in what code and contracts leave open: the broker of a topic, the version of an event, what a queue is bound to."""

    def __init__(self, estate: Estate) -> None:
        self.subscriptions: dict[tuple[str, str], str] = {}
        """The first subscription of each component to each topic."""
        self._binders = _binders(estate)
        self._bindings = _bindings(estate)
        self._brokers: defaultdict[str, set[str]] = defaultdict(set)
        self._topics: set[tuple[str, str]] = set()
        self._versions: defaultdict[str, set[str]] = defaultdict(set)
        self._own_versions: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        products = {component.product for component in estate.inventory.with_role(Role.BROKER)} - {""}
        self._only_broker = products.pop() if len(products) == 1 else ""
        for publish in estate.facts.of(TopicPublish):
            self._learn(estate, publish)
        for subscribe in estate.facts.of(TopicSubscribe):
            self._learn(estate, subscribe)
        for declared in estate.facts.of(TopicDecl):
            if declared.fact.kind == "topic":
                self._topics.add((declared.fact.broker, estate.values.first(declared.fact.name, None, declared.repo)))
        for event in estate.facts.of(EventDecl):
            if event.fact.version:
                self._versions[_short(event.fact.name)].add(event.fact.version)

    def _learn(self, estate: Estate, located: Located[TopicPublish] | Located[TopicSubscribe]) -> None:
        fact = located.fact
        if fact.event and fact.event_version:
            self._versions[_short(fact.event)].add(fact.event_version)
        for owner in estate.owners(located):
            if fact.event and fact.event_version:
                self._own_versions[owner.component.id, _short(fact.event)].add(fact.event_version)
            broker = fact.broker or self._binders.get(owner.component.id, "")
            name = estate.values.first(fact.topic, owner.component, located.repo) if broker else ""
            if name:
                self._brokers[name].add(broker)
                if isinstance(fact, TopicPublish):
                    self._topics.add((broker, name))

    def broker(self, fact: TopicPublish | TopicSubscribe, component: Component, topic: str) -> str:
        """The broker product: as code names it, as the libraries have it, as others of this topic say, the only one there is."""
        known = fact.broker or self._binders.get(component.id, "")
        others = self._brokers.get(topic, set())
        return known or (next(iter(others)) if len(others) == 1 else "") or self._only_broker

    def version(self, event: str, version: str, component: Component | None) -> str:
        """The version of an event, where this place names none: the only one that the component's own contracts name, or any do."""
        own = self._own_versions.get((component.id, _short(event)), set()) if component else set()
        known = own or self._versions.get(_short(event), set())
        return version or (next(iter(known)) if len(known) == 1 else "")

    def bound_to(self, broker: str, queue: str) -> list[str]:
        """The exchanges or topics that a queue or subscription receives from."""
        return self._bindings.get((broker, queue.lower()), [])

    def fitting(self, broker: str, pattern: str) -> list[str]:
        """The topics of the estate that a subscription to a pattern receives from."""
        if not is_topic_pattern(broker, pattern):
            return []
        return fitting_topics(pattern, [name for name in sorted(self._brokers) if broker in self._brokers[name]])

    def is_topic(self, broker: str, name: str) -> bool:
        """Whether code publishes to, or infrastructure declares, a topic of this name."""
        return (broker, name) in self._topics


def _names_subscription(fact: TopicSubscribe) -> bool:
    """Whether the code names its subscription, which elsewhere is bound to a topic, and not the topic."""
    return fact.broker == "pubsub" and fact.topic == fact.group


def _short(event: str) -> str:
    return event.rpartition(".")[2]


def _publish(
    estate: Estate,
    located: Located[TopicPublish],
    owner: Owner,
    names: _Names,
    published: defaultdict[str, list[_Publication]],
) -> None:
    fact, component = located.fact, owner.component
    if component.label is not NodeLabel.SERVICE:
        return
    for value in _names(estate, located, fact.topic, component, fact.function):
        name = value.text
        if not name and fact.routing_key:
            name = next((v.text for v in _names(estate, located, fact.routing_key, component, fact.function)), "")
        if not name:
            continue
        evidence = located.evidence(fact.client, (*([owner.hop] if owner.hop else []), *value.hops))
        confidence = min(owner.confidence, value.confidence)
        broker = names.broker(fact, component, name)
        topic = add_topic(estate, broker, name)
        service = estate.service_node(component)
        if fact.event:
            event = add_event(estate, fact.event, names.version(fact.event, fact.event_version, component))
            estate.edge(service, EdgeType.PUBLISHES, event, confidence, evidence)
            estate.edge(event, EdgeType.ON, topic, confidence, evidence)
        estate.edge(service, EdgeType.PUBLISHES, topic, confidence, evidence)
        published[topic].append(_Publication(service, confidence, evidence))
        _use_broker(estate, component, broker, confidence, evidence)


def _subscribe(
    estate: Estate,
    located: Located[TopicSubscribe],
    owner: Owner,
    names: _Names,
) -> None:
    fact, component = located.fact, owner.component
    if component.label is not NodeLabel.SERVICE:
        return
    group = next((v.text for v in estate.values.evaluate(fact.group, component, located.repo) if not v.is_open), "")
    for value in _names(estate, located, fact.topic, component, fact.function):
        if not value.text:
            continue
        evidence = located.evidence(fact.client, (*([owner.hop] if owner.hop else []), *value.hops))
        confidence = min(owner.confidence, value.confidence)
        broker = names.broker(fact, component, value.text)
        bound = names.bound_to(broker, value.text)
        sources = bound or names.fitting(broker, value.text)
        if not sources and _names_subscription(fact) and not names.is_topic(broker, value.text):
            detail = f"{fact.client} {value.text}: what this subscription receives from stands nowhere in the estate"
            estate.problem("messaging", located.repo, fact.span, "unresolved-topic", detail)
            subscription = _add_subscription(estate, component, broker, value.text, group)
            estate.edge(estate.service_node(component), EdgeType.OWNS, subscription, confidence, evidence)
            continue
        topics = [add_topic(estate, broker, name) for name in sources or [value.text]]
        known = names.subscriptions.get((component.id, topics[0])) if not group and not sources else None
        own = group or (value.text if bound else "")
        subscription = known or _add_subscription(estate, component, broker, value.text, own)
        estate.edge(estate.service_node(component), EdgeType.OWNS, subscription, confidence, evidence)
        for topic in topics:
            names.subscriptions.setdefault((component.id, topic), subscription)
            estate.edge(subscription, EdgeType.CONSUMES, topic, confidence, evidence, properties={"event": fact.event})
            if fact.event:
                event = add_event(estate, fact.event, names.version(fact.event, fact.event_version, component))
                estate.edge(event, EdgeType.ON, topic, confidence, evidence)
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
    if located.fact.client == _STREAMS and any(isinstance(part, Reference) for part in text):
        values = tuple(bound for value in values for bound in _destinations(estate, value, component))
    known = [value for value in values if not value.is_open and value.text.strip()]
    known = known or list(_channel_names(estate, text, component))
    for value in values if not known else ():
        detail = f"{located.fact.client} {render_text(text)[:200]}: {value.trace or 'its name is not known'}"
        estate.problem("messaging", located.repo, located.fact.span, "unresolved-topic", detail)
    return known


def _channel_names(estate: Estate, text: Text, component: Component) -> Iterator[Value]:
    """What a channel of Reactive Messaging that has a connector, and no topic, is bound to: by default its own name."""
    setting = text[0] if len(text) == 1 and isinstance(text[0], Setting) else None
    channel = _CHANNEL.fullmatch(setting.key) if setting else None
    if channel is None:
        return
    for attribute in ("address", "exchange.name", "queue.name"):
        hits = estate.configuration.values(component, f"{channel['channel']}.{attribute}")
        if hits:
            yield from (Value(hit.value, CONFIGURED, hit.hops) for hit in hits if hit.complete)
            return
    for hit in estate.configuration.values(component, f"{channel['channel']}.connector"):
        yield Value(channel["name"], CONFIGURED, hit.hops)


def _destinations(estate: Estate, binding: Value, component: Component) -> list[Value]:
    """What a Spring Cloud Stream binding, named by a constant of another file, is bound to; its own name by default."""
    hits = estate.configuration.values(component, f"spring.cloud.stream.bindings.{binding.text}.destination")
    bound = [
        Value(hit.value, min(binding.confidence, CONFIGURED), (*binding.hops, *hit.hops))
        for hit in hits
        if hit.complete
    ]
    return bound or [binding]


def add_topic(estate: Estate, broker: str, name: str) -> str:
    """Adds a Topic and gives its id. Names compare without case where the broker's do."""
    shown = (
        name.rsplit("/", 1)[-1] if name.startswith(("projects/", "https://sqs", "arn:")) or "/topics/" in name else name
    )
    shown = shown.rsplit(":", 1)[-1] if name.startswith("arn:") else shown
    topic = node_id(NodeLabel.TOPIC, broker or "unknown", shown)
    properties: dict[str, Property] = {"kind": "topic", "broker": broker}
    if HOLE in shown or is_topic_pattern(broker, shown):
        properties["pattern"] = True
    estate.graph.add_node(Node(topic, NodeLabel.TOPIC, shown, "", {k: v for k, v in properties.items() if v != ""}))
    return topic


def add_event(estate: Estate, name: str, version: str) -> str:
    """Adds an Event and gives its id."""
    short = _short(name)
    event = node_id(NodeLabel.EVENT, short, version)
    properties: dict[str, Property] = {"version": version} if version else {}
    estate.graph.add_node(Node(event, NodeLabel.EVENT, short, "", properties))
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
        products = {
            product
            for capability, product in capabilities
            if capability == "messaging" and product not in ("", ANY_PRODUCT)
        }
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


def _set_deadlines(estate: Estate) -> None:
    """The acknowledgement deadline that infrastructure gives a subscription."""
    declared = [located for located in estate.facts.of(TopicDecl) if located.fact.ack_deadline]
    for node in list(estate.graph.nodes(NodeLabel.SUBSCRIPTION)) if declared else ():
        for located in declared:
            if estate.values.first(located.fact.name, None, located.repo) == node.name:
                estate.graph.set_properties(node.id, ack_deadline=located.fact.ack_deadline)


def _describe_events(estate: Estate, names: _Names) -> None:
    for located in estate.facts.of(EventDecl):
        fact = located.fact
        event = add_event(estate, fact.name, names.version(fact.name, fact.version, None))
        properties: dict[str, Property] = {
            "schema_uri": fact.schema_uri or located.path,
            "fields": fact.fields,
            "repo": located.repo,
        }
        estate.graph.set_properties(event, **{k: v for k, v in properties.items() if v not in ("", ())})


def _link_consumers(estate: Estate, published: defaultdict[str, list[_Publication]]) -> None:
    """A consumer of a topic depends on whoever publishes it, by kind `event`."""
    by_id = {component.id: component for component in estate.inventory.components}
    brokers = _brokers_in_use(estate)
    for edge in list(estate.graph.edges(EdgeType.CONSUMES)):
        subscription = estate.graph.node(edge.source)
        consumer = by_id.get(subscription.service) if subscription else None
        publications = published.get(edge.target, ())
        is_fed = consumer and any(brokers[p.publisher] & brokers[consumer.id] for p in publications)
        for publication in publications:
            publisher = by_id[publication.publisher]
            if consumer and not (is_fed and _is_copy(publisher, consumer, brokers)):
                confidence = min(edge.confidence, publication.confidence)
                hops = tuple(f"{e.repo}:{e.path}:{e.line} {e.rule}" for e in edge.evidence[:1])
                evidence = publication.evidence._replace(hops=(*publication.evidence.hops, edge.target, *hops))
                estate.use(consumer, publisher, Kind.EVENT, confidence, evidence)


def _brokers_in_use(estate: Estate) -> defaultdict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for use in estate.uses:
        if use.kind is Kind.MESSAGING:
            found[use.source].add(use.target)
    return found


def _is_copy(publisher: Component, consumer: Component, brokers: dict[str, set[str]]) -> bool:
    """Whether two parts of one repository talk to brokers of their own: copies of one system, of which each has its publisher.

    Several repositories may each start a broker for development and still mean the one of production.
    """
    ours, theirs = brokers.get(consumer.id, set()), brokers.get(publisher.id, set())
    return publisher.repo == consumer.repo and bool(theirs) and ours.isdisjoint(theirs)
