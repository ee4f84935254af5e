"""Walks over DEPENDS_ON within a view: neighbours by kind, remembered as they are asked for."""

from collections.abc import Iterable

from parsed_graph.schema import Kind
from parsed_graph.snapshot.adjacency import Rows, kind_bits
from parsed_graph.view import View

ANY_KIND = 0xFFFF


class Dependencies:
    """What a node depends on and what depends on it, along edges of some kinds that the view lets pass."""

    def __init__(self, view: View, bits: int) -> None:
        self._view = view
        self._bits = bits
        self._needed: dict[int, tuple[int, ...]] = {}
        self._needing: dict[int, tuple[int, ...]] = {}

    def needed_by(self, key: int) -> tuple[int, ...]:
        """Keys of what a node depends on, ascending."""
        if key not in self._needed:
            self._needed[key] = self._others(self._view.adjacency.leaving, key)
        return self._needed[key]

    def needing(self, key: int) -> tuple[int, ...]:
        """Keys of what depends on a node, ascending."""
        if key not in self._needing:
            self._needing[key] = self._others(self._view.adjacency.reaching, key)
        return self._needing[key]

    def edge(self, source: int, target: int) -> int:
        """The key of the surest edge from one node to another that is among these neighbours; of equal ones the first."""
        rows = self._view.adjacency.leaving
        places = [
            place
            for place in range(rows.offsets[source], rows.offsets[source + 1])
            if rows.others[place] == target and rows.kinds[place] & self._bits
        ]
        return rows.edges[max(places, key=lambda place: (rows.percents[place], -rows.edges[place]))]

    def _others(self, rows: Rows, key: int) -> tuple[int, ...]:
        view, bits, kinds, percents, others = self._view, self._bits, rows.kinds, rows.percents, rows.others
        found = [
            others[place]
            for place in range(rows.offsets[key], rows.offsets[key + 1])
            if kinds[place] & bits and view.passes(others[place], percents[place])
        ]
        return tuple(dict.fromkeys(found))


def dependencies(view: View, kinds: Iterable[Kind] | None) -> Dependencies:
    """The walk along some kinds, or along every edge for None; one for each view and set of kinds."""
    bits = ANY_KIND if kinds is None else kind_bits([kind.value for kind in kinds])
    return view.remember(("dependencies", bits), lambda: Dependencies(view, bits))
