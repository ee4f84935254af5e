"""Services in reach of others along dependencies, hop by hop, each with the shortest chain that leads there."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from parsed_graph.dependencies import Neighbours
from parsed_graph.schema import NodeLabel
from parsed_graph.view import View

DEPTH = 2
"""How many hops of dependencies a report follows unless asked otherwise."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A service in reach. `chain` are the keys of nodes from a start to it; `edges` one edge key for each hop."""

    chain: tuple[int, ...]
    edges: tuple[int, ...] = ()

    @property
    def key(self) -> int:
        """The key of the service."""
        return self.chain[-1]

    @property
    def hop(self) -> int:
        """How many dependencies away it is; 0 for a start."""
        return len(self.edges)


def services_in_reach(
    view: View, starts: Iterable[int], neighbours: Callable[[int], Neighbours], depth: int
) -> dict[int, Reached]:
    """Every service at most `depth` hops from a start, starts included, nearest first, then by id.

    `neighbours` is the direction: what a node needs, or what needs it.
    """
    found = {key: Reached((key,)) for key in sorted(starts)}
    layer = list(found)
    for _ in range(depth):
        nearer: dict[int, Reached] = {}
        for here in layer:
            for other, edges in neighbours(here).items():
                if other not in found and other not in nearer and view.node(other).label is NodeLabel.SERVICE:
                    nearer[other] = Reached((*found[here].chain, other), (*found[here].edges, edges[0]))
        layer = sorted(nearer)
        found.update((key, nearer[key]) for key in layer)
        if not layer:
            break
    return found
