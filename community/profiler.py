"""Gathers the profile of a community from the graph: what its members expose, publish, store, need and are bound by."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from community.community import Citation
from community.group_kind import GroupKind
from community.profile import OWN_ROLES, Channel, Interface, Part, Profile, Record, Store, Use, is_plumbing, shown
from parsed_graph.model import Edge, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import ANSWER_CONFIDENCE, RUNTIME_KINDS, EdgeType, Kind, NodeLabel, Role
from parsed_graph.snapshot.encodable import encodable

_STORES = frozenset({Kind.DATABASE.value, Kind.CACHE.value})


class Profiler:
    """Makes the profiles of the communities of one graph."""

    def __init__(self, graph: PropertyGraph, titles: Mapping[str, str]) -> None:
        """`titles`: node id -> title of the community of the partition that it is in."""
        self._graph = graph
        self._titles = titles
        self._degree = {node.id: self._touching(node.id) for node in graph.nodes(NodeLabel.SERVICE)}
        self._own = frozenset(node.id for node in graph.nodes(NodeLabel.SERVICE) if _is_own(node))
        self._needing = _needing(graph)
        self._known_uses: dict[tuple[str, bool], tuple[Use, ...]] = {}
        self._names = {node.id: shown(node) for node in graph.nodes(NodeLabel.SERVICE)}
        self._readers, self._publishers = _messages(graph)

    def profile(
        self, identity: str, title: str, kind: GroupKind, members: Sequence[str], parts: Sequence[Part]
    ) -> Profile:
        """The facts of one community. `members` are node ids of the graph."""
        inside = frozenset(members)
        nodes = [node for member in members if (node := self._graph.node(member)) is not None]
        found = [node for node in nodes if node.label is NodeLabel.SERVICE]
        services = self._ranked([node for node in found if node.id in self._own])
        uses = [use for node in found for use in self._uses(node, leaving=True)]
        published, consumed = self._channels(found, inside)
        records = self._records(found, NodeLabel.ADR)
        in_force = [record for record in records if record.node.properties.get("status") == "accepted"]
        return Profile(
            id=identity,
            title=title,
            kind=kind,
            services=tuple(services),
            support=tuple(self._ranked([node for node in found if node.id not in self._own])),
            interfaces=tuple(self._interfaces(services, inside)),
            published=tuple(published),
            consumed=tuple(consumed),
            stores=tuple(self._stores(nodes, found, inside)),
            entities=self._entities(services),
            inside=tuple(use for use in uses if use.target.id in inside),
            needs=tuple(use for use in uses if use.target.id not in inside),
            needed_by=tuple(
                use
                for node in nodes
                if node.label in (NodeLabel.SERVICE, NodeLabel.DATABASE)
                for use in self._uses(node, leaving=False)
                if use.source.id not in inside
            ),
            in_force=tuple(in_force),
            proposed=tuple(r for r in records if r.node.properties.get("status") in ("proposed", "draft")),
            incidents=tuple(self._records(found, NodeLabel.INCIDENT)),
            decisions=tuple(self._decisions(in_force)),
            parts=tuple(parts),
            reach=self._reach(inside, RUNTIME_KINDS if services else frozenset(Kind)),
            outside=len(self._own - inside),
            names=self._names,
            home=self._titles,
        )

    def _touching(self, node_id: str) -> int:
        kept = (EdgeType.DEPENDS_ON, EdgeType.PUBLISHES, EdgeType.OWNS)
        leaving = {edge.target for edge in self._graph.out_edges(node_id, *kept) if _counts(edge)}
        return len(leaving | {edge.source for edge in self._graph.in_edges(node_id, *kept) if _counts(edge)})

    def _ranked(self, services: Iterable[Node]) -> list[Node]:
        return sorted(services, key=lambda node: (-self._degree[node.id], node.id))

    def _uses(self, node: Node, *, leaving: bool) -> tuple[Use, ...]:
        """Dependencies at one node by their other end, the layers of one dependency together; libraries left out."""
        known = self._known_uses.get((node.id, leaving))
        if known is None:
            known = self._known_uses[node.id, leaving] = tuple(self._find_uses(node, leaving=leaving))
        return known

    def _find_uses(self, node: Node, *, leaving: bool) -> Iterator[Use]:
        near = self._graph.out_edges if leaving else self._graph.in_edges
        kinds: defaultdict[str, set[str]] = defaultdict(set)
        first: dict[str, Edge] = {}
        for edge in near(node.id, EdgeType.DEPENDS_ON):
            other = edge.target if leaving else edge.source
            if _counts(edge):
                kinds[other] |= set(_kinds(edge))
                first.setdefault(other, edge)
        for other, edge in first.items():
            end = self._graph.node(other)
            if end is not None and end.label in (NodeLabel.SERVICE, NodeLabel.DATABASE):
                ends = (node, end) if leaving else (end, node)
                yield Use(*ends, tuple(sorted(kinds[other])), cite(edge))

    def _interfaces(self, services: Sequence[Node], inside: frozenset[str]) -> Iterator[Interface]:
        found = []
        for place, service in enumerate(services):
            for edge in self._graph.out_edges(service.id, EdgeType.EXPOSES):
                endpoint = self._graph.node(edge.target)
                if endpoint is not None and _counts(edge):
                    callers = self._callers(endpoint.id) - inside
                    rank = (is_plumbing(endpoint), -len(callers), place, endpoint.id)
                    found.append((rank, Interface(endpoint, service, tuple(sorted(callers)), cite(edge))))
        return (interface for _, interface in sorted(found, key=lambda item: item[0]))

    def _callers(self, endpoint: str) -> set[str]:
        nodes = (self._graph.node(e.source) for e in self._graph.in_edges(endpoint, EdgeType.CALLS) if _counts(e))
        return {node.service or node.id for node in nodes if node is not None}

    def _channels(self, services: Sequence[Node], inside: frozenset[str]) -> tuple[list[Channel], list[Channel]]:
        """What members publish, and what they read that others publish or nobody is known to."""
        published: dict[str, Channel] = {}
        consumed: dict[str, Channel] = {}
        for service in services:
            for edge in self._graph.out_edges(service.id, EdgeType.PUBLISHES):
                if _counts(edge):
                    for topic in self._topics(edge.target):
                        published.setdefault(topic, self._channel(topic, edge))
            for owns in self._graph.out_edges(service.id, EdgeType.OWNS):
                for edge in self._graph.out_edges(owns.target, EdgeType.CONSUMES):
                    if _counts(edge) and not self._publishers[edge.target] & inside:
                        consumed.setdefault(edge.target, self._channel(edge.target, edge))
        order = sorted(published.values(), key=lambda channel: (-len(channel.readers), channel.node.id))
        return order, sorted(consumed.values(), key=lambda channel: channel.node.id)

    def _topics(self, target: str) -> list[str]:
        """The topics of a published event, itself where it has none; a topic is its own."""
        topics = [edge.target for edge in self._graph.out_edges(target, EdgeType.ON) if _counts(edge)]
        return topics or [target]

    def _channel(self, topic: str, edge: Edge) -> Channel:
        node = self._graph.node(topic)
        assert node is not None
        events = [self._graph.node(on.source) for on in self._graph.in_edges(topic, EdgeType.ON) if _counts(on)]
        published = [event for event in events if event and self._publishers[event.id]] or [e for e in events if e]
        return Channel(
            node,
            tuple(published),
            tuple(sorted(self._publishers[topic])),
            tuple(sorted(self._readers[topic])),
            cite(edge),
        )

    def _stores(self, nodes: Sequence[Node], services: Sequence[Node], inside: frozenset[str]) -> Iterator[Store]:
        users: defaultdict[str, list[str]] = defaultdict(list)
        first: dict[str, Edge] = {}
        for service in services:
            for edge in self._graph.out_edges(service.id, EdgeType.DEPENDS_ON):
                if _counts(edge) and _STORES.intersection(_kinds(edge)) and edge.target.startswith("database:"):
                    users[edge.target].append(service.id)
                    first.setdefault(edge.target, edge)
        for node in nodes:
            if node.label is NodeLabel.DATABASE:
                users[node.id] = users[node.id]
        for store in sorted(users, key=lambda name: (-len(set(users[name])), name)):
            database = self._graph.node(store)
            if database is not None:
                everyone = {e.source for e in self._graph.in_edges(store, EdgeType.DEPENDS_ON) if _counts(e)}
                citation = cite(first[store]) if store in first else Citation(store, "")
                yield Store(database, tuple(dict.fromkeys(users[store])), tuple(sorted(everyone - inside)), citation)

    def _entities(self, services: Sequence[Node]) -> dict[str, tuple[str, ...]]:
        found = {}
        for service in services:
            names = {
                encodable(node.name)
                for edge in self._graph.out_edges(service.id, EdgeType.DEFINES)
                if (node := self._graph.node(edge.target)) is not None
            }
            if names:
                found[service.id] = tuple(sorted(names))
        return found

    def _records(self, services: Sequence[Node], label: NodeLabel) -> list[Record]:
        """Records that bind or directly concern a service here: the latest first, those that bind before others."""
        concerned: defaultdict[str, set[str]] = defaultdict(set)
        first: dict[str, Edge] = {}
        for service in services:
            for edge in (
                *self._graph.out_edges(service.id, EdgeType.GOVERNED_BY),
                *self._graph.in_edges(service.id, EdgeType.RELATES_TO),
            ):
                record = edge.target if edge.type is EdgeType.GOVERNED_BY else edge.source
                node = self._graph.node(record)
                if node is None or node.label is not label or not _counts(edge):
                    continue
                if edge.type is EdgeType.GOVERNED_BY or edge.properties.get("impact") == "direct":
                    concerned[record].add(service.id)
                    first.setdefault(record, edge)
        found = [
            Record(node, tuple(sorted(members)), cite(first[record]))
            for record, members in concerned.items()
            if (node := self._graph.node(record)) is not None
        ]
        newest = sorted(found, key=lambda record: record.node.id)
        newest.sort(key=lambda record: str(record.node.properties.get("date", "")), reverse=True)
        return newest

    def _decisions(self, records: Sequence[Record]) -> Iterator[Record]:
        """What the records in force decided; `services` of the row is the record's id."""
        for record in records:
            for edge in self._graph.out_edges(record.node.id, EdgeType.DECIDES):
                node = self._graph.node(edge.target)
                if node is not None:
                    yield Record(node, (record.node.id,), cite(edge))

    def _reach(self, inside: frozenset[str], kinds: frozenset[Kind]) -> int:
        """Services outside that are hit if everything here stops: over dependencies of these kinds."""
        seen, waiting = set(inside), list(inside)
        while waiting:
            for source, their_kinds in self._needing.get(waiting.pop(), ()):
                if source not in seen and not kinds.isdisjoint(their_kinds):
                    seen.add(source)
                    waiting.append(source)
        return len((seen - inside) & self._own)


