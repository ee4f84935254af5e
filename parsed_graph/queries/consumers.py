"""Who consumes a topic or an event: the services, by which subscription, and where the code says so."""

from collections import defaultdict
from dataclasses import dataclass

from parsed_graph.model import Edge, Node
from parsed_graph.queries.find import find_node
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import View


@dataclass(frozen=True, slots=True)
class Consumer:
    """A service that consumes. `consumes` is the edge from its subscription to the topic, one for each layer that shows it."""

    service: Node
    subscription: Node
    topic: Node
    consumes: tuple[Edge, ...]

    @property
    def group(self) -> str:
        """The consumer group or subscription name, "" where the code leaves it open."""
        return str(self.subscription.properties.get("group", ""))

    @property
    def event(self) -> str:
        """The message type that the subscriber reads, "" where it is not known."""
        return next((str(edge.properties["event"]) for edge in self.consumes if "event" in edge.properties), "")


@dataclass(frozen=True, slots=True)
class Consumers:
    """The topic or event that was asked for, its consumers by service and subscription, and who publishes it."""

    subject: Node
    consumers: tuple[Consumer, ...]
    publishers: tuple[Node, ...]


def find_consumers(view: View, text: str) -> Consumers:
    """Consumers of the topic or event that `text` names.

    An event's are those of its topics that are not known to read another event only.
    Raises QueryError for a name that is unknown or means several nodes.
    """
    found = find_node(view, text, NodeLabel.TOPIC, NodeLabel.EVENT)
    topics = [found.key]
    if found.node.label is NodeLabel.EVENT:
        topics = sorted({link.target for link in view.leaving(found.key, EdgeType.ON)})
    event = found.node.name if found.node.label is NodeLabel.EVENT else ""
    publishing = view.reaching(found.key, EdgeType.PUBLISHES)
    publishers = view.nodes(sorted({link.source for link in publishing}))
    return Consumers(found.node, tuple(_consumers(view, topics, event)), tuple(publishers))


def _consumers(view: View, topics: list[int], event: str) -> list[Consumer]:
    links = view.reaching_any(topics, EdgeType.CONSUMES)
    owners: defaultdict[int, list[int]] = defaultdict(list)
    for link in view.reaching_any(sorted({link.source for link in links}), EdgeType.OWNS):
        if link.source not in owners[link.target]:
            owners[link.target].append(link.source)
    edges: defaultdict[tuple[int, int], list[Edge]] = defaultdict(list)
    for link, edge in zip(links, view.edges([link.key for link in links]), strict=True):
        if not event or edge.properties.get("event", event) == event:
            edges[link.source, link.target].append(edge)
    found = [
        Consumer(view.node(service), view.node(subscription), view.node(topic), tuple(consumes))
        for (subscription, topic), consumes in edges.items()
        for service in owners[subscription]
    ]
    return sorted(found, key=lambda consumer: (consumer.service.id, consumer.subscription.id, consumer.topic.id))
