"""`export mermaid`: a drawing as a Mermaid flowchart."""

from pathlib import Path

import click

from pipelines.serving.drawing_options import choose_drawing, deliver, drawing_options
from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import open_view


@click.command(
    "mermaid",
    cls=ExampledCommand,
    short_help="A drawing as a Mermaid flowchart.",
    examples=(
        "estategraph export mermaid",
        "estategraph export mermaid orders --depth 2 --file orders.mermaid",
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
    """Write the service map, or what is around NODE, as a Mermaid flowchart."""
    from pipelines.serving.drawings.mermaid import mermaid

    drawing = choose_drawing(open_view(settings, output, confidence), node, depth)
    deliver(mermaid(drawing), file, drawing, "mermaid", as_json=as_json)
