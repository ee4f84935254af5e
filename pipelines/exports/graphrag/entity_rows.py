"""Entities and relationships: a node is an entity, the layers of one edge are one relationship that names titles."""

from collections import defaultdict
from itertools import groupby

from parsed_graph.model import Edge
from pipelines.exports.description import describe_link, describe_node
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.exports.graphrag.identity import link_id, safe_id
from pipelines.exports.graphrag.rows import EntityRow, RelationshipRow
from pipelines.exports.text_links import TextLinks


def entity_rows(estate: ExportedEstate, texts: TextLinks) -> tuple[EntityRow, ...]:
    """One for each node."""
    near, at = _neighbours(estate), _edges_at(estate)
    return tuple(
        EntityRow(
            safe_id(node.id),
            number,
            estate.titles[node.id],
            node.label.value,
            describe_node(node, at[node.id]),
            units := tuple(map(safe_id, texts.nodes.get(node.id, {}))),
            len(units),
            len(near[node.id]),
        )
        for number, node in enumerate(estate.nodes)
    )


def relationship_rows(estate: ExportedEstate, texts: TextLinks) -> tuple[RelationshipRow, ...]:
    """One for each source, type and target."""
    near = _neighbours(estate)
    rows: list[RelationshipRow] = []
    for (source, kind, target), layers in groupby(estate.edges, key=lambda edge: (edge.source, edge.type, edge.target)):
        edges = list(layers)
        rows.append(
            RelationshipRow(
                link_id(source, kind, target),
                len(rows),
                estate.titles[source],
                estate.titles[target],
                describe_link(edges),
                max(edge.confidence for edge in edges),
                len(near[source]) + len(near[target]),
                tuple(map(safe_id, texts.links.get((source, kind, target), {}))),
            )
        )
    return tuple(rows)


def _neighbours(estate: ExportedEstate) -> defaultdict[str, set[str]]:
    near: defaultdict[str, set[str]] = defaultdict(set)
    for edge in estate.edges:
        if edge.source != edge.target:
            near[edge.source].add(edge.target)
            near[edge.target].add(edge.source)
    return near


def _edges_at(estate: ExportedEstate) -> defaultdict[str, list[Edge]]:
    at: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in estate.edges:
        at[edge.source].append(edge)
        at[edge.target].append(edge)
    return at
