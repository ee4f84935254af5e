"""`export graphml`: a drawing as GraphML."""

from pathlib import Path

import click

from pipelines.serving.drawing_options import choose_drawing, deliver, drawing_options
from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import open_view


@click.command(
    "graphml",
    cls=ExampledCommand,
    short_help="A drawing as GraphML.",
    examples=(
        "estategraph export graphml",
        "estategraph export graphml orders --depth 2 --file orders.graphml",
    ),
)
@drawing_options
def command(
    node: str | None,
    depth: int,
    file: Path | None,
    confidence: float | None,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Write the service map, or what is around NODE, as GraphML."""
    from pipelines.serving.drawings.graphml import graphml

    drawing = choose_drawing(open_view(settings, output, confidence), node, depth)
    deliver(graphml(drawing), file, drawing, "graphml", as_json=as_json)
