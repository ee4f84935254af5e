"""Who is hit if a node fails: what depends on it, and what depends on that, hop by hop."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from parsed_graph.dependencies import Dependencies, dependencies
from parsed_graph.model import Node
from parsed_graph.queries.find import find_node
from parsed_graph.queries.hop import Move, moves_from, moves_to
from parsed_graph.schema import RUNTIME_KINDS, Kind, NodeLabel
from parsed_graph.view import View

_STARTS = (
    NodeLabel.SERVICE,
    NodeLabel.DATABASE,
    NodeLabel.LIBRARY,
    NodeLabel.TOPIC,
    NodeLabel.EVENT,
    NodeLabel.SUBSCRIPTION,
    NodeLabel.ENDPOINT,
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A service that is hit. `hop` counts from 1; `chain` are the ids from it to the start; `edges` are the keys of its first link."""

    service: Node
    hop: int
    chain: tuple[str, ...]
    edges: tuple[int, ...]

    @property
    def owner(self) -> str:
        """Whom to ask, "" where nobody is known."""
        return str(self.service.properties.get("owner", ""))

    @property
    def oncall(self) -> str:
        """Whom to call, "" where nobody is known."""
        return str(self.service.properties.get("oncall", ""))


@dataclass(frozen=True, slots=True)
class Blast:
    """Everything that is hit if `start` fails, nearest first, then by id."""

    start: Node
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class _Reached:
    hop: int
    parent: int
    edges: tuple[int, ...]


def find_blast(view: View, text: str, kinds: Iterable[Kind] = RUNTIME_KINDS, depth: int = 0) -> Blast:
    """Who is hit if the node that `text` names fails, along dependencies of some kinds, out to `depth` hops (0: all).

    A topic hits those who publish and consume it, an event its consumers, an endpoint its callers.
    Raises QueryError for a name that is unknown or means several nodes.
    """
    found = find_node(view, text, *_STARTS)
    needs = dependencies(view, kinds)
    reached = {
        key: _Reached(1, found.key, edges)
        for key, edges in _first_hit(view, found.key, needs).items()
        if key != found.key
    }
    layer = sorted(reached)
    hop = 1
    while layer and hop != depth:
        hop += 1
        following = []
        for parent in layer:
            for key in needs.needing(parent):
                if key not in reached and key != found.key:
                    reached[key] = _Reached(hop, parent, ())
                    following.append(key)
        layer = sorted(following)
    return Blast(found.node, _hits(view, needs, found.key, reached))


def _first_hit(view: View, key: int, needs: Dependencies) -> dict[int, tuple[int, ...]]:
    label = view.node(key).label
    if label is NodeLabel.LIBRARY:
        every = dependencies(view, None)
        return {other: (every.edge(other, key),) for other in every.needing(key)}
    if label is NodeLabel.TOPIC:
        return _keys({**moves_to(view, key), **moves_from(view, key)})
    if label in (NodeLabel.EVENT, NodeLabel.SUBSCRIPTION):
        return _keys(moves_from(view, key))
    if label is NodeLabel.ENDPOINT:
        return _keys(moves_to(view, key))
    return {other: (needs.edge(other, key),) for other in needs.needing(key)}


def _keys(moves: Mapping[int, Sequence[Move]]) -> dict[int, tuple[int, ...]]:
    return {service: tuple(edge for edge, _ in reversed(steps)) for service, steps in moves.items()}


def _hits(view: View, needs: Dependencies, start: int, reached: Mapping[int, _Reached]) -> tuple[Hit, ...]:
    chains: dict[int, tuple[str, ...]] = {start: (view.node(start).id,)}
    hits = []
    ordered = sorted(reached, key=lambda key: (reached[key].hop, key))
    for key, node in zip(ordered, view.nodes(ordered), strict=True):
        at = reached[key]
        chains[key] = (node.id, *chains[at.parent])
        hits.append(Hit(node, at.hop, chains[key], at.edges or (needs.edge(key, at.parent),)))
    return tuple(hits)
