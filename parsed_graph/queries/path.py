"""How one node reaches another, from service to service: by what it calls, sends to and stores in, else by what it needs.

A step of the flow leads from a caller to what it depends on, and from a publisher to its subscribers: there requests
and data go. Only where no flow leads from A to B is every dependency followed as it points, a subscriber's on its
publisher too: B is then something that A needs, and the answer says so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, pairwise

from parsed_graph.dependencies import dependencies, flow
from parsed_graph.model import Edge
from parsed_graph.queries.find import find_node
from parsed_graph.queries.hop import Move, moves_along_flow, moves_from, moves_to
from parsed_graph.schema import RUNTIME_KINDS, Kind, NodeLabel
from parsed_graph.view import View

PATHS = 5
"""How many paths are listed unless asked otherwise."""
_ENDS = (
    NodeLabel.SERVICE,
    NodeLabel.DATABASE,
    NodeLabel.LIBRARY,
    NodeLabel.ENDPOINT,
    NodeLabel.TOPIC,
    NodeLabel.EVENT,
    NodeLabel.SUBSCRIPTION,
)
_FLOW, _DEPENDENCY = "flow", "dependency"
Neighbours = Callable[[int], Iterable[int]]
Hop = Callable[[int, int], list[Move]]
Route = tuple[list[int], list[Move]]
"""The keys of the stations, and the edges from end to end."""


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a path. `forward` is False where the path runs against the edge, as from an endpoint to its service."""

    edge: Edge
    forward: bool

    @property
    def target(self) -> str:
        """The id of the node that the step leads to."""
        return self.edge.target if self.forward else self.edge.source


@dataclass(frozen=True, slots=True)
class Path:
    """A path with all its edges. `services` are the ids of the stations, both ends included."""

    services: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Paths:
    """The shortest paths between two ids, in a fixed order.

    `basis` is flow, dependency, or "" where there is no path; `opposite` is the way back, looked for only then.
    """

    source: str
    target: str
    basis: str
    paths: tuple[Path, ...]
    opposite: Path | None = None


def find_paths(
    view: View, source: str, target: str, limit: int = PATHS, kinds: Iterable[Kind] = RUNTIME_KINDS
) -> Paths:
    """Shortest paths between two nodes, at most `limit`, along dependencies of some kinds.

    Raises QueryError for a name that is unknown or means several nodes.
    """
    start, end = find_node(view, source, *_ENDS), find_node(view, target, *_ENDS)
    followed = frozenset(kinds)
    for basis in (_FLOW, _DEPENDENCY):
        routes = list(islice(_routes(view, basis, followed, start.key, end.key), limit))
        if routes:
            return Paths(start.node.id, end.node.id, basis, tuple(_drawn(view, routes)))
    back = list(islice(_routes(view, _FLOW, followed, end.key, start.key), 1))
    return Paths(start.node.id, end.node.id, "", (), next(_drawn(view, back), None))


def _routes(view: View, basis: str, kinds: frozenset[Kind], source: int, target: int) -> Iterator[Route]:
    if source == target:
        return
    after, before, hop = _flowing(view, kinds) if basis == _FLOW else _needing(view, kinds)
    first, last = moves_from(view, source), moves_to(view, target)
    distances = _distances(before, last, first)
    nearest = min((distances[key] for key in first if key in distances), default=-1)
    for start in sorted(key for key in first if distances.get(key) == nearest):
        for stations in _walks(after, distances, start):
            within = chain.from_iterable(hop(a, b) for a, b in pairwise(stations))
            yield stations, [*first[start], *within, *last[stations[-1]]]


def _flowing(view: View, kinds: frozenset[Kind]) -> tuple[Neighbours, Neighbours, Hop]:
    moving = flow(view, kinds)
    calls, events = dependencies(view, kinds - {Kind.EVENT}), dependencies(view, kinds & {Kind.EVENT})
    # Paths of one answer share most of their hops.
    return moving.after, moving.before, cache(lambda a, b: moves_along_flow(view, a, b, calls, events))


def _needing(view: View, kinds: frozenset[Kind]) -> tuple[Neighbours, Neighbours, Hop]:
    needs = dependencies(view, kinds)
    return needs.needed_by, needs.needing, lambda a, b: [(needs.needed_by(a)[b][0], True)]


def _distances(before: Neighbours, targets: Iterable[int], sources: Iterable[int]) -> dict[int, int]:
    """How many hops from each station to the nearest target, out to the first source that is met."""
    wanted, layer, distance = frozenset(sources), set(targets), 0
    distances = dict.fromkeys(layer, 0)
    while layer and wanted.isdisjoint(layer):
        distance += 1
        layer = set().union(*map(before, layer)).difference(distances)
        distances.update(dict.fromkeys(layer, distance))
    return distances


def _walks(after: Neighbours, distances: dict[int, int], start: int) -> Iterator[list[int]]:
    """Every walk along which the distance falls by one a hop, in the order of ids; depth first without recursion."""
    pending = [[start]]
    while pending:
        walk = pending.pop()
        distance = distances[walk[-1]]
        if distance == 0:
            yield walk
            continue
        nearer = [key for key in after(walk[-1]) if distances.get(key) == distance - 1]
        pending += [[*walk, key] for key in reversed(nearer)]


def _drawn(view: View, routes: Sequence[Route]) -> Iterator[Path]:
    keys = list(dict.fromkeys(key for _, moves in routes for key, _ in moves))
    edges = dict(zip(keys, view.edges(keys), strict=True))
    for stations, moves in routes:
        steps = tuple(Step(edges[key], forward) for key, forward in moves)
        yield Path(tuple(node.id for node in view.nodes(stations)), steps)
