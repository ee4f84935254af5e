"""`export dot`: a drawing as a Graphviz digraph."""

from pathlib import Path

import click

from pipelines.serving.drawing_options import choose_drawing, deliver, drawing_options
from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import open_view


@click.command(
    "dot",
    cls=ExampledCommand,
    short_help="A drawing as a Graphviz digraph.",
    examples=(
        "estategraph export dot",
        "estategraph export dot orders --depth 2 --file orders.dot",
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
    """Write the service map, or what is around NODE, as a Graphviz digraph."""
    from pipelines.serving.drawings.dot import dot

    drawing = choose_drawing(open_view(settings, output, confidence), node, depth)
    deliver(dot(drawing), file, drawing, "dot", as_json=as_json)
