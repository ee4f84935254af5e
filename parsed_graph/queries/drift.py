"""Which nodes and edges came and went from one snapshot to another, and which of them without a change in any file they came from."""

from collections.abc import Iterator
from dataclasses import dataclass

from parsed_graph.file_digests import has_digests
from parsed_graph.model import Edge
from parsed_graph.view import View

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NodeDrift:
    """A node that only one of two snapshots holds."""

    id: str
    label: str
    name: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class EdgeDrift:
    """An edge that only one of two snapshots holds. `is_explained` is False where no changed file can be the reason:

    neither one behind it, nor one behind the coming or going of its ends.
    """

    edge: Edge
    is_new: bool
    is_explained: bool


@dataclass(frozen=True, slots=True)
class Drift:
    """`before` and `after` are ids of snapshots. Without `has_files` one does not say what its files held: all counts as explained."""

    before: str
    after: str
    nodes: tuple[NodeDrift, ...]
    edges: tuple[EdgeDrift, ...]
    has_files: bool

    @property
    def unexplained(self) -> tuple[EdgeDrift, ...]:
        """Edges that came or went though no file behind them changed: by another file, or by a fault of a parser."""
        return tuple(each for each in self.edges if not each.is_explained)


def find_drift(before: View, after: View) -> Drift:
    """What two views hold differently, at any confidence. What a view hides does not count."""
    gone_nodes, new_nodes = _apart(_nodes(before), _nodes(after))
    gone, new = _apart(_edges(before), _edges(after))
    has_files = all(has_digests(view.snapshot.database) for view in (before, after))
    changed = _changed_files(before, after) if has_files else frozenset()
    nodes = [
        NodeDrift(node_id, label, name, is_new)
        for found, is_new in ((gone_nodes, False), (new_nodes, True))
        for (node_id, label, name), _ in found
    ]
    moved = [
        (edge, is_new, not has_files or _is_explained(edge, changed))
        for view, found, is_new in ((before, gone, False), (after, new, True))
        for edge in view.edges([row for _, row in found])
    ]
    moved_nodes = {node.id for node in nodes}
    known = {end for edge, _, explained in moved if explained for end in (edge.source, edge.target)} & moved_nodes
    edges = [
        EdgeDrift(edge, is_new, explained or edge.source in known or edge.target in known)
        for edge, is_new, explained in moved
    ]
    return Drift(
        before.snapshot.id,
        after.snapshot.id,
        tuple(sorted(nodes, key=lambda each: (each.label, each.id, each.is_new))),
        tuple(sorted(edges, key=lambda each: (each.edge.type, each.edge.source, each.edge.target, each.edge.layer))),
        has_files,
    )


def _nodes(view: View) -> Iterator[tuple[Key, int]]:
    for key, node_id, label, name in view.rows("SELECT key, id, label, name FROM graph_nodes ORDER BY id"):
        if not view.hides(_whole(key)):
            yield (str(node_id), str(label), str(name)), _whole(key)


def _edges(view: View) -> Iterator[tuple[Key, int]]:
    rows = view.rows(
        "SELECT e.key, s.id, e.type, t.id, e.layer, e.source, e.target FROM graph_edges e"
        " JOIN graph_nodes s ON s.key = e.source JOIN graph_nodes t ON t.key = e.target ORDER BY s.id, e.type, t.id, e.layer"
    )
    for key, source, kind, target, layer, start, end in rows:
        if view.allows(_whole(start), _whole(end)):
            yield (str(source), str(kind), str(target), str(layer)), _whole(key)


def _apart(
    before: Iterator[tuple[Key, int]], after: Iterator[tuple[Key, int]]
) -> tuple[list[tuple[Key, int]], list[tuple[Key, int]]]:
    """What only one of two listings in ascending order holds, in one pass."""
    gone: list[tuple[Key, int]] = []
    new: list[tuple[Key, int]] = []
    old, other = next(before, None), next(after, None)
    while old is not None or other is not None:
        if other is None or (old is not None and old[0] < other[0]):
            assert old is not None
            gone.append(old)
            old = next(before, None)
        elif old is None or other[0] < old[0]:
            new.append(other)
            other = next(after, None)
        else:
            old, other = next(before, None), next(after, None)
    return gone, new


def _changed_files(before: View, after: View) -> frozenset[str]:
    """Files of other content, or that only one snapshot read, each `repo:path`."""
    query = "SELECT repo, path, digest FROM file_digests"
    old, new = ({f"{repo}:{path}": str(digest) for repo, path, digest in view.rows(query)} for view in (before, after))
    return frozenset(file for file in old.keys() | new.keys() if old.get(file) != new.get(file))


def _is_explained(edge: Edge, changed: frozenset[str]) -> bool:
    """Whether one of the files that the edge was read from, or that its link went through, changed."""
    if not edge.evidence:
        return True
    files = {f"{each.repo}:{each.path}" for each in edge.evidence}
    hops = {_file_of(hop) for each in edge.evidence for hop in each.hops}
    return bool((files | hops) & changed)


def _file_of(hop: str) -> str:
    """`repo:path` of a hop, which is written `repo:path:line what`."""
    return ":".join(hop.split(":")[:2])


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
