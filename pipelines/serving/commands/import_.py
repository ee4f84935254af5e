"""`import`: what other systems extracted from texts; one file each in `imports/`."""

import click

from pipelines.serving.lazy_group import LazyGroup


@click.group(
    "import",
    cls=LazyGroup,
    package="pipelines.serving.commands.imports",
    examples=("estategraph import graphrag ~/graphrag/rfcs", "estategraph import remove rfcs"),
    short_help="Take in what other systems extracted from texts.",
)
def command() -> None:
    """Take in what other systems extracted from texts, as a layer of its own. The next `index` adds it to the graph."""
