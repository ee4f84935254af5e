"""`show`: a node, what is next to it, and where that is written; a decision record; or a community and its report."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, open_view, query_options


@click.command(
    "show",
    cls=ExampledCommand,
    short_help="A node, what is next to it, and where that is written.",
    examples=(
        "estategraph show orders",
        "estategraph show 'orders GET /orders/{id}'",
        "estategraph show 'Topic(orders-events)'",
        "estategraph show ADR-5",
        "estategraph show 'orders subsystem'",
    ),
)
@click.argument("node")
@confidence_option
@query_options
def command(node: str, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Show NODE with its edges and their evidence, or a community with its report.

    NODE is an id, a name, an alias, a route or `Label(name)`; of a decision record or postmortem also its number, its
    file name or words of its title; of a community its id, its title or its system, with the word `subsystem` where a
    node goes by the same name.
    """
    from pipelines.serving.deliver import deliver
    from pipelines.serving.questions import show

    deliver(show(open_view(settings, output, confidence), node), as_json=as_json)
