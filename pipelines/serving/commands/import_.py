"""`import`: takes in what no checkout holds, one file each in `imports/`."""

import click

from pipelines.serving.lazy_group import LazyGroup


@click.group(
    "import",
    cls=LazyGroup,
    package="pipelines.serving.commands.imports",
    examples=("estategraph import otlp", "estategraph import otlp --listen 127.0.0.1:4318"),
    short_help="Take in what no checkout holds.",
)
def command() -> None:
    """Take in what no checkout holds; the next `index` reads it."""
