"""Graph fragments as compact arrows: `Service(orders) --PUBLISHES--> Event(OrderCreated v1) --ON--> Topic(orders-events)`."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from parsed_graph.model import Edge
from parsed_graph.schema import Layer

MOST_EDGES = 50
Shown = Callable[[str], str]
"""From a node id to how the node is written."""


def render_fragment(edges: Iterable[Edge], shown: Shown, most: int = MOST_EDGES) -> list[str]:
    """One line for each chain of edges that follow one another; past `most` edges only their counts by type."""
    kept = list(edges)
    lines = [render_chain([(edge, True) for edge in chain], shown) for chain in _chains(kept[:most])]
    if len(kept) > most:
        counts = Counter(edge.type.value for edge in kept[most:])
        listed = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        lines.append(f"... and {len(kept) - most} more edges: {listed}")
    return lines


def render_chain(steps: Sequence[tuple[Edge, bool]], shown: Shown) -> str:
    """Edges end to end on one line; one that is followed against its direction keeps its arrow head."""
    if not steps:
        return ""
    first, forward = steps[0]
    text = shown(first.source if forward else first.target)
    for edge, follows in steps:
        name = arrow_name(edge)
        arrow, end = (f"--{name}-->", edge.target) if follows else (f"<--{name}--", edge.source)
        text += f" {arrow} {shown(end)}"
    return text


def arrow_name(edge: Edge) -> str:
    """The edge's type, with what changes its weight: kinds, gateway, a layer other than parsed, a confidence below 1."""
    kinds = edge.properties.get("kinds", ())
    details = [",".join(kinds) if isinstance(kinds, tuple) else str(kinds)]
    details.append(f"via {edge.properties['via']}" if edge.properties.get("via") else "")
    details.append("" if edge.layer is Layer.PARSED else edge.layer.value)
    details.append(f"{edge.confidence:g}" if edge.confidence < 1 else "")
    listed = " ".join(detail for detail in details if detail)
    return f"{edge.type}({listed})" if listed else edge.type.value


def _chains(edges: Sequence[Edge]) -> list[list[Edge]]:
    """Joins each edge to the one that starts where it ends, where that leaves no choice; in the order of first edges."""
    leaving = Counter(edge.source for edge in edges)
    reaching = Counter(edge.target for edge in edges)
    following = {edge.source: edge for edge in edges if leaving[edge.source] == 1 and reaching[edge.source] == 1}
    continued = {id(following[edge.target]) for edge in edges if edge.target in following}
    chains: list[list[Edge]] = []
    used: set[int] = set()
    for first in (*(edge for edge in edges if id(edge) not in continued), *edges):
        chain: list[Edge] = []
        edge: Edge | None = first
        while edge is not None and id(edge) not in used:
            used.add(id(edge))
            chain.append(edge)
            edge = following.get(edge.target)
        if chain:
            chains.append(chain)
    return chains
