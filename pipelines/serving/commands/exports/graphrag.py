"""`export graphrag`: a project that Microsoft GraphRAG's own `query` runs on."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import confidence_option, open_view, query_options


@click.command(
    "graphrag",
    cls=ExampledCommand,
    short_help="A project for Microsoft GraphRAG.",
    examples=(
        "estategraph export graphrag",
        "estategraph export graphrag --folder ~/graphrag/shop",
        'graphrag query --root output/graphrag --method local "What does orders do?"',
    ),
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The project's folder.  [default: graphrag in the output folder]",
)
@confidence_option
@query_options
def command(folder: Path | None, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Write a GraphRAG project: its tables, LanceDB vectors and settings.

    Each export leaves just the current graph in it; a settings.yaml that you made your own stays.
    """
    from pipelines.exports.embedding_address import embedding_address
    from pipelines.exports.graphrag.project import write_project
    from pipelines.serving.configured import configured_embedder
    from pipelines.settings import load_settings

    view = open_view(settings, output, confidence)
    chosen = load_settings(settings)
    embeddings = chosen.retrieval.embeddings
    written = write_project(
        folder or output / "graphrag",
        view,
        configured_embedder(embeddings),
        chosen.model,
        embedding_address(embeddings),
    )
    if as_json:
        from pipelines.serving.as_json import print_json

        print_json(written)
        return
    from pipelines.serving.terminal import say

    say(
        f"{written.folder}: {written.entities} entities, {written.relationships} relationships, {written.reports} reports,"
        f" {written.text_units} text units, vectors by {written.embedder}"
    )
    if written.keeps_settings:
        say("settings.yaml is your own and was left as it is")
    if not embedding_address(embeddings).key:
        say("Questions are embedded by: estategraph export embeddings")
    say(f'Ask: graphrag query --root {written.folder} --method local "What does orders do?"')
