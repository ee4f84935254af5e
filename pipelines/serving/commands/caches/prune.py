"""`cache prune`: forgets replies that no run has used for a while."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "prune",
    cls=ExampledCommand,
    short_help="Forget replies that no run has used for a while.",
    examples=("estategraph cache prune --days 90",),
)
@click.option(
    "--days",
    type=click.IntRange(0),
    default=90,
    show_default=True,
    help="Unused for so many days; 0 forgets everything.",
)
@estate_options
def command(days: int, settings: Path | None, output: Path, as_json: bool) -> None:
    """Forget replies that no run has used for so many days."""
    from pipelines.models.cache import open_replies
    from pipelines.serving.as_json import print_json
    from pipelines.serving.terminal import say

    with open_replies(output, must_exist=True) as cache:
        removed, left = cache.prune(days), cache.size()
    if as_json:
        print_json({"removed": removed, "left": left})
    else:
        say(f"{removed} removed, {left} left.")
