"""The one door for questions: a snapshot, who asks, and the least confidence that counts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar, cast

import apsw
import msgspec

from parsed_graph.errors import SettingsError
from parsed_graph.grant import Grant
from parsed_graph.model import Edge, Evidence, Node, Property
from parsed_graph.schema import ANSWER_CONFIDENCE, GUESS, EdgeType, Layer, NodeLabel
from parsed_graph.snapshot.adjacency import Adjacency, percent, read_adjacency
from parsed_graph.snapshot.reader import Snapshot
from parsed_graph.visibility import Visibility, everything_but, granted

Remembered = TypeVar("Remembered")
_REMEMBERED = 50_000
_BATCH = 500
# A look into a dictionary takes a third of the time of an enumeration's call, and a walk makes thousands.
_TYPES = {kind.value: kind for kind in EdgeType}
_LAYERS = {layer.value: layer for layer in Layer}
_decode_properties = msgspec.json.Decoder(dict[str, str | int | float | bool | tuple[str, ...]]).decode
_decode_hops = msgspec.json.Decoder(tuple[str, ...]).decode


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks, and what of the graph is kept from them: everything but what `grant` shows, and the nodes with the ids in `hidden`.

    Without either, as where there is no policy, they see everything.
    """

    name: str = ""
    hidden: frozenset[str] = frozenset()
    grant: Grant | None = None


EVERYBODY = Principal()


class Link(NamedTuple):
    """An edge as stored: ends are node keys. `View.edges` turns links into edges with their evidence."""

    key: int
    source: int
    type: EdgeType
    target: int
    layer: Layer
    confidence: float


