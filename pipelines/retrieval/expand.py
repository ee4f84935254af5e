"""Walks from nodes along calls, messages, dependencies and decisions, and scores what it meets by how near and how sure it is.

Edges that only hold a link together (a service OWNS the subscription that CONSUMES a topic) are no hop of their own. Libraries
are never entered: what many services use says nothing of any.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.view import Link, View
from pipelines.retrieval.direction import Direction
from pipelines.retrieval.limits import RetrievalLimits

HOPS = (
    EdgeType.CALLS,
    EdgeType.PUBLISHES,
    EdgeType.CONSUMES,
    EdgeType.DEPENDS_ON,
    EdgeType.GOVERNED_BY,
    EdgeType.RELATES_TO,
)
BETWEEN = (EdgeType.ON, EdgeType.OWNS, EdgeType.EXPOSES, EdgeType.HANDLED_BY)
# An ADR relates to a service and binds it whichever way one asks.
_EITHER_WAY = frozenset({EdgeType.GOVERNED_BY, EdgeType.RELATES_TO, *BETWEEN})
_CLOSED = frozenset({NodeLabel.LIBRARY, NodeLabel.PACKAGE, NodeLabel.FILE})
_AT_ONCE = 10
"""Nodes of which the edges are read together: few enough to stop in time, many enough to be quick."""
_LOOKED_AT = 100
_DECAY = 0.5
_DECAY_BETWEEN = 0.8


@dataclass(slots=True)
class Neighbourhood:
    """Nodes with their scores, and the edges that led to them with theirs; the start has the scores it came with."""

    scores: dict[int, float] = field(default_factory=dict)
    links: dict[Link, float] = field(default_factory=dict)

    def best_links(self, view: View, most: int) -> tuple[Link, ...]:
        """The edges of the highest scores, those to libraries left out."""
        ordered = sorted(self.links.items(), key=lambda item: (-item[1], item[0].key))
        kept: list[Link] = []
        for first in range(0, len(ordered), _LOOKED_AT):
            part = [link for link, _ in ordered[first : first + _LOOKED_AT]]
            ends = zip(view.nodes(link.source for link in part), view.nodes(link.target for link in part), strict=True)
            kept += [
                link for link, nodes in zip(part, ends, strict=True) if not {node.label for node in nodes} & _CLOSED
            ]
            if len(kept) >= most:
                break
        return tuple(kept[:most])


def expand(
    view: View, start: Mapping[int, float], direction: Direction, limits: RetrievalLimits, least: float = 0.0
) -> Neighbourhood:
    """What lies within `max_path_length` hops of the start, at the view's least confidence, the best-scored first.

    Scores only fall on the way: once `triple_limit` edges are found, nodes below `least` are not gone on from.
    """
    found = Neighbourhood(dict(start))
    hops = dict.fromkeys(start, 0)
    frontier = _best(start, limits.entity_limit)
    while frontier and len(found.links) < limits.max_subgraph_size:
        reached: dict[int, float] = {}
        for first in range(0, len(frontier), _AT_ONCE):
            part = frontier[first : first + _AT_ONCE]
            if len(found.links) >= limits.triple_limit and found.scores[part[0]] < least:
                break
            _follow(view, part, direction, limits, found, hops, reached)
        near = _best(reached, limits.entity_limit)
        frontier = [key for key, node in zip(near, view.nodes(near), strict=True) if node.label not in _CLOSED]
    return found


def _follow(
    view: View,
    nodes: Sequence[int],
    direction: Direction,
    limits: RetrievalLimits,
    found: Neighbourhood,
    hops: dict[int, int],
    reached: dict[int, float],
) -> None:
    for link, here, there in _steps(view, nodes, direction):
        cost = 0 if link.type in BETWEEN else 1
        if hops[here] + cost > limits.max_path_length or len(found.links) >= limits.max_subgraph_size:
            continue
        score = found.scores[here] * link.confidence * (_DECAY if cost else _DECAY_BETWEEN)
        found.links[link] = max(score, found.links.get(link, 0.0))
        if score > found.scores.get(there, 0.0):
            found.scores[there] = reached[there] = score
            hops[there] = hops[here] + cost


def _steps(view: View, frontier: Sequence[int], direction: Direction) -> Iterable[tuple[Link, int, int]]:
    """(edge, where we are, where it leads), those of the best-scored node first."""
    here = {key: place for place, key in enumerate(frontier)}
    steps: list[tuple[Link, int, int]] = []
    leaving = (*HOPS, *BETWEEN) if direction is not Direction.REACHING else tuple(sorted(_EITHER_WAY))
    reaching = (*HOPS, *BETWEEN) if direction is not Direction.LEAVING else tuple(sorted(_EITHER_WAY))
    steps += [(link, link.source, link.target) for link in view.leaving_any(frontier, *leaving)]
    steps += [(link, link.target, link.source) for link in view.reaching_any(frontier, *reaching)]
    return sorted(steps, key=lambda step: (here[step[1]], -step[0].confidence, step[0].key))


def _best(scores: Mapping[int, float], most: int) -> list[int]:
    return sorted(scores, key=lambda key: (-scores[key], key))[:most]
