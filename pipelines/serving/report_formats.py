"""The formats of a report: what `--format` offers, and each report in each of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from parsed_graph.view import View
    from pipelines.impact.adr import AdrImpact
    from pipelines.impact.diff import DiffImpact
    from pipelines.impact.service import ServiceImpact

Command = TypeVar("Command", bound=Callable[..., object])


def format_option(command: Command) -> Command:
    """--format."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "markdown", "html", "json", "csv"]),
        default="text",
        show_default=True,
        help="Markdown is short enough for a comment on a pull request; html is one page with a drawing.",
    )(command)


def write_service(view: View, found: ServiceImpact, form: str, *, everything: bool) -> None:
    """A report on a service, to standard output."""
    from pipelines.serving import render_impact

    def page() -> str:
        from pipelines.serving.drawings.impact_drawings import service_svg
        from pipelines.serving.impact_rows import service_rows
        from pipelines.serving.report_page import report_page

        title = f"What binds {found.service.name}"
        return report_page(title, _accepted(found), service_svg(view, found), service_rows(view, found))

    def markdown() -> str:
        from pipelines.serving.impact_markdown import service_markdown

        return service_markdown(view, found)

    def table() -> str:
        from pipelines.serving.impact_rows import service_rows
        from pipelines.serving.report_csv import report_csv

        return report_csv(service_rows(view, found))

    _write(found, form, lambda: render_impact.say_service_impact(view, found, everything), markdown, page, table)


def _accepted(found: ServiceImpact) -> str:
    count = len(found.accepted)
    return f"{count} accepted ADR{'' if count == 1 else 's'}, through dependencies up to {found.depth} hops away"


def write_adr(view: View, found: AdrImpact, form: str) -> None:
    """A report on a decision record, to standard output."""
    from pipelines.serving import render_impact

    def page() -> str:
        from pipelines.serving.drawings.impact_drawings import adr_svg
        from pipelines.serving.impact_rows import adr_rows, record_title
        from pipelines.serving.report_page import report_page

        lead = f"What hangs on it, with dependents up to {found.depth} hops away"
        return report_page(record_title(found.description.node), lead, adr_svg(view, found), adr_rows(view, found))

    def markdown() -> str:
        from pipelines.serving.impact_markdown import adr_markdown

        return adr_markdown(view, found)

    def table() -> str:
        from pipelines.serving.impact_rows import adr_rows
        from pipelines.serving.report_csv import report_csv

        return report_csv(adr_rows(view, found))

    _write(found, form, lambda: render_impact.say_adr_impact(view, found), markdown, page, table)


def write_diff(found: DiffImpact, form: str, *, everything: bool) -> None:
    """What a change does, to standard output."""
    from pipelines.serving.render_diff import headline, say_diff

    def page() -> str:
        from pipelines.serving.drawings.impact_drawings import diff_svg
        from pipelines.serving.impact_rows import diff_rows
        from pipelines.serving.report_page import report_page

        title = f"Impact on the estate: {found.verdict}"
        lead = f"{found.before} → {found.after}: {headline(found)}"
        return report_page(title, lead, diff_svg(found), diff_rows(found))

    def markdown() -> str:
        from pipelines.serving.diff_markdown import diff_markdown

        return diff_markdown(found)

    def table() -> str:
        from pipelines.serving.impact_rows import diff_rows
        from pipelines.serving.report_csv import report_csv

        return report_csv(diff_rows(found))

    _write(found, form, lambda: say_diff(found, everything), markdown, page, table)


def _write(
    found: object,
    form: str,
    say: Callable[[], None],
    markdown: Callable[[], str],
    page: Callable[[], str],
    table: Callable[[], str],
) -> None:
    if form == "json":
        from pipelines.serving.as_json import print_json

        print_json(found)
    elif form == "text":
        say()
    else:
        sys.stdout.write({"markdown": markdown, "html": page, "csv": table}[form]())
