"""`export structurizr`: the estate as a Structurizr workspace."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.text_export import deliver_text, text_options


@click.command(
    "structurizr",
    cls=ExampledCommand,
    short_help="A Structurizr workspace.",
    examples=("estategraph export structurizr", "estategraph export structurizr --file workspace.dsl"),
)
@text_options
def command(file: Path | None, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Write systems, containers and their relations in Structurizr's language."""
    from pipelines.exports.architecture.structurizr import structurizr

    deliver_text(structurizr, "structurizr", file, confidence, settings, output, as_json=as_json)
