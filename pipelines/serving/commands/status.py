"""`status`: what the current snapshot holds, and how the run that wrote it went."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import open_view, query_options


@click.command(
    "status",
    cls=ExampledCommand,
    short_help="What the current snapshot holds, and how its run went.",
    examples=(
        "estategraph status",
        "estategraph status --json",
        "estategraph status --problems",
        "estategraph status --problems unsupported",
    ),
)
@click.option("--all", "every", is_flag=True, help="List every service, however many there are.")
@click.option(
    "--problems",
    is_flag=False,
    flag_value="",
    metavar="[REASON]",
    help="List what could not be used instead, by file; all of it, or what has this reason.",
)
@query_options
def command(every: bool, problems: str | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Show counts by type and layer, problems by reason, and how reading each repository and service went, and how the kept
    snapshots grew.
    """
    from parsed_graph.snapshot.kept import kept_records
    from pipelines.serving import questions
    from pipelines.serving.deliver import deliver

    view = open_view(settings, output)
    if problems is not None:
        deliver(questions.problems(view, problems), as_json=as_json)
        return
    deliver(questions.status(view, every=every, kept=kept_records(output)), as_json=as_json)
