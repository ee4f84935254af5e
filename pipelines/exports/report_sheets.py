"""Community reports as texts, under titles that no two communities share."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pipelines.exports.exported_estate import ExportedCommunity
from pipelines.stages.text_unit_rows import DocumentRow, TextUnitRow
from pipelines.stages.text_units import COMMUNITY_REPORT


def report_sheets(communities: Sequence[ExportedCommunity]) -> Iterator[tuple[DocumentRow, TextUnitRow]]:
    """Each report as a document of one unit, under the community's id."""
    titles = community_titles(communities)
    for community in communities:
        if community.summary:
            title = titles[community.id]
            text = report_text(community, title)
            head = DocumentRow(community.id, COMMUNITY_REPORT, "", title)
            yield head, TextUnitRow(f"{community.id}#1", community.id, COMMUNITY_REPORT, "", title, "", "", 0, text)


def community_titles(communities: Sequence[ExportedCommunity]) -> dict[str, str]:
    """A title for each community id: GraphRAG keeps one report a title."""
    counts = Counter(community.title for community in communities)
    return {c.id: c.title if counts[c.title] == 1 else f"{c.title} ({c.id.partition(':')[2]})" for c in communities}


def report_text(community: ExportedCommunity, title: str) -> str:
    """A report as Markdown."""
    findings = "".join(f"\n\n## {finding.summary}\n\n{finding.explanation}" for finding in community.findings)
    return f"# {title}\n\n{community.summary}{findings}\n\nRating {community.rating:g} of 10: {community.rating_reason}"
