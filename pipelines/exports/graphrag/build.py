"""Builds GraphRAG's tables from an exported estate: ids are ours, numbers are positions, relationships name titles."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby

from parsed_graph.model import Node
from parsed_graph.schema import NodeLabel
from pipelines.exports.exported_estate import ExportedCommunity, ExportedEstate
from pipelines.exports.fact_sheets import fact_sheets
from pipelines.exports.graphrag.community_rows import community_rows, report_rows
from pipelines.exports.graphrag.covariate_rows import covariate_rows
from pipelines.exports.graphrag.entity_rows import entity_rows, relationship_rows
from pipelines.exports.graphrag.identity import safe_id
from pipelines.exports.graphrag.rows import (
    CovariateRow,
    DocumentRow,
    EntityRow,
    GraphragTables,
    Origin,
    RelationshipRow,
    TextUnitRow,
)
from pipelines.exports.report_sheets import report_sheets
from pipelines.exports.text_links import TextLinks

_WHOLE = "community:whole"


def build_tables(estate: ExportedEstate) -> GraphragTables:
    """All tables of an estate. Every entity is in a community: an estate without communities gets one of everything."""
    if not estate.communities:
        estate = ExportedEstate(estate.nodes, estate.edges, estate.documents, estate.units, (_everything(estate),))
    sheets = list(fact_sheets(estate))
    texts = TextLinks(estate, sheets)
    entities, relationships = entity_rows(estate, texts), relationship_rows(estate, texts)
    covariates = tuple(covariate_rows(estate, texts))
    reports = list(report_sheets(estate.communities))
    documents = [*estate.documents, *(head for head, _ in reports), *(sheet.document for sheet in sheets)]
    units = [*estate.units, *(unit for _, unit in reports), *(unit for sheet in sheets for unit in sheet.units)]
    own = _own_units(entities, relationships, covariates)
    of_document: defaultdict[str, list[str]] = defaultdict(list)
    for unit in units:
        of_document[unit.document_id].append(unit.text)
    unit_ids: defaultdict[str, list[str]] = defaultdict(list)
    for unit in units:
        unit_ids[unit.document_id].append(safe_id(unit.id))
    return GraphragTables(
        documents=tuple(
            DocumentRow(
                safe_id(head.id),
                number,
                head.title or head.path,
                "\n\n".join(of_document[head.id]),
                tuple(unit_ids[head.id]),
                _date(estate, head.id),
                Origin(head.kind, head.repo, head.path, head.service),
            )
            for number, head in enumerate(documents)
        ),
        text_units=tuple(
            TextUnitRow(
                safe_id(unit.id),
                number,
                unit.text,
                len(unit.text) // 4 + 1,
                safe_id(unit.document_id),
                *own[safe_id(unit.id)],
            )
            for number, unit in enumerate(units)
        ),
        entities=entities,
        relationships=relationships,
        communities=tuple(community_rows(estate, relationships, entities)),
        community_reports=tuple(report_rows(estate)),
        covariates=covariates,
    )


def _everything(estate: ExportedEstate) -> ExportedCommunity:
    counts = ", ".join(
        f"{len(list(nodes))} {label}" for label, nodes in groupby(sorted(estate.nodes, key=_label), key=_label)
    )
    summary = f"The estate has no services. It holds {counts or 'nothing'}."
    members = tuple(node.id for node in estate.nodes)
    return ExportedCommunity(_WHOLE, 0, "", "The whole estate", members, summary, 0.0, "There are no services.")


def _label(node: Node) -> str:
    return node.label.value


_Own = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def _own_units(
    entities: Iterable[EntityRow], relationships: Iterable[RelationshipRow], covariates: Iterable[CovariateRow]
) -> defaultdict[str, _Own]:
    """Unit -> ids of the entities, relationships and covariates that it speaks of."""
    own: defaultdict[str, tuple[list[str], list[str], list[str]]] = defaultdict(lambda: ([], [], []))
    for entity in entities:
        for unit in entity.text_unit_ids:
            own[unit][0].append(entity.id)
    for link in relationships:
        for unit in link.text_unit_ids:
            own[unit][1].append(link.id)
    for claim in covariates:
        if claim.text_unit_id:
            own[claim.text_unit_id][2].append(claim.id)
    return defaultdict(
        lambda: ((), (), ()),
        {unit: (tuple(first), tuple(second), tuple(third)) for unit, (first, second, third) in own.items()},
    )


def _date(estate: ExportedEstate, document: str) -> str:
    node = estate.node.get(document)
    return str(node.properties.get("date", "")) if node and node.label in (NodeLabel.ADR, NodeLabel.INCIDENT) else ""
