"""The service map as plain dictionaries, with walks of its own: what generated questions are checked against.

It shares no code with the queries that answer them.
"""

from collections import defaultdict, deque
from collections.abc import Mapping

from parsed_graph.schema import RUNTIME_KINDS, EdgeType, NodeLabel
from parsed_graph.view import View

_SHORTEST = 50
_RUN_TIME = frozenset(kind.value for kind in RUNTIME_KINDS)
Edges = Mapping[str, frozenset[str]]


class ReferenceGraph:
    """`needs` are dependencies of every kind, `flows` where requests and data go, by ids; both of run time only but `needs`."""

    def __init__(self, view: View) -> None:
        links = view.typed(EdgeType.DEPENDS_ON)
        needs: defaultdict[str, set[str]] = defaultdict(set)
        hit_by: defaultdict[str, set[str]] = defaultdict(set)
        flows: defaultdict[str, set[str]] = defaultdict(set)
        for link, edge in zip(links, view.edges([link.key for link in links]), strict=True):
            if view.node(link.target).label is NodeLabel.LIBRARY:
                continue
            needs[edge.source].add(edge.target)
            value = edge.properties.get("kinds", ())
            kinds = _RUN_TIME.intersection(value if isinstance(value, tuple) else (str(value),))
            if kinds:
                hit_by[edge.target].add(edge.source)
            if kinds - {"event"}:
                flows[edge.source].add(edge.target)
            if "event" in kinds:
                flows[edge.target].add(edge.source)
        self.needs: Edges = {key: frozenset(needs[key]) for key in sorted(needs)}
        self.hit_by: Edges = {key: frozenset(hit_by[key]) for key in sorted(hit_by)}
        self.flows: Edges = {key: frozenset(flows[key]) for key in sorted(flows)}

    def hit(self, start: str) -> frozenset[str]:
        """Everything that is hit if a node fails."""
        seen, waiting = {start}, [start]
        while waiting:
            fresh = self.hit_by.get(waiting.pop(), frozenset()) - seen
            seen |= fresh
            waiting += sorted(fresh)
        return frozenset(seen - {start})

    def shortest(self, source: str, target: str) -> list[tuple[str, ...]]:
        """The shortest ways along the flow, all of them up to a bound; empty where there is none."""
        distance = {source: 0}
        waiting = deque([source])
        while waiting:
            here = waiting.popleft()
            for other in sorted(self.flows.get(here, ())):
                if other not in distance:
                    distance[other] = distance[here] + 1
                    waiting.append(other)
        if target not in distance:
            return []
        found: list[tuple[str, ...]] = []
        walks: list[tuple[str, ...]] = [(source,)]
        while walks and len(found) < _SHORTEST:
            walk = walks.pop()
            if walk[-1] == target:
                found.append(walk)
                continue
            step = distance[walk[-1]] + 1
            walks += [
                (*walk, other)
                for other in sorted(self.flows.get(walk[-1], ()))
                if distance.get(other) == step <= distance[target]
            ]
        return found
