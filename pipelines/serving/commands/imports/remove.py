"""`import remove`: takes an imported corpus out again."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "remove",
    cls=ExampledCommand,
    short_help="Take an imported corpus out again.",
    examples=("estategraph import remove rfcs",),
)
@click.argument("name")
@estate_options
def command(name: str, settings: Path | None, output: Path, as_json: bool) -> None:
    """Forget the corpus NAME. The next index leaves it out of the graph."""
    from pipelines.imports.corpus import remove_corpus

    remove_corpus(output, name)
    if as_json:
        from pipelines.serving.as_json import print_json

        print_json({"removed": name})
        return
    from pipelines.serving.terminal import say

    say(f"{name} is forgotten. The next estategraph index leaves it out of the graph")
