"""`blast`: who is hit if a node fails."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, followed_kinds, kinds_option, open_view, query_options


@click.command(
    "blast",
    cls=ExampledCommand,
    short_help="Who is hit if a node fails.",
    examples=(
        "estategraph blast payments",
        "estategraph blast orders-db --depth 2",
        "estategraph blast config-server --kinds config",
    ),
)
@click.argument("node")
@click.option("--depth", type=click.IntRange(0), default=0, help="Most hops to follow.  [default: all]")
@kinds_option
@confidence_option
@query_options
def command(
    node: str,
    depth: int,
    kinds: str | None,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Show who is hit if NODE fails, by hop, with the chain and the owner.

    NODE is a service, database, library, topic, event, subscription or endpoint.
    """
    from pipelines.serving.deliver import deliver
    from pipelines.serving.questions import blast

    followed = followed_kinds(kinds)
    deliver(blast(open_view(settings, output, confidence), node, depth, followed), as_json=as_json)
