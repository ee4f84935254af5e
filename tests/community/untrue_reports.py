"""What the reports of a whole estate say that the facts of their communities do not hold."""

from collections.abc import Sequence
from unittest.mock import patch

from community import update
from community.check_report import Estate, unsupported
from community.context import gather_facts, render_facts
from community.report import Report, ReportJob, Writer, write_reports
from parsed_graph.model import Problem
from parsed_graph.property_graph import PropertyGraph
from tests.community.writers import writer


def untrue_reports(graph: PropertyGraph) -> dict[str, list[str]]:
    """Title of each report, written by rule, with what is wrong in it."""
    found: dict[str, list[str]] = {}

    def write(jobs: Sequence[ReportJob], by: Writer, estate: Estate) -> tuple[list[Report], list[Problem]]:
        reports, problems = write_reports(jobs, by, estate)
        for job, report in zip(jobs, reports, strict=True):
            facts = f"{job.profile.title}\n{render_facts(gather_facts(job.profile))}"
            text = "\n\n".join([report.summary, *(f"{f.summary}.\n{f.explanation}" for f in report.findings)])
            found[report.title] = unsupported(text, facts, estate)
        return reports, problems

    with patch.object(update, "write_reports", write):
        update.update_communities(graph, None, writer())
    return found
