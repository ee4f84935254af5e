"""`path`: how one node reaches another."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, followed_kinds, kinds_option, open_view, query_options


@click.command(
    "path",
    cls=ExampledCommand,
    short_help="How one node reaches another.",
    examples=(
        "estategraph path storefront notifications",
        "estategraph path storefront 'POST /payments/v1/charges' --json",
    ),
)
@click.argument("source")
@click.argument("target")
@click.option("--limit", type=click.IntRange(1, 100), default=5, show_default=True, help="Most paths to list.")
@kinds_option
@confidence_option
@query_options
def command(
    source: str,
    target: str,
    limit: int,
    kinds: str | None,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Show the shortest paths from SOURCE to TARGET, through calls, messages and dependencies."""
    from pipelines.serving.deliver import deliver
    from pipelines.serving.questions import path

    followed = followed_kinds(kinds)
    deliver(path(open_view(settings, output, confidence), source, target, limit, followed), as_json=as_json)
