"""`export c4`: the estate as a C4 diagram in Mermaid."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.text_export import deliver_text, text_options


@click.command(
    "c4",
    cls=ExampledCommand,
    short_help="A C4 diagram in Mermaid.",
    examples=("estategraph export c4", "estategraph export c4 --file estate.mermaid"),
)
@text_options
def command(file: Path | None, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Write systems, containers and their relations as a C4 container diagram in Mermaid."""
    from pipelines.exports.architecture.c4_mermaid import c4_mermaid

    deliver_text(c4_mermaid, "c4", file, confidence, settings, output, as_json=as_json)
