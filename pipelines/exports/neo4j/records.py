"""Nodes and relationships as Neo4j holds them: flat properties, lists of texts, evidence as one text for each place."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from parsed_graph.model import Edge, Node, Property
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.snapshot.canonical_json import canonical_bytes
from pipelines.exports.description import place
from pipelines.exports.exported_estate import ExportedEstate

OWNER = "estategraph"
"""What `exported_by` says of all that we write: nothing else is ever removed."""
Value = str | int | float | bool | list[str]


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A node under its id."""

    id: str
    properties: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A relationship; with its ends, type and layer it is the only one."""

    source: str
    target: str
    layer: str
    properties: Mapping[str, Value]


LinkKind = tuple[EdgeType, NodeLabel, NodeLabel]


@dataclass(frozen=True, slots=True)
class Records:
    """All of a graph by label and by kind. `run` is a digest of it: what carries another one is from an earlier export."""

    nodes: Mapping[NodeLabel, list[NodeRecord]]
    links: Mapping[LinkKind, list[LinkRecord]]
    run: str


def build_records(estate: ExportedEstate) -> Records:
    """The records of an estate, each stamped with its owner and run."""
    digest = hashlib.sha256(canonical_bytes((estate.nodes, estate.edges)))
    stamp = {"exported_by": OWNER, "run": digest.hexdigest()[:16]}
    nodes: defaultdict[NodeLabel, list[NodeRecord]] = defaultdict(list)
    for node in estate.nodes:
        nodes[node.label].append(NodeRecord(node.id, {**_node(node, estate), **stamp}))
    links: defaultdict[LinkKind, list[LinkRecord]] = defaultdict(list)
    for edge in estate.edges:
        kind = (edge.type, estate.node[edge.source].label, estate.node[edge.target].label)
        links[kind].append(LinkRecord(edge.source, edge.target, edge.layer.value, {**_link(edge), **stamp}))
    return Records(nodes, links, stamp["run"])


def _node(node: Node, estate: ExportedEstate) -> dict[str, Value]:
    own: dict[str, Property] = {
        **node.properties,
        "id": node.id,
        "name": node.name,
        "title": node.properties.get("title") or estate.titles[node.id],
        "service": node.service,
    }
    return _values(own.items())


def _link(edge: Edge) -> dict[str, Value]:
    own: dict[str, Property] = {
        **edge.properties,
        "layer": edge.layer.value,
        "confidence": edge.confidence,
        "evidence": tuple(f"{place(item)} {item.rule}" for item in edge.evidence),
        "quotes": tuple(item.quote for item in edge.evidence if item.quote),
    }
    return _values(own.items())


def _values(properties: Iterable[tuple[str, Property]]) -> dict[str, Value]:
    """What is empty is left out: a property that is not there reads as null."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in sorted(properties)
        if value not in ("", ())
    }