def cite(edge: Edge) -> Citation:
    """An edge with the first place where it was read."""
    subject = encodable(f"{edge.source} {edge.type} {edge.target}")
    if not edge.evidence:
        return Citation(subject, "")
    first = edge.evidence[0]
    where = f"{first.repo}:{first.path}" if first.repo else first.path
    return Citation(subject, encodable(f"{where}:{first.line}" if first.line else where))


def _is_own(node: Node) -> bool:
    return node.properties.get("role", Role.APPLICATION.value) in OWN_ROLES


def _counts(edge: Edge) -> bool:
    return edge.confidence >= ANSWER_CONFIDENCE


def _kinds(edge: Edge) -> tuple[str, ...]:
    kinds = edge.properties.get("kinds", ())
    return kinds if isinstance(kinds, tuple) else (str(kinds),)


def _needing(graph: PropertyGraph) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Who depends on each node, and by which kinds."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for node in graph.nodes(NodeLabel.SERVICE):
        for edge in graph.out_edges(node.id, EdgeType.DEPENDS_ON):
            if _counts(edge):
                found.setdefault(edge.target, []).append((edge.source, _kinds(edge)))
    return found


def _messages(graph: PropertyGraph) -> tuple[defaultdict[str, set[str]], defaultdict[str, set[str]]]:
    """Services that read each topic, and that publish each topic or event."""
    readers: defaultdict[str, set[str]] = defaultdict(set)
    publishers: defaultdict[str, set[str]] = defaultdict(set)
    for subscription in graph.nodes(NodeLabel.SUBSCRIPTION):
        owners = {edge.source for edge in graph.in_edges(subscription.id, EdgeType.OWNS) if _counts(edge)}
        for edge in graph.out_edges(subscription.id, EdgeType.CONSUMES):
            if _counts(edge):
                readers[edge.target] |= owners
    for node in graph.nodes(NodeLabel.EVENT, NodeLabel.TOPIC):
        for edge in graph.in_edges(node.id, EdgeType.PUBLISHES):
            if _counts(edge):
                publishers[node.id].add(edge.source)
                for on in graph.out_edges(node.id, EdgeType.ON):
                    publishers[on.target].add(edge.source)
    return readers, publishers
