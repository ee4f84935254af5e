"""`cache export`: writes the replies as lines of JSON, for another machine."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "export",
    cls=ExampledCommand,
    short_help="Write the replies as lines of JSON.",
    examples=("estategraph cache export --file replies.jsonl",),
)
@click.option("--file", "file", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where to write.")
@estate_options
def command(file: Path, settings: Path | None, output: Path, as_json: bool) -> None:
    """Write the replies as lines of JSON, for another machine or a colleague."""
    from pipelines.models.cache import open_replies
    from pipelines.serving.as_json import print_json
    from pipelines.serving.terminal import say

    with open_replies(output, must_exist=True) as cache:
        lines = list(cache.export())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if as_json:
        print_json({"replies": len(lines), "file": str(file)})
    else:
        say(f"{len(lines)} replies in {file}.")
