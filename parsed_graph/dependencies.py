"""Walks over DEPENDS_ON within a view: neighbours by kind, each with the edges to it, remembered as they are asked for."""

from collections.abc import Iterable, Mapping

from parsed_graph.schema import Kind
from parsed_graph.snapshot.adjacency import Rows, kind_bits
from parsed_graph.view import View

ANY_KIND = 0xFFFF
Neighbours = Mapping[int, tuple[int, ...]]
"""Node keys, ascending, and to each the keys of the edges, one for each layer: parsed, observed, extracted, declared."""


class Dependencies:
    """What a node depends on and what depends on it, along edges of some kinds that the view lets pass."""

    def __init__(self, view: View, bits: int) -> None:
        self._view = view
        self._bits = bits
        self._needed: dict[int, Neighbours] = {}
        self._needing: dict[int, Neighbours] = {}

    def needed_by(self, key: int) -> Neighbours:
        """What a node depends on."""
        found = self._needed.get(key)
        if found is None:
            found = self._needed[key] = self._others(self._view.adjacency.leaving, key)
        return found

    def needing(self, key: int) -> Neighbours:
        """What depends on a node."""
        found = self._needing.get(key)
        if found is None:
            found = self._needing[key] = self._others(self._view.adjacency.reaching, key)
        return found

    def _others(self, rows: Rows, key: int) -> Neighbours:
        view, bits, kinds, percents, others = self._view, self._bits, rows.kinds, rows.percents, rows.others
        edges: dict[int, tuple[int, ...]] = {}
        for place in range(rows.offsets[key], rows.offsets[key + 1]):
            if kinds[place] & bits and view.passes(others[place], percents[place]):
                other = others[place]
                # Edge keys ascend with the names of layers; the last is what the code says.
                edges[other] = (rows.edges[place], *edges.get(other, ()))
        return edges


def dependencies(view: View, kinds: Iterable[Kind] | None) -> Dependencies:
    """The walk along some kinds, or along every edge for None; one for each view and set of kinds."""
    bits = ANY_KIND if kinds is None else kind_bits([kind.value for kind in kinds])
    return view.remember(("dependencies", bits), lambda: Dependencies(view, bits))


class Flow:
    """Where requests and data go: to what a node depends on, and from a publisher to its subscribers."""

    def __init__(self, calls: Dependencies, events: Dependencies) -> None:
        self._calls = calls
        self._events = events
        self._after: dict[int, tuple[int, ...]] = {}
        self._before: dict[int, tuple[int, ...]] = {}

    def after(self, key: int) -> tuple[int, ...]:
        """Keys of where the flow from a node leads, ascending."""
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = tuple(sorted({*self._calls.needed_by(key), *self._events.needing(key)}))
        return found

    def before(self, key: int) -> tuple[int, ...]:
        """Keys of where the flow to a node comes from, ascending."""
        found = self._before.get(key)
        if found is None:
            found = self._before[key] = tuple(sorted({*self._calls.needing(key), *self._events.needed_by(key)}))
        return found


def flow(view: View, kinds: frozenset[Kind]) -> Flow:
    """The flow along some kinds; one for each view and set of kinds."""
    calls, events = dependencies(view, kinds - {Kind.EVENT}), dependencies(view, kinds & {Kind.EVENT})
    bits = kind_bits([kind.value for kind in kinds])
    return view.remember(("flow", bits), lambda: Flow(calls, events))
