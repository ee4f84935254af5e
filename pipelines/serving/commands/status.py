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
    ),
)
@click.option("--all", "every", is_flag=True, help="List every service, however many there are.")
@query_options
def command(every: bool, settings: Path | None, output: Path, as_json: bool) -> None:
    """Show counts by type and layer, problems by reason, and how reading each repository and service went, and how the kept
    snapshots grew.
    """
    from parsed_graph.snapshot.kept import kept_records
    from pipelines.serving.deliver import deliver
    from pipelines.serving.questions import status

    deliver(status(open_view(settings, output), every=every, kept=kept_records(output)), as_json=as_json)
