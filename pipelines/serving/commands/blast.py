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
    from parsed_graph.queries.blast import find_blast
    from pipelines.serving.as_json import print_json
    from pipelines.serving.render_lists import blast_json, say_blast

    followed = followed_kinds(kinds)
    view = open_view(settings, output, confidence)
    found = find_blast(view, node, followed, depth)
    print_json(blast_json(view, found)) if as_json else say_blast(view, found)
