"""What to draw: the map of services, databases and topics, or everything around one node."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.model import Node
from parsed_graph.queries.find import find_node
from parsed_graph.schema import EdgeType, Kind, Layer, NodeLabel
from parsed_graph.view import Link, View

MOST_NODES = 2_000
"""Surroundings stop growing here: nobody reads a larger drawing."""
_LAYERS = (Layer.PARSED, Layer.OBSERVED, Layer.DECLARED, Layer.EXTRACTED)
_MAPPED = (NodeLabel.SERVICE, NodeLabel.DATABASE, NodeLabel.TOPIC)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a drawing: all edges of one meaning between two nodes, whatever layer knows them.

    `name` says what it is, `kinds` are those of a dependency, `edges` the keys behind it; `layers` and `kinds` of
    parsed edges come first. `confidence` is that of the surest edge.
    """

    source: str
    target: str
    name: str
    layers: tuple[str, ...]
    confidence: float
    edges: tuple[int, ...]
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """Nodes by id, and the lines between them by source, target and name. `centre` is the id it was drawn around, "" for a map."""

    nodes: tuple[Node, ...]
    lines: tuple[Line, ...]
    centre: str = ""


def service_map(view: View) -> Drawing:
    """Services, databases and topics with dependencies and messages.

    What a subscriber's dependency on its publisher says, the lines to and from their topic say better, so that the
    kind `event` is drawn only where no topic is known. A database or topic that nothing uses is left out.
    """
    lines = [*_message_lines(view), *_dependency_lines(view)]
    ends = {end for line in lines for end in (line.source, line.target)}
    nodes = [node for _, node in view.labelled(*_MAPPED) if node.label is NodeLabel.SERVICE or node.id in ends]
    return Drawing(tuple(nodes), tuple(sorted(lines, key=_order)))


def surroundings(view: View, text: str, depth: int = 1) -> Drawing:
    """The node that `text` names and all that is within `depth` edges of it, with every edge between those.

    Raises QueryError for a name that is unknown or means several nodes.
    """
    found = find_node(view, text)
    keys, layer = {found.key}, [found.key]
    for _ in range(depth):
        links = [*view.leaving_any(layer), *view.reaching_any(layer)]
        layer = sorted({end for link in links for end in (link.source, link.target)} - keys)
        layer = layer[: max(MOST_NODES - len(keys), 0)]
        keys.update(layer)
    ordered = sorted(keys)
    links = [link for link in view.leaving_any(ordered) if link.target in keys]
    return Drawing(tuple(view.nodes(ordered)), tuple(sorted(_edge_lines(view, links), key=_order)), found.node.id)


def _order(line: Line) -> tuple[str, str, str]:
    return line.source, line.target, line.name


def _line(
    view: View, source: int, target: int, name: str, links: Sequence[Link], kinds: Mapping[int, tuple[str, ...]]
) -> Line:
    ordered = sorted(links, key=lambda link: (_LAYERS.index(link.layer), link.key))
    stated = tuple(dict.fromkeys(kind for link in ordered for kind in kinds.get(link.key, ())))
    return Line(
        view.node(source).id,
        view.node(target).id,
        name or ", ".join(stated) or "depends on",
        tuple(dict.fromkeys(link.layer.value for link in ordered)),
        max(link.confidence for link in ordered),
        tuple(link.key for link in ordered),
        stated,
    )


def _edge_lines(view: View, links: Sequence[Link]) -> Iterable[Line]:
    kinds = _kinds(view, [link for link in links if link.type is EdgeType.DEPENDS_ON])
    found: defaultdict[tuple[int, int, EdgeType], list[Link]] = defaultdict(list)
    for link in links:
        found[link.source, link.target, link.type].append(link)
    for (source, target, edge_type), grouped in found.items():
        name = "" if any(kinds.get(link.key) for link in grouped) else edge_type.value
        yield _line(view, source, target, name, grouped, kinds)


def _dependency_lines(view: View) -> Iterable[Line]:
    links = [link for link in view.typed(EdgeType.DEPENDS_ON) if view.node(link.target).label in _MAPPED]
    kinds = _kinds(view, links)
    topics = _shared_topics(view)
    found: defaultdict[tuple[int, int], list[Link]] = defaultdict(list)
    for link in links:
        if (link.source, link.target) in topics:
            kinds[link.key] = tuple(kind for kind in kinds[link.key] if kind != Kind.EVENT.value)
            if not kinds[link.key]:
                continue
        found[link.source, link.target].append(link)
    for (source, target), grouped in found.items():
        yield _line(view, source, target, "", grouped, kinds)


def _kinds(view: View, links: Sequence[Link]) -> dict[int, tuple[str, ...]]:
    edges = view.edges([link.key for link in links])
    values = ((link.key, edge.properties.get("kinds", ())) for link, edge in zip(links, edges, strict=True))
    return {key: value if isinstance(value, tuple) else (str(value),) for key, value in values}


def _message_lines(view: View) -> Iterable[Line]:
    found: defaultdict[tuple[int, int, str], list[Link]] = defaultdict(list)
    topics_of = _topics_of_events(view)
    for link in view.typed(EdgeType.PUBLISHES):
        for topic in topics_of.get(link.target, [link.target]):
            if view.node(topic).label is NodeLabel.TOPIC:
                found[link.source, topic, "publishes"].append(link)
    owners = _owners(view)
    for link in view.typed(EdgeType.CONSUMES):
        for service in owners.get(link.source, ()):
            found[link.target, service, "consumed by"].append(link)
    for (source, target, name), links in found.items():
        by_event = {link.key: (Kind.EVENT.value,) for link in links}
        yield _line(view, source, target, name, list(dict.fromkeys(links)), by_event)


def _topics_of_events(view: View) -> dict[int, list[int]]:
    topics: defaultdict[int, list[int]] = defaultdict(list)
    for link in view.typed(EdgeType.ON):
        topics[link.source].append(link.target)
    return dict(topics)


def _owners(view: View) -> dict[int, list[int]]:
    owners: defaultdict[int, list[int]] = defaultdict(list)
    for link in view.typed(EdgeType.OWNS):
        if link.source not in owners[link.target]:
            owners[link.target].append(link.source)
    return dict(owners)


def _shared_topics(view: View) -> set[tuple[int, int]]:
    """Pairs of consumer and publisher that a topic joins."""
    publishers: defaultdict[int, set[int]] = defaultdict(set)
    topics_of = _topics_of_events(view)
    for link in view.typed(EdgeType.PUBLISHES):
        for topic in topics_of.get(link.target, [link.target]):
            publishers[topic].add(link.source)
    owners = _owners(view)
    return {
        (consumer, publisher)
        for link in view.typed(EdgeType.CONSUMES)
        for consumer in owners.get(link.source, ())
        for publisher in publishers.get(link.target, ())
    }
