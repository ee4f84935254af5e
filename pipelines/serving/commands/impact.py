"""`impact`: what a service has to obey, and who is concerned by a decision; one file each in `impacts/`."""

import click

from pipelines.serving.lazy_group import LazyGroup


@click.group(
    "impact",
    cls=LazyGroup,
    package="pipelines.serving.commands.impacts",
    examples=("estategraph impact service orders", "estategraph impact adr ADR-5"),
    short_help="Which decisions bind a service; who is concerned by a decision.",
)
def command() -> None:
    """Report on decisions: those that bind a service, and what hangs on one of them."""
