"""What plainly belongs to one node: entities to their service, a database to its only user, topics and events to their publisher.

A database that two use is that one's which alone of them defines entities: the other works on what it keeps. More than two
share it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Protocol

from parsed_graph.identity import name_stem, name_words
from parsed_graph.model import Node
from parsed_graph.schema import RUNTIME_KINDS, EdgeType, Kind, NodeLabel, Role

_STORES = frozenset({Kind.DATABASE.value, Kind.CACHE.value})
_OWN_ROLES = (Role.APPLICATION, Role.GATEWAY)
BINDING = frozenset(kind.value for kind in RUNTIME_KINDS) - {Kind.MESSAGING.value}
"""Kinds of dependency by which a service takes part in the business of another."""
_STORE_WORDS = frozenset(
    "db database data store storage mongo mongodb mysql postgres postgresql redis cache sql".split()
)


class Linked(Protocol):
    """A service-level edge."""

    @property
    def source(self) -> str:
        """Where it starts."""
        ...

    @property
    def kind(self) -> str:
        """A kind of dependency, or an edge type."""
        ...

    @property
    def target(self) -> str:
        """Where it ends."""
        ...


def find_homes(nodes: Sequence[Node], links: Sequence[Linked], systems: Mapping[str, str]) -> dict[str, str]:
    """For each node that goes with another one, that other one, which has no home itself.

    What is declared to be of another system than its only user stays where it was declared.
    """
    near = _neighbours(links)
    first: dict[str, str] = {}
    for node in nodes:
        home = _home(node, near)
        if home and systems.get(node.id, systems.get(home)) == systems.get(home):
            first[node.id] = home
    first |= _by_name([node for node in nodes if node.id not in first], near)
    return {node: last for node in first if (last := _last(node, first)) != node}


def is_support(node: Node, calling: frozenset[str] | set[str]) -> bool:
    """Whether a node is a store, a topic, an outside system, or infrastructure that calls nobody; `calling` are those that do."""
    return node.label is not NodeLabel.SERVICE or (_role(node) not in _OWN_ROLES and node.id not in calling)


def is_platform(node: Node) -> bool:
    """Whether a node is a service that runs the estate: monitoring, a broker, a configuration server."""
    return node.label is NodeLabel.SERVICE and _role(node) not in (*_OWN_ROLES, Role.EXTERNAL)


def _role(node: Node) -> str:
    return str(node.properties.get("role", Role.APPLICATION.value))


class _Neighbours:
    def __init__(self) -> None:
        self.publishers: defaultdict[str, set[str]] = defaultdict(set)
        self.consumers: defaultdict[str, set[str]] = defaultdict(set)
        self.users: defaultdict[str, set[str]] = defaultdict(set)
        self.readers: defaultdict[str, set[str]] = defaultdict(set)
        self.defining: set[str] = set()
        self.topics: defaultdict[str, set[str]] = defaultdict(set)
        self.all: defaultdict[str, set[str]] = defaultdict(set)


def _neighbours(links: Sequence[Linked]) -> _Neighbours:
    near = _Neighbours()
    for link in links:
        near.all[link.source].add(link.target)
        near.all[link.target].add(link.source)
        if link.kind == EdgeType.PUBLISHES:
            near.publishers[link.target].add(link.source)
        elif link.kind == EdgeType.CONSUMES:
            near.consumers[link.target].add(link.source)
        elif link.kind == EdgeType.ON:
            near.topics[link.source].add(link.target)
        elif link.kind == EdgeType.DEFINES:
            near.defining.add(link.source)
        elif link.kind in _STORES:
            near.users[link.target].add(link.source)
            if link.kind == Kind.DATABASE:  # what a cache holds is nobody's schema
                near.readers[link.target].add(link.source)
    for event, topics in near.topics.items():
        for topic in topics:
            near.publishers[topic] |= near.publishers[event]
    return near


def _home(node: Node, near: _Neighbours) -> str:
    if node.label is NodeLabel.ENTITY:
        return node.service
    if node.label is NodeLabel.DATABASE:
        readers = near.readers[node.id]
        return _only(near.users[node.id]) or (_only(readers & near.defining) if len(readers) == 2 else "")
    if node.label is NodeLabel.TOPIC:
        return _only(near.publishers[node.id] or near.consumers[node.id])
    if node.label is NodeLabel.EVENT:
        return _only(near.publishers[node.id]) or _only(near.topics[node.id])
    if _role(node) not in _OWN_ROLES:
        return _only(near.all[node.id])
    return ""


def _only(nodes: set[str]) -> str:
    return next(iter(nodes)) if len(nodes) == 1 else ""


def _by_name(nodes: Sequence[Node], near: _Neighbours) -> dict[str, str]:
    """A store that nothing is seen to use goes with the service that it is called after."""
    services: dict[str, str] = {}
    for node in nodes:
        if node.label is NodeLabel.SERVICE:
            services.setdefault(name_stem(node.name), node.id)
    found = {}
    for node in nodes:
        if node.label is NodeLabel.DATABASE and not near.all[node.id]:
            words = [word.lower() for word in name_words(node.name) if word.lower() not in _STORE_WORDS]
            home = services.get("".join(words))
            if home:
                found[node.id] = home
    return found


def _last(node: str, homes: Mapping[str, str]) -> str:
    """The end of the chain of homes; on a ring, its first service, or the first of its nodes."""
    seen = [node]
    while (following := homes.get(seen[-1])) is not None:
        if following in seen:
            return min(seen[seen.index(following) :], key=lambda known: (not known.startswith("service:"), known))
        seen.append(following)
    return seen[-1]