class View:
    """What one principal sees of one snapshot, at or above a confidence. Not for use by several threads at once."""

    def __init__(
        self, snapshot: Snapshot, principal: Principal = EVERYBODY, least_confidence: float = ANSWER_CONFIDENCE
    ) -> None:
        """Raises SettingsError for a confidence below 0.3 or above 1."""
        if not GUESS <= least_confidence <= 1:
            raise SettingsError(f"confidence {least_confidence} is not between {GUESS} and 1")
        self.snapshot = snapshot
        self.principal = principal
        self.least_confidence = least_confidence
        self.least_percent = percent(least_confidence)
        self._database = snapshot.database
        self._nodes: dict[int, Node] = {}
        self._remembered: dict[tuple[str, int], object] = {}
        self._visibility = _visibility(snapshot, principal)
        self._hidden = self._visibility.hidden
        self._names = self._visibility.names

    def key(self, node_id: str) -> int | None:
        """The key of the node with this id, None where there is none to see."""
        for (key,) in self._database.execute("SELECT key FROM graph_nodes WHERE id = ?", (node_id,)):
            return None if key in self._hidden else int(key)
        return None

    def node(self, key: int) -> Node:
        """The node with this key."""
        if key not in self._nodes:
            self._load([key])
        return self._nodes[key]

    def nodes(self, keys: Iterable[int]) -> list[Node]:
        """The nodes with these keys, in their order."""
        wanted = list(keys)
        missing = [key for key in dict.fromkeys(wanted) if key not in self._nodes]
        if len(self._nodes) + len(missing) > _REMEMBERED:
            self._nodes.clear()
            missing = list(dict.fromkeys(wanted))
        self._load(missing)
        return [self._nodes[key] for key in wanted]

    def labelled(self, *labels: NodeLabel) -> list[tuple[int, Node]]:
        """All nodes of some labels with their keys, in the order of ids."""
        marks = ", ".join("?" for _ in labels)
        rows = self._database.execute(f"SELECT key FROM graph_nodes WHERE label IN ({marks}) ORDER BY key", labels)
        keys = [key for (key,) in rows if key not in self._hidden]
        return list(zip(keys, self.nodes(keys), strict=True))

    def named(self, names: Sequence[str]) -> list[tuple[str, int, int]]:
        """(name, tier, node key) for each node that carries one of these names, as `node_names` forms them."""
        marks = ", ".join("?" for _ in names)
        rows = self._database.execute(
            f"SELECT name, tier, node FROM node_names WHERE name IN ({marks}) ORDER BY tier, node", tuple(names)
        )
        return [(name, tier, key) for name, tier, key in rows if key not in self._hidden]

    def names(self, *labels: NodeLabel) -> Iterator[tuple[str, int]]:
        """(name, node key) of every node of some labels: names, aliases and, for services, bare names."""
        marks = ", ".join("?" for _ in labels)
        rows = self._database.execute(
            "SELECT node_names.name, node FROM node_names JOIN graph_nodes ON graph_nodes.key = node"
            f" WHERE label IN ({marks}) AND (tier <= 3 OR label = 'Service') ORDER BY node, node_names.name",
            labels,
        )
        return ((name, key) for name, key in rows if key not in self._hidden)

    def leaving(self, key: int, *types: EdgeType) -> list[Link]:
        """Edges that start at a node, of these types or of all, ordered by type and target."""
        return self._links("source", [key], types)

    def reaching(self, key: int, *types: EdgeType) -> list[Link]:
        """Edges that end at a node, of these types or of all, ordered by type and source."""
        return self._links("target", [key], types)

    def leaving_any(self, keys: Sequence[int], *types: EdgeType) -> list[Link]:
        """Edges that start at one of several nodes."""
        return self._links("source", keys, types)

    def reaching_any(self, keys: Sequence[int], *types: EdgeType) -> list[Link]:
        """Edges that end at one of several nodes."""
        return self._links("target", keys, types)

    def typed(self, *types: EdgeType) -> list[Link]:
        """Every edge of some types."""
        marks = ", ".join("?" for _ in types)
        return self._select(f"type IN ({marks})", types)

    def edges(self, keys: Sequence[int]) -> list[Edge]:
        """The edges with these keys, with their properties and evidence, in the order given."""
        found: dict[int, Edge] = {}
        for start in range(0, len(keys), _BATCH):
            found.update(self._edges(keys[start : start + _BATCH]))
        return [found[key] for key in keys]

    @cached_property
    def adjacency(self) -> Adjacency:
        """The DEPENDS_ON edges as arrays. Walks over them ask `passes` for each step."""
        found = read_adjacency(self._database)
        return found if self.sees_everything else found.where(self._visibility.allows)

    def passes(self, other: int, confidence_percent: int) -> bool:
        """Whether a step to a node, along an edge of this confidence, is one that this view may take."""
        return confidence_percent >= self.least_percent and other not in self._hidden

    def remember(self, name: tuple[str, int], make: Callable[[], Remembered]) -> Remembered:
        """A value made once for this view and kept with it, such as the neighbours of a walk."""
        if name not in self._remembered:
            self._remembered[name] = make()
        return cast(Remembered, self._remembered[name])

    @property
    def sees_everything(self) -> bool:
        """Whether nothing at all is kept from the principal: only then may it ask in Cypher."""
        return not self._hidden and self.principal.grant is None

    def may_tell(self, text: str) -> bool:
        """Whether a text names nothing that is kept from the principal."""
        return not self._names.mentions(text)

    def rows(self, sql: str, parameters: Sequence[str | int | float] = ()) -> Iterator[tuple[object, ...]]:
        """Rows of a query over the store's views and `problems`. The caller keeps out what `hides` names."""
        return iter(self._database.execute(sql, tuple(parameters)))

    def hides(self, key: int) -> bool:
        """Whether a node is kept from the principal."""
        return key in self._hidden

    def allows(self, source: int, target: int) -> bool:
        """Whether an edge between two nodes may be seen by the principal."""
        return self._visibility.allows(source, target)

    def _load(self, keys: Sequence[int]) -> None:
        for start in range(0, len(keys), _BATCH):
            part = keys[start : start + _BATCH]
            marks = ", ".join("?" for _ in part)
            rows = self._database.execute(
                f"SELECT key, id, label, name, service, properties FROM graph_nodes WHERE key IN ({marks})", part
            )
            for key, node_id, label, name, service, properties in rows:
                self._nodes[key] = Node(
                    node_id, NodeLabel(label), name, self._owner(service), self._told(_properties(properties))
                )

    def _links(self, end: str, keys: Sequence[int], types: tuple[EdgeType, ...]) -> list[Link]:
        found: list[Link] = []
        for start in range(0, len(keys), _BATCH):
            part = keys[start : start + _BATCH]
            where = f"{end} IN ({', '.join('?' for _ in part)})"
            if types:
                where += f" AND type IN ({', '.join('?' for _ in types)})"
            found += self._select(where, (*part, *types))
        return found

    def _select(self, where: str, parameters: Sequence[str | int]) -> list[Link]:
        rows = self._database.execute(
            "SELECT key, source, type, target, layer, confidence FROM graph_edges"
            f" WHERE {where} AND confidence >= ? ORDER BY type, key",
            (*parameters, self.least_confidence - 1e-9),
        )
        allows = self._visibility.allows
        return [
            Link(key, source, _TYPES[kind], target, _LAYERS[layer], confidence)
            for key, source, kind, target, layer, confidence in rows
            if allows(source, target)
        ]

    def _edges(self, keys: Sequence[int]) -> dict[int, Edge]:
        marks = ", ".join("?" for _ in keys)
        evidence = self._evidence(marks, keys)
        rows = self._database.execute(
            "SELECT e.key, s.id, e.type, t.id, e.layer, e.confidence, e.properties FROM graph_edges e"
            " JOIN graph_nodes s ON s.key = e.source JOIN graph_nodes t ON t.key = e.target"
            f" WHERE e.key IN ({marks})",
            tuple(keys),
        )
        return {
            key: Edge(
                source,
                EdgeType(kind),
                target,
                Layer(layer),
                confidence,
                self._told(_properties(properties)),
                tuple(evidence.get(key, ())),
            )
            for key, source, kind, target, layer, confidence, properties in rows
        }

    def _evidence(self, marks: str, keys: Sequence[int]) -> dict[int, list[Evidence]]:
        found: dict[int, list[Evidence]] = {}
        rows: apsw.Cursor = self._database.execute(
            "SELECT edge, repo, path, line, rule, quote, hops FROM evidence JOIN files ON files.key = file"
            f" WHERE edge IN ({marks}) ORDER BY edge, position",
            tuple(keys),
        )
        for edge, repo, path, line, rule, quote, hops in rows:
            parsed = _decode_hops(hops) if hops != "[]" else ()
            if all(map(self.may_tell, (repo, path, quote, *parsed))):
                found.setdefault(edge, []).append(Evidence(repo, path, line, rule, quote, parsed))
        return found

    def _owner(self, service: str) -> str:
        """The id of the service that a node belongs to, "" where that is hidden and the node is shared."""
        return service if self.sees_everything or not service or self.key(service) is not None else ""

    def _told(self, properties: Mapping[str, Property]) -> Mapping[str, Property]:
        """Properties without what would tell a hidden name."""
        if not self._names:
            return properties
        kept = {
            name: tuple(filter(self.may_tell, value)) if isinstance(value, tuple) else value
            for name, value in properties.items()
        }
        return {name: value for name, value in kept.items() if not isinstance(value, str) or self.may_tell(value)}


def _visibility(snapshot: Snapshot, principal: Principal) -> Visibility:
    """What a principal sees of a snapshot, worked out once for as long as it is open."""
    if principal not in snapshot.memory:
        if principal.grant is not None:
            made = granted(snapshot.database, principal.grant)
        else:
            made = everything_but(snapshot.database, principal.hidden)
        snapshot.memory[principal] = made
    return cast(Visibility, snapshot.memory[principal])


def _properties(text: str) -> Mapping[str, Property]:
    return _decode_properties(text) if text != "{}" else {}
