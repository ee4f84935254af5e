"""`export html`: an interactive map in one file."""

from pathlib import Path

import click

from pipelines.serving.drawing_options import choose_drawing, deliver, drawing_options
from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import open_view


@click.command(
    "html",
    cls=ExampledCommand,
    short_help="An interactive map in one file.",
    examples=("estategraph export html --file map.html", "estategraph export html orders --depth 2 --file orders.html"),
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
    """Write the service map, or what is around NODE, as a page that opens from disk and fetches nothing."""
    from pipelines.serving.drawings.page import page_html

    view = open_view(settings, output, confidence)
    drawing = choose_drawing(view, node, depth)
    deliver(page_html(view, drawing), file, drawing, "html", as_json=as_json)
