"""Snapshots made of a few text units over a few nodes."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from parsed_graph.model import Edge, Evidence, Node
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import Principal, View
from pipelines.stages.text_unit_rows import DocumentRow, Row, TextUnitRow
from pipelines.stages.text_units import ordered_rows, text_units_part


def text(identity: str, words: str, *, title: str = "", kind: str = "doc", service: str = "", path: str = "") -> Row:
    """One document of one unit."""
    head = DocumentRow(identity, kind, service, title, "shop", path)
    return head, (TextUnitRow(f"{identity}#1", identity, kind, service, title, path, "shop", 1, words),)


def service(name: str, *aliases: str) -> Node:
    identity = f"service:{name}"
    return Node(identity, NodeLabel.SERVICE, name, identity, {"aliases": aliases} if aliases else {})


def edge(source: str, kind: EdgeType, target: str, confidence: float = 1.0, layer: Layer = Layer.PARSED) -> Edge:
    return Edge(source, kind, target, layer, confidence, {}, (Evidence("shop", "a.py", 1, "test"),))


def library(
    folder: Path,
    texts: Iterable[Row],
    nodes: Sequence[Node] = (),
    edges: Sequence[Edge] = (),
    hidden: Iterable[str] = (),
) -> View:
    """A view over a snapshot that holds these."""
    graph = PropertyGraph()
    for node in nodes:
        graph.add_node(node)
    for one in edges:
        graph.add_edge(one)
    write_snapshot(folder, graph, [], RunReport(), parts=[text_units_part(ordered_rows(texts))])
    return View(open_snapshot(folder), Principal("someone", frozenset(hidden)))
