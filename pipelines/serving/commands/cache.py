"""`cache`: the replies of models that were paid for; one file for each thing to do with them in `caches/`."""

import click

from pipelines.serving.lazy_group import LazyGroup


@click.group(
    "cache",
    cls=LazyGroup,
    package="pipelines.serving.commands.caches",
    examples=("estategraph cache prune --days 90", "estategraph cache export --file replies.jsonl"),
    short_help="Prune, export or import the paid replies of models.",
)
def command() -> None:
    """Look after the replies of models: the one part of the output that cost money."""
