"""Covariates: a decision is a claim on its record, and on each service that the record binds or directly concerns."""

from collections import defaultdict
from collections.abc import Iterator

from parsed_graph.schema import EdgeType
from pipelines.exports.exported_estate import ExportedEstate
from pipelines.exports.graphrag.identity import link_id, safe_id
from pipelines.exports.graphrag.rows import CovariateRow
from pipelines.exports.text_links import TextLinks

NO_OBJECT = "NONE"
"""What GraphRAG writes where a claim has no object."""


def covariate_rows(estate: ExportedEstate, texts: TextLinks) -> Iterator[CovariateRow]:
    """Sorted by record, decision and subject."""
    bound = _bound_services(estate)
    number = 0
    for edge in estate.edges:
        if edge.type is not EdgeType.DECIDES:
            continue
        record, decision = estate.node[edge.source], estate.node[edge.target]
        subjects = [(record.id, NO_OBJECT), *((service, estate.titles[record.id]) for service in bound[record.id])]
        date = str(record.properties.get("date", ""))
        quote = edge.evidence[0] if edge.evidence else None
        for subject, about in subjects:
            yield CovariateRow(
                link_id(subject, "DECISION", decision.id),
                number,
                "decision",
                str(decision.properties.get("category", "")),
                str(decision.properties.get("text", "")) or decision.name,
                estate.titles[subject],
                about,
                str(record.properties.get("status", "")),
                date,
                date,
                quote.quote if quote else "",
                safe_id(texts.unit_at(quote.repo, quote.path, quote.line)) if quote else "",
            )
            number += 1


def _bound_services(estate: ExportedEstate) -> defaultdict[str, list[str]]:
    bound: defaultdict[str, set[str]] = defaultdict(set)
    for edge in estate.edges:
        if edge.type is EdgeType.GOVERNED_BY:
            bound[edge.target].add(edge.source)
        elif edge.type is EdgeType.RELATES_TO and edge.properties.get("impact") == "direct":
            bound[edge.source].add(edge.target)
    return defaultdict(list, {record: sorted(services) for record, services in bound.items()})
