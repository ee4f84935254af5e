"""`export`: the graph in the formats of other tools, one file each in `exports/`."""

import click

from pipelines.serving.lazy_group import LazyGroup


@click.group(
    "export",
    cls=LazyGroup,
    package="pipelines.serving.commands.exports",
    examples=(
        "estategraph export mermaid orders",
        "estategraph export dot --file map.dot",
        "estategraph export html --file map.html",
    ),
    short_help="The graph in the formats of other tools.",
)
def command() -> None:
    """Write the service map, or what is around one node, for another tool."""
