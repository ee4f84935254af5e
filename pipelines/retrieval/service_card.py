"""A service on one page, the same page for every service: purpose, APIs, events, storage, dependencies, owners.

It is composed from what a neighbourhood shows, so that one who may see less gets a card of what is visible.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from parsed_graph.model import Node
from parsed_graph.node_names import display_name
from parsed_graph.schema import EdgeType, NodeLabel

SERVICE_CARD = "service_card"
_LISTED = 40
_DECLINED = frozenset({"rejected", "deprecated", "superseded"})


class Neighbour(NamedTuple):
    """The other end of an edge; `kinds` of a dependency."""

    type: EdgeType
    node: Node
    kinds: tuple[str, ...] = ()


class Neighbourhood(Protocol):
    """The edges of a node at answer confidence, in the order of types and ids."""

    def leaving(self, node: Node) -> Iterable[Neighbour]:
        """Along edges that start at the node."""
        ...

    def reaching(self, node: Node) -> Iterable[Neighbour]:
        """Along edges that end at the node."""
        ...


@dataclass(frozen=True, slots=True)
class ServiceCard:
    """The text, and the ids of the nodes that it names."""

    text: str
    members: tuple[str, ...]


def compose_card(service: Node, around: Neighbourhood, purpose: str = "") -> ServiceCard:
    """The card; `purpose` is what a document says of the service in its first words."""
    leaving, reaching = list(around.leaving(service)), list(around.reaching(service))
    sections = [
        ("Purpose", [purpose] if purpose else []),
        ("APIs", _texts(leaving, EdgeType.EXPOSES)),
        ("Calls", _calls(leaving)),
        ("Publishes", [_channel(found.node, around) for found in leaving if found.type is EdgeType.PUBLISHES]),
        ("Consumes", _consumed(leaving, around)),
        ("Entities", _texts(leaving, EdgeType.DEFINES)),
        ("Stores data in", _uses(leaving, NodeLabel.DATABASE)),
        ("Depends on", _uses(leaving, NodeLabel.SERVICE)),
        ("Used by", _uses(reaching, NodeLabel.SERVICE)),
        ("Decisions", [_record(found.node) for found in leaving if found.type is EdgeType.GOVERNED_BY]),
        ("Incidents", [_record(found.node) for found in reaching if found.node.label is NodeLabel.INCIDENT]),
        ("Owned by", _owners(service)),
    ]
    lines = [_opening(service)]
    lines += [f"{name}: {_listed(items)}" for name, items in sections if items]
    members = {found.node.id for found in (*leaving, *reaching) if found.node.label not in _UNNAMED}
    return ServiceCard("\n".join(lines), tuple(sorted(members)))


_UNNAMED = frozenset(
    {NodeLabel.FILE, NodeLabel.PACKAGE, NodeLabel.LIBRARY, NodeLabel.FUNCTION, NodeLabel.DOC, NodeLabel.ADR}
)


def _opening(service: Node) -> str:
    properties = service.properties
    role = str(properties.get("role", "") or "service").replace("-", " ")
    words = [f"{service.name}: {role if role.endswith('service') else f'{role} service'}"]
    stack = [str(properties[name]) for name in ("language", "runtime") if properties.get(name)]
    words += [f"in {' on '.join(stack)}"] if stack else []
    words += [f"of the {name} {properties[name]}" for name in ("system", "domain") if properties.get(name)]
    aliases = properties.get("aliases", ())
    names = sorted(
        {str(properties.get("title", "")), *(aliases if isinstance(aliases, tuple) else ())} - {"", service.name}
    )
    return ", ".join(words) + "." + (f" Also called {', '.join(names)}." if names else "")


def _texts(found: list[Neighbour], kind: EdgeType) -> list[str]:
    return [one.node.name for one in found if one.type is kind]


def _calls(leaving: list[Neighbour]) -> list[str]:
    called = (found.node for found in leaving if found.type is EdgeType.CALLS)
    return [f"{node.service.partition(':')[2]} {node.name}" for node in called]


def _channel(node: Node, around: Neighbourhood) -> str:
    topics = [found.node.name for found in around.leaving(node) if found.type is EdgeType.ON]
    name = display_name(node).partition("(")[2].removesuffix(")")
    return f"{name} on {' and '.join(topics)}" if topics else name


def _consumed(leaving: list[Neighbour], around: Neighbourhood) -> list[str]:
    subscriptions = (found.node for found in leaving if found.type is EdgeType.OWNS)
    topics = (found.node for one in subscriptions for found in around.leaving(one) if found.type is EdgeType.CONSUMES)
    return [_topic(node, around) for node in topics]


def _topic(topic: Node, around: Neighbourhood) -> str:
    events = [found.node.name for found in around.reaching(topic) if found.type is EdgeType.ON]
    return f"{topic.name} ({', '.join(events)})" if events else topic.name


def _uses(around: list[Neighbour], label: NodeLabel) -> list[str]:
    """Each node of a label that is depended on, or depends, once, with what kind of store it is or all kinds of use."""
    kinds: dict[str, dict[str, None]] = {}
    for found in around:
        if found.type is EdgeType.DEPENDS_ON and found.node.label is label:
            said = (str(found.node.properties.get("kind", "")),) if label is NodeLabel.DATABASE else found.kinds
            kinds.setdefault(found.node.name, {}).update(dict.fromkeys(filter(None, said)))
    return [f"{name} ({', '.join(sorted(said))})" if said else name for name, said in kinds.items()]


def _record(node: Node) -> str:
    title, status = str(node.properties.get("title", "")), str(node.properties.get("status", ""))
    words = f"{node.name} {title}" if title and title != node.name else node.name
    return f"{words} ({status})" if status in _DECLINED else words


def _owners(service: Node) -> list[str]:
    owner, oncall = (str(service.properties.get(name, "")) for name in ("owner", "oncall"))
    return [text for text in (owner, f"on call {oncall}" if oncall else "") if text]


def _listed(items: Iterable[str]) -> str:
    names = list(dict.fromkeys(items))
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
