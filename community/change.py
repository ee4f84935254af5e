"""How much the edges around a community changed since its report was written."""

from collections.abc import Iterable

from community.projection import EdgeKey


def edges_touching(members: Iterable[str], edges: Iterable[EdgeKey]) -> frozenset[EdgeKey]:
    """The edges inside a community or crossing its border."""
    inside = frozenset(members)
    return frozenset(edge for edge in edges if edge[0] in inside or edge[2] in inside)


def edge_change_ratio(before: frozenset[EdgeKey], now: frozenset[EdgeKey]) -> float:
    """Edges added plus removed over the edges there were; from none to some is a whole change, from none to none is none."""
    changed = len(before ^ now)
    if not before:
        return 1.0 if changed else 0.0
    return changed / len(before)
