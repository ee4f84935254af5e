"""The graph in memory: typed nodes and edges, merged as they are added, always in the same order."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from parsed_graph.model import Edge, Node, Property
from parsed_graph.schema import ALLOWED, EdgeType, Layer, NodeLabel

EdgeKey = tuple[str, EdgeType, str, Layer]


class PropertyGraph:
    """Nodes by id, edges by (source, type, target, layer).

    Adding a node again fills in what was empty; adding an edge again keeps the higher confidence and joins
    evidence and list properties. Ends must be added first; a triple that the schema does not allow is a bug.
    """

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._edges: dict[EdgeKey, Edge] = {}
        self._out: defaultdict[str, list[EdgeKey]] = defaultdict(list)
        self._in: defaultdict[str, list[EdgeKey]] = defaultdict(list)

    @classmethod
    def of(cls, nodes: Iterable[Node], edges: Iterable[Edge]) -> "PropertyGraph":
        """A graph that was whole before: nothing is merged, nothing is checked."""
        graph = cls()
        graph._nodes = {node.id: node for node in nodes}
        graph._edges = {(edge.source, edge.type, edge.target, edge.layer): edge for edge in edges}
        for key in graph._edges:
            graph._out[key[0]].append(key)
            graph._in[key[2]].append(key)
        return graph

    def add_node(self, node: Node) -> None:
        """Adds a node, or merges it into the one with its id: what is already known wins."""
        known = self._nodes.get(node.id)
        if known is None:
            self._nodes[node.id] = node
        elif known != node:
            properties = {**node.properties, **{k: v for k, v in known.properties.items() if v not in ("", ())}}
            self._nodes[node.id] = replace(known, service=known.service or node.service, properties=properties)

    def set_properties(self, node_id: str, **properties: Property) -> None:
        """Overwrites properties of a node that is there."""
        node = self._nodes[node_id]
        self._nodes[node_id] = replace(node, properties={**node.properties, **properties})

    def add_edge(self, edge: Edge) -> None:
        """Adds an edge, or merges it into the one with its key."""
        ends = self._nodes[edge.source].label, self._nodes[edge.target].label
        if ends not in ALLOWED[edge.type]:
            raise ValueError(f"the schema has no {ends[0]} {edge.type} {ends[1]}: {edge.source} -> {edge.target}")
        key = (edge.source, edge.type, edge.target, edge.layer)
        known = self._edges.get(key)
        if known is None:
            self._edges[key] = (
                edge if len(edge.evidence) < 2 else replace(edge, evidence=tuple(sorted(set(edge.evidence))))
            )
            self._out[edge.source].append(key)
            self._in[edge.target].append(key)
        else:
            self._edges[key] = _merge(known, edge)

    def remove_nodes(self, node_ids: Collection[str]) -> None:
        """Removes nodes and all edges at them; ids that are not there are passed over."""
        for key in [key for key in self._edges if key[0] in node_ids or key[2] in node_ids]:
            del self._edges[key]
            self._out[key[0]].remove(key)
            self._in[key[2]].remove(key)
        for node_id in node_ids:
            self._nodes.pop(node_id, None)

    def node(self, node_id: str) -> Node | None:
        """The node with this id."""
        return self._nodes.get(node_id)

    def nodes(self, *labels: NodeLabel) -> Iterator[Node]:
        """Nodes of these labels (of all where none is given), sorted by id."""
        nodes = self._nodes if not labels else {i: node for i, node in self._nodes.items() if node.label in labels}
        for node_id in sorted(nodes):
            yield self._nodes[node_id]

    def edges(self, *types: EdgeType) -> Iterator[Edge]:
        """Edges of these types (of all where none is given), sorted by their key."""
        for key in sorted(self._edges):
            if not types or key[1] in types:
                yield self._edges[key]

    def out_edges(self, node_id: str, *types: EdgeType) -> Iterator[Edge]:
        """Edges that start at a node."""
        return self._of(self._out.get(node_id, ()), types)

    def in_edges(self, node_id: str, *types: EdgeType) -> Iterator[Edge]:
        """Edges that end at a node."""
        return self._of(self._in.get(node_id, ()), types)

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def edge_count(self) -> int:
        """How many edges there are, over all layers."""
        return len(self._edges)

    def _of(self, keys: Iterable[EdgeKey], types: tuple[EdgeType, ...]) -> Iterator[Edge]:
        return (self._edges[key] for key in sorted(keys) if not types or key[1] in types)


def _merge(known: Edge, other: Edge) -> Edge:
    properties = dict(known.properties)
    for name, value in other.properties.items():
        before = properties.get(name)
        if isinstance(before, tuple) and isinstance(value, tuple):
            properties[name] = tuple(sorted({*before, *value}))
        elif before in (None, "", ()):
            properties[name] = value
    return replace(
        known,
        confidence=max(known.confidence, other.confidence),
        properties=properties,
        evidence=tuple(sorted({*known.evidence, *other.evidence})),
    )
