"""Who is hit if a node fails: what depends on it, and what depends on that, hop by hop."""

from collections.abc import Iterable, Mapping, Sequence, Set
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
    """A service that is hit; `hop` counts from 1."""

    service: Node
    hop: int
    key: int

    @property
    def owner(self) -> str:
        """Whom to ask, "" where nobody is known."""
        return str(self.service.properties.get("owner", ""))

    @property
    def oncall(self) -> str:
        """Whom to call, "" where nobody is known."""
        return str(self.service.properties.get("oncall", ""))


class Blast:
    """Everything that is hit if `start` fails, nearest first, then by id; why, it works out for the hits it is asked about."""

    def __init__(
        self, view: View, start: int, needs: Dependencies, first: Mapping[int, tuple[int, ...]], hops: Mapping[int, int]
    ) -> None:
        """`first` are the edges of what is hit at once; `hops` how far each hit is, in the order of hits."""
        self.start = view.node(start)
        self.hits = tuple(map(Hit, view.nodes(hops), hops.values(), hops))
        self._view = view
        self._needs = needs
        self._first = first
        self._hops = hops

    def edges(self, hit: Hit) -> tuple[int, ...]:
        """Keys of the edges by which a hit needs the next one on its chain, parsed ones first."""
        return self._link(hit.key)[0]

    def chain(self, hit: Hit) -> tuple[str, ...]:
        """The ids from a hit to the start, both included: through the first of what it needs that is one hop nearer."""
        ids, key = [], hit.key
        for _ in range(hit.hop):
            ids.append(self._view.node(key).id)
            key = self._link(key)[1]
        return (*ids, self.start.id)

    def _link(self, key: int) -> tuple[tuple[int, ...], int]:
        hop = self._hops[key]
        if hop == 1:
            return self._first[key], 0
        needed = self._needs.needed_by(key)
        nearer = next(other for other in needed if self._hops.get(other) == hop - 1)
        return needed[nearer], nearer


def find_blast(view: View, text: str, kinds: Iterable[Kind] = RUNTIME_KINDS, depth: int = 0) -> Blast:
    """Who is hit if the node that `text` names fails, along dependencies of some kinds, out to `depth` hops (0: all).

    A topic hits those who publish and consume it, an event its consumers, an endpoint its callers.
    Raises QueryError for a name that is unknown or means several nodes.
    """
    found = find_node(view, text, *_STARTS)
    needs = dependencies(view, kinds)
    first = _first_hit(view, found.key, needs)
    return Blast(view, found.key, needs, first, _hops(needs, found.key, first.keys() - {found.key}, depth))


def _hops(needs: Dependencies, start: int, first: Set[int], depth: int) -> dict[int, int]:
    """How far from the start each hit is, out to `depth` hops (0: all)."""
    hops: dict[int, int] = {}
    layer, hop = first, 1
    while layer:
        hops.update(dict.fromkeys(sorted(layer), hop))
        if hop == depth:
            break
        layer = set().union(*map(needs.needing, layer)).difference(hops, (start,))
        hop += 1
    return hops


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
