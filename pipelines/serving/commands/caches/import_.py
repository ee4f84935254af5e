"""`cache import`: takes in replies that `cache export` wrote."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "import",
    cls=ExampledCommand,
    short_help="Take in replies that were exported.",
    examples=("estategraph cache import replies.jsonl",),
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@estate_options
def command(file: Path, settings: Path | None, output: Path, as_json: bool) -> None:
    """Take in the replies of a file that `cache export` wrote; those that are here stay."""
    from pipelines.models.cache import open_replies
    from pipelines.serving.as_json import print_json
    from pipelines.serving.terminal import say

    # What is no UTF-8 is no reply either; the cache names its line.
    with open_replies(output) as cache, file.open(encoding="utf-8", errors="replace") as lines:
        new, left = cache.restore(lines), cache.size()
    if as_json:
        print_json({"new": new, "replies": left})
    else:
        say(f"{new} new, {left} in all.")
