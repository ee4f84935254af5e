"""`diff`: what came and went between two kept snapshots."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import find_caller, query_options


@click.command(
    "diff",
    cls=ExampledCommand,
    short_help="What came and went between two kept snapshots.",
    examples=("estategraph diff", "estategraph diff 3 5 --all", "estategraph diff 7fcacb39 current"),
)
@click.argument("before", default="previous", metavar="[RUN]")
@click.argument("after", default="current", metavar="[RUN]")
@click.option("--all", "everything", is_flag=True, help="List every node and edge.")
@query_options
def command(before: str, after: str, everything: bool, settings: Path | None, output: Path, as_json: bool) -> None:
    """Show which nodes and edges came and went from one kept run to another, and which edges without a change in any file
    that they were read from: then another file is the cause, or a parser.

    RUN is a run's number, a snapshot's id or how that begins, `previous` or `current`; `status` lists them.
    """
    from parsed_graph.snapshot.kept import find_kept
    from parsed_graph.snapshot.reader import open_snapshot
    from parsed_graph.view import View
    from pipelines.serving.deliver import deliver
    from pipelines.serving.questions import diff

    caller = find_caller(settings)
    views = [View(open_snapshot(output, find_kept(output, run)), caller) for run in (before, after)]
    deliver(diff(*views, everything=everything), as_json=as_json)
