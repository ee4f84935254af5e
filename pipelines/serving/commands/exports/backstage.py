"""`export backstage`: the estate as a Backstage catalogue."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.text_export import deliver_text, text_options


@click.command(
    "backstage",
    cls=ExampledCommand,
    short_help="A Backstage catalogue.",
    examples=("estategraph export backstage", "estategraph export backstage --file catalog-info.yaml"),
)
@text_options
def command(file: Path | None, confidence: float | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Write systems, components, APIs and resources with their relations as Backstage entities."""
    from pipelines.exports.architecture.backstage import backstage

    deliver_text(backstage, "backstage", file, confidence, settings, output, as_json=as_json)
