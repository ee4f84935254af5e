"""`impact adr`: who and what is concerned when a decision is changed or dropped."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, followed_kinds, kinds_option, open_view, query_options
from pipelines.serving.report_formats import format_option


@click.command(
    "adr",
    cls=ExampledCommand,
    short_help="Who is concerned by a decision.",
    examples=("estategraph impact adr ADR-5", "estategraph impact adr 'one database per service' --depth 1"),
)
@click.argument("record")
@click.option(
    "--depth", type=click.IntRange(0), default=2, show_default=True, help="Hops of dependents to follow; 0 is none."
)
@format_option
@kinds_option
@confidence_option
@query_options
def command(
    record: str,
    depth: int,
    form: str,
    kinds: str | None,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Show what hangs on ADR RECORD: its services, their dependents by hop, what they offer, teams, other records.

    RECORD is an id, a number, a title, a file name, or words that only one title has.
    """
    from pipelines.impact.adr import find_adr_impact
    from pipelines.serving.report_formats import write_adr

    followed = followed_kinds(kinds)
    view = open_view(settings, output, confidence)
    found = find_adr_impact(view, record, depth, followed)
    write_adr(view, found, "json" if as_json else form)
