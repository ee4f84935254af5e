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
    """Show counts by type and layer, problems by reason, and how reading each repository and service went."""
    from parsed_graph.queries.status import find_status
    from pipelines.serving.as_json import print_json
    from pipelines.serving.render_run import run_json, say_run

    record = find_status(open_view(settings, output))
    print_json(run_json(record)) if as_json else say_run(record, every=every)
