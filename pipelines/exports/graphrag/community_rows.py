"""Communities and their reports, numbered in the order in which they come: the top first."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from community.community import Finding
from parsed_graph.snapshot.canonical_json import canonical_bytes
from pipelines.exports.exported_estate import ExportedCommunity, ExportedEstate
from pipelines.exports.graphrag.identity import safe_id
from pipelines.exports.graphrag.rows import CommunityReportRow, CommunityRow, EntityRow, FindingCell, RelationshipRow
from pipelines.exports.placement import place_nodes
from pipelines.exports.report_sheets import community_titles, report_text


def community_rows(
    estate: ExportedEstate, relationships: Sequence[RelationshipRow], entities: Sequence[EntityRow]
) -> Iterator[CommunityRow]:
    """Every entity is in a community of level 0, and in one of each level below as far as it goes."""
    placed = place_nodes(estate)
    numbers, children = _numbers(estate)
    titles = community_titles(estate.communities)
    units = {entity.id: entity.text_unit_ids for entity in entities}
    inside = _links_inside(estate, placed, relationships)
    for number, community in enumerate(estate.communities):
        ids = tuple(map(safe_id, placed.get(community.id, ())))
        yield CommunityRow(
            safe_id(community.id),
            number,
            number,
            community.level,
            numbers.get(community.parent, -1),
            children[community.id],
            titles[community.id],
            ids,
            tuple(inside[community.id]),
            tuple(sorted({unit for node in ids for unit in units[node]})),
            "",
            len(ids),
        )


def _links_inside(
    estate: ExportedEstate, placed: Mapping[str, tuple[str, ...]], relationships: Sequence[RelationshipRow]
) -> defaultdict[str, list[str]]:
    """Community -> ids of the relationships with both ends in it."""
    around: defaultdict[str, list[str]] = defaultdict(list)
    for community, nodes in placed.items():
        for node in nodes:
            around[estate.titles[node]].append(community)
    inside: defaultdict[str, list[str]] = defaultdict(list)
    for link in relationships:
        for community in set(around[link.source]).intersection(around[link.target]):
            inside[community].append(link.id)
    return inside


def report_rows(estate: ExportedEstate) -> Iterator[CommunityReportRow]:
    """One for each community that has a report to see."""
    numbers, children = _numbers(estate)
    titles = community_titles(estate.communities)
    placed = place_nodes(estate)
    for number, community in enumerate(estate.communities):
        if community.summary:
            yield CommunityReportRow(
                safe_id(community.id),
                number,
                number,
                community.level,
                numbers.get(community.parent, -1),
                children[community.id],
                titles[community.id],
                community.summary,
                report_text(community, titles[community.id]),
                community.rating,
                community.rating_reason,
                tuple(_finding(finding) for finding in community.findings),
                _report_json(community, titles[community.id]),
                "",
                len(placed.get(community.id, ())),
            )


def _numbers(estate: ExportedEstate) -> tuple[dict[str, int], Mapping[str, tuple[int, ...]]]:
    numbers = {community.id: number for number, community in enumerate(estate.communities)}
    children: defaultdict[str, tuple[int, ...]] = defaultdict(tuple)
    for community in estate.communities:
        children[community.parent] += (numbers[community.id],)
    return numbers, children


def _finding(finding: Finding) -> FindingCell:
    return FindingCell(finding.summary, finding.explanation)


def _report_json(community: ExportedCommunity, title: str) -> str:
    return canonical_bytes(
        {
            "title": title,
            "summary": community.summary,
            "rating": community.rating,
            "rating_explanation": community.rating_reason,
            "findings": [{"summary": f.summary, "explanation": f.explanation} for f in community.findings],
        }
    ).decode()
