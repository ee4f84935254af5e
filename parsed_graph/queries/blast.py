"""Who is hit if a node fails: what depends on it, and what depends on that, hop by hop."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

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


class Hit(NamedTuple):
    """A service that is hit. `hop` counts from 1; `edges` are the keys of the edges to what it needs, parsed ones first.

    `through` is the hit that it needs, None where it needs the start itself.
    """

    service: Node
    hop: int
    edges: tuple[int, ...]
    through: "Hit | None"

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

    def chain(self, hit: Hit) -> tuple[str, ...]:
        """The ids from a hit to the start, both included."""
        ids = []
        at: Hit | None = hit
        while at is not None:
            ids.append(at.service.id)
            at = at.through
        return (*ids, self.start.id)


def find_blast(view: View, text: str, kinds: Iterable[Kind] = RUNTIME_KINDS, depth: int = 0) -> Blast:
    """Who is hit if the node that `text` names fails, along dependencies of some kinds, out to `depth` hops (0: all).

    A topic hits those who publish and consume it, an event its consumers, an endpoint its callers.
    Raises QueryError for a name that is unknown or means several nodes.
    """
    found = find_node(view, text, *_STARTS)
    needs = dependencies(view, kinds)
    first = _first_hit(view, found.key, needs)
    layers = list(_layers(needs, found.key, first.keys() - {found.key}, depth))
    return Blast(found.node, tuple(_hits(view, needs, first, layers)))


def _layers(needs: Dependencies, start: int, first: Set[int], depth: int) -> Iterator[Set[int]]:
    """What is hit after one hop, what else after two, and so on."""
    seen, layer, hop = {start, *first}, first, 1
    while layer:
        yield layer
        if hop == depth:
            return
        layer = set().union(*map(needs.needing, layer)) - seen
        seen |= layer
        hop += 1


def _first_hit(view: View, key: int, needs: Dependencies) -> dict[int, tuple[int, ...]]:
    label = view.node(key).label
    if label is NodeLabel.LIBRARY:
        every = dependencies(view, None)
        return dict(every.needing(key))
    if label is NodeLabel.TOPIC:
        return _keys({**moves_to(view, key), **moves_from(view, key)})
    if label in (NodeLabel.EVENT, NodeLabel.SUBSCRIPTION):
        return _keys(moves_from(view, key))
    if label is NodeLabel.ENDPOINT:
        return _keys(moves_to(view, key))
    return dict(needs.needing(key))


def _keys(moves: Mapping[int, Sequence[Move]]) -> dict[int, tuple[int, ...]]:
    return {service: tuple(edge for edge, _ in reversed(steps)) for service, steps in moves.items()}


def _hits(
    view: View, needs: Dependencies, first: Mapping[int, tuple[int, ...]], layers: Sequence[Set[int]]
) -> Iterator[Hit]:
    """Each hit through the first of what it needs that was hit one hop before."""
    nearer: dict[int, Hit] = {}
    for hop, layer in enumerate(layers, 1):
        keys = sorted(layer)
        hits: dict[int, Hit] = {}
        for key, node in zip(keys, view.nodes(keys), strict=True):
            if hop == 1:
                hits[key] = Hit(node, hop, first[key], None)
                continue
            for needed, edges in needs.needed_by(key).items():
                if needed in nearer:
                    hits[key] = Hit(node, hop, edges, nearer[needed])
                    break
        yield from hits.values()
        nearer = hits
