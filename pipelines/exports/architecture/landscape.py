"""What an architecture shows of an estate: systems with their services and stores, outside systems, and who uses whom how."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from parsed_graph.model import Node
from parsed_graph.schema import EdgeType, Layer, NodeLabel, Role
from pipelines.exports.exported_estate import ExportedEstate

OUTSIDE = (Role.EXTERNAL.value, Role.BROKER.value)
"""Roles of what nobody here builds."""
NO_SYSTEM = ""


@dataclass(frozen=True, slots=True)
class Use:
    """One part uses another; `kinds` says how, `layers` how that is known."""

    source: str
    target: str
    kinds: tuple[str, ...]
    layers: tuple[Layer, ...]


@dataclass(frozen=True, slots=True)
class Landscape:
    """Node ids by declared system, services before stores; what declares none is under NO_SYSTEM. `outside` is in no system."""

    systems: Mapping[str, tuple[Node, ...]]
    outside: tuple[Node, ...]
    uses: tuple[Use, ...]
    domains: Mapping[str, str]
    """System -> domain, where one is declared."""


def build_landscape(estate: ExportedEstate) -> Landscape:
    """The landscape of an estate. A store that declares no system stands with the services that use it, if they are of one."""
    parts = [node for node in estate.nodes if node.label in (NodeLabel.SERVICE, NodeLabel.DATABASE)]
    outside = tuple(node for node in parts if is_outside(node))
    uses = _uses(estate, {node.id for node in parts})
    users: defaultdict[str, set[str]] = defaultdict(set)
    for use in uses:
        users[use.target].add(_declared(estate.node[use.source]))
    systems: defaultdict[str, list[Node]] = defaultdict(list)
    for node in sorted(parts, key=lambda node: (node.label is NodeLabel.DATABASE, node.id)):
        if not is_outside(node):
            systems[_declared(node) or _only(users[node.id] if node.label is NodeLabel.DATABASE else set())].append(
                node
            )
    domains = {
        system: domain
        for system, nodes in systems.items()
        for node in nodes
        if system and (domain := str(node.properties.get("domain", "")))
    }
    return Landscape({name: tuple(systems[name]) for name in sorted(systems)}, outside, uses, domains)


def is_outside(node: Node) -> bool:
    """Whether a node is an outside system or a broker."""
    return node.label is NodeLabel.SERVICE and node.properties.get("role") in OUTSIDE


def _declared(node: Node) -> str:
    return str(node.properties.get("system", ""))


def _only(systems: set[str]) -> str:
    return next(iter(systems)) if len(systems) == 1 else NO_SYSTEM


def _uses(estate: ExportedEstate, parts: set[str]) -> tuple[Use, ...]:
    kinds: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    layers: defaultdict[tuple[str, str], set[Layer]] = defaultdict(set)
    for edge in estate.edges:
        if edge.type is EdgeType.DEPENDS_ON and {edge.source, edge.target} <= parts and edge.source != edge.target:
            named = edge.properties.get("kinds", ())
            kinds[edge.source, edge.target].update(named if isinstance(named, tuple) else (str(named),))
            layers[edge.source, edge.target].add(edge.layer)
    return tuple(Use(*pair, tuple(sorted(kinds[pair])), tuple(sorted(layers[pair]))) for pair in sorted(kinds))
