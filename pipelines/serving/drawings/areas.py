"""Parts of a large drawing that belong together: declared systems, else communities, else what is tightly joined.

Small drawings have none.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.model import Node
from parsed_graph.queries.service_map import Drawing

SMALL = 70
"""Up to this many nodes a drawing is read as a whole."""
_DECLARED = 0.6
_HUB = 0.2
_SEED = 7
SHARED = "shared"
"""The area of what a large part of the estate uses, such as a broker; it belongs to no system more than to another."""

Weights = Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Area:
    """Node ids in the order of the drawing, and what to call them. `is_community`: the page draws a hull around it instead."""

    name: str
    ids: tuple[str, ...]
    is_community: bool = False


def find_areas(drawing: Drawing, weights: Weights, communities: Mapping[str, str]) -> list[Area]:
    """Areas by name; [] where the drawing is small. Every node that has a line is in one.

    `communities`: the id of the lowest community of each node, where there are any.
    """
    if len(drawing.nodes) <= SMALL:
        return []
    near: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (first, second), weight in weights.items():
        near[first][second] = near[second][first] = weight
    declared = _by_system(drawing.nodes)
    if len(set(communities.values())) > 1 and not declared:
        return _by_community(drawing.nodes, communities)
    members = declared or _by_links(drawing.nodes, weights)
    _adopt(drawing.nodes, near, members)
    hubs = {
        n.id for n in drawing.nodes if len(near[n.id]) > _HUB * len(drawing.nodes) and not n.properties.get("system")
    }
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for node in drawing.nodes:
        if node.id in hubs:
            groups[SHARED].append(node.id)
        elif node.id in members:
            groups[members[node.id]].append(node.id)
    return [Area(name, tuple(groups[name])) for name in sorted(groups)]


def _by_system(nodes: Sequence[Node]) -> dict[str, str]:
    """What the catalogue says, where it speaks of most services."""
    declared = {n.id: str(n.properties.get("system") or n.properties.get("domain") or "") for n in nodes}
    services = [n.id for n in nodes if n.id.startswith("service:")]
    known = {node_id: name for node_id, name in declared.items() if name}
    enough = sum(node_id in known for node_id in services) >= _DECLARED * len(services)
    return known if enough and len(set(known.values())) > 1 else {}


def _by_community(nodes: Sequence[Node], communities: Mapping[str, str]) -> list[Area]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for node in nodes:
        if node.id in communities:
            groups[communities[node.id]].append(node.id)
    return [Area(name, tuple(groups[name]), is_community=True) for name in sorted(groups)]


def _by_links(nodes: Sequence[Node], weights: Weights) -> dict[str, str]:
    """Communities of igraph's multilevel method, each called after its best connected node."""
    import igraph

    igraph.set_random_number_generator(random.Random(_SEED))
    number = {node.id: place for place, node in enumerate(nodes)}
    degrees = Counter(end for pair in weights for end in pair)
    edges = [(pair, weight / (degrees[pair[0]] * degrees[pair[1]]) ** 0.5) for pair, weight in sorted(weights.items())]
    graph = igraph.Graph(len(nodes), [(number[a], number[b]) for (a, b), _ in edges])
    parts = graph.community_multilevel(weights=[weight for _, weight in edges])
    found: dict[str, str] = {}
    for part in parts:
        if len(part) > 1:
            names = [nodes[place] for place in part]
            centre = max(names, key=lambda node: (node.id.startswith("service:"), degrees[node.id], node.id))
            found |= {node.id: centre.name for node in names}
    return found


def _adopt(nodes: Sequence[Node], near: Mapping[str, Mapping[str, float]], members: dict[str, str]) -> None:
    """Nodes without an area, such as databases and topics, join that of most of their neighbours."""
    for _ in range(3):
        for node in nodes:
            if node.id not in members:
                votes: Counter[str] = Counter()
                for other, weight in near.get(node.id, {}).items():
                    if other in members:
                        votes[members[other]] += round(weight * 100)
                if votes:
                    members[node.id] = max(sorted(votes), key=lambda name: votes[name])
