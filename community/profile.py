"""Everything exact that a report may say of a community: its services, interfaces, messages, stores, neighbours, records."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from community.community import Citation
from community.group_kind import GroupKind
from parsed_graph.model import Node
from parsed_graph.schema import NodeLabel, Role
from parsed_graph.snapshot.encodable import encodable

OWN_ROLES = (Role.APPLICATION, Role.GATEWAY, Role.AUTH)
"""Roles of services that are there for the business; the others are outside systems and infrastructure."""
_PLUMBING = frozenset(
    "health healthz healthcheck ready readyz readiness live livez liveness ping metrics actuator status version".split()
)


@dataclass(frozen=True, slots=True)
class Use:
    """One node depends on another: both ends, the kinds, and where it is written."""

    source: Node
    target: Node
    kinds: tuple[str, ...]
    citation: Citation


@dataclass(frozen=True, slots=True)
class Interface:
    """An endpoint, and the services outside the community that call it."""

    endpoint: Node
    service: Node
    callers: tuple[str, ...]
    citation: Citation


@dataclass(frozen=True, slots=True)
class Channel:
    """A topic (or an event without one) with the events on it, who publishes and who reads it; node ids of services."""

    node: Node
    events: tuple[Node, ...]
    publishers: tuple[str, ...]
    readers: tuple[str, ...]
    citation: Citation


@dataclass(frozen=True, slots=True)
class Store:
    """A database or cache and the services of the community that use it; `others` use it from outside."""

    node: Node
    users: tuple[str, ...]
    others: tuple[str, ...]
    citation: Citation


@dataclass(frozen=True, slots=True)
class Record:
    """A decision record or a postmortem, and the services of the community that it concerns."""

    node: Node
    services: tuple[str, ...]
    citation: Citation


@dataclass(frozen=True, slots=True)
class Part:
    """A community below this one: its title, the services in it, and what its report says."""

    id: str
    title: str
    services: int
    summary: str


@dataclass(frozen=True, slots=True)
class Profile:
    """Exact facts of one community, each list with the most important first. `home` maps outside services to a title."""

    id: str
    title: str
    kind: GroupKind
    services: tuple[Node, ...]
    support: tuple[Node, ...]
    interfaces: tuple[Interface, ...]
    published: tuple[Channel, ...]
    consumed: tuple[Channel, ...]
    stores: tuple[Store, ...]
    entities: Mapping[str, tuple[str, ...]]
    inside: tuple[Use, ...]
    needs: tuple[Use, ...]
    needed_by: tuple[Use, ...]
    in_force: tuple[Record, ...]
    proposed: tuple[Record, ...]
    incidents: tuple[Record, ...]
    decisions: tuple[Record, ...]
    parts: tuple[Part, ...]
    reach: int
    """Services outside that depend on this community, directly or through others."""
    outside: int
    """Services outside it, outside systems and infrastructure left out."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Every node that is spoken of, by id."""
    home: Mapping[str, str] = field(default_factory=dict)

    def name(self, node_id: str) -> str:
        """What a node is called."""
        return self.names.get(node_id, node_id.partition(":")[2])


def shown(node: Node) -> str:
    """How a node is written in a report: events with their version, endpoints by method and path, records with their number."""
    version = str(node.properties.get("version", ""))
    if node.label is NodeLabel.EVENT and version and not node.name.endswith(version):
        return encodable(f"{node.name} v{version.removeprefix('v')}")
    if node.label is NodeLabel.ENDPOINT and node.properties.get("protocol") == "grpc":
        return encodable(str(node.properties.get("method") or node.name))
    return encodable(node.name)


def is_plumbing(endpoint: Node) -> bool:
    """Whether an endpoint is there for the platform and not for callers: health checks, metrics."""
    path = str(endpoint.properties.get("path", "") or endpoint.name)
    return not _PLUMBING.isdisjoint(path.lower().split("/"))
