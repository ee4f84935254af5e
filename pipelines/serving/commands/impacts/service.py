"""`impact service`: the decisions that bind a service."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, followed_kinds, kinds_option, open_view, query_options
from pipelines.serving.report_formats import format_option


@click.command(
    "service",
    cls=ExampledCommand,
    short_help="The decisions that bind a service.",
    examples=(
        "estategraph impact service orders",
        "estategraph impact service orders --depth 0",
        "estategraph impact service orders --all",
    ),
)
@click.argument("name")
@click.option(
    "--depth",
    type=click.IntRange(0),
    default=2,
    show_default=True,
    help="Hops of dependencies to follow; 0 is the service alone.",
)
@click.option("--all", "everything", is_flag=True, help="Also list superseded, rejected and deprecated ADRs.")
@format_option
@kinds_option
@confidence_option
@query_options
def command(
    name: str,
    depth: int,
    everything: bool,
    form: str,
    kinds: str | None,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Show the accepted ADRs that bind service NAME, what is proposed, incidents, and whom to ask.

    An ADR binds a service by its author's word, by what its text says, and through what the service depends on; a
    superseded one is replaced by its successor. Those of the service itself come first: its author's word, then direct,
    then indirect; then by distance. --json always holds all of them.
    """
    from pipelines.impact.service import find_service_impact
    from pipelines.serving.report_formats import write_service

    followed = followed_kinds(kinds)
    view = open_view(settings, output, confidence)
    found = find_service_impact(view, name, depth, followed)
    write_service(view, found, "json" if as_json else form, everything=everything)
