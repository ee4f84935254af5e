"""`export lightrag`: the graph in a LightRAG storage."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, open_view, query_options


@click.command(
    "lightrag",
    cls=ExampledCommand,
    short_help="The graph in a LightRAG storage.",
    examples=("estategraph export lightrag", "estategraph export lightrag --folder ~/lightrag/shop"),
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="LightRAG's working folder.  [default: lightrag in the output folder]",
)
@confidence_option
@query_options
def command(folder: Path | None, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Bring a LightRAG storage in step with the graph: write what changed, remove what is gone.

    What others put into the storage stays.
    """
    from pipelines.exports.lightrag.export import export_lightrag
    from pipelines.serving.configured import configured_embedder
    from pipelines.settings import load_settings

    view = open_view(settings, output, confidence)
    embedder = configured_embedder(load_settings(settings).retrieval.embeddings)
    written = export_lightrag(folder or output / "lightrag", view, embedder)
    if as_json:
        from pipelines.serving.as_json import print_json

        print_json(written)
        return
    from pipelines.serving.terminal import say

    say(
        f"{written.folder}: {written.entities} entities, {written.relations} relations, {written.chunks} chunks,"
        f" vectors by {written.embedder}; {written.written} written, {written.removed} removed"
    )
