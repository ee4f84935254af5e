"""`impact diff`: what a change does to the estate, for a pull request."""

import sys
from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options
from pipelines.serving.report_formats import format_option

_FAIL_ON = ("breaking", "unknown", "ungoverned", "violation")


@click.command(
    "diff",
    cls=ExampledCommand,
    short_help="What a change does to the estate.",
    examples=(
        "estategraph impact diff main..HEAD",
        "estategraph impact diff main...HEAD --format markdown --fail-on breaking",
        "estategraph impact diff main",
        "estategraph impact diff ../before ../after",
        "estategraph impact diff change.patch",
    ),
)
@click.argument("states", nargs=-1, required=True, metavar="BASE..HEAD | BASE | OLD NEW | PATCH")
@click.option(
    "--repo",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    show_default=True,
    metavar="DIR",
    help="The repository, or a folder in it.",
)
@click.option(
    "--fail-on",
    "fail_on",
    multiple=True,
    type=click.Choice(_FAIL_ON),
    help="Exit 1 where there is such a thing; may be given several times.",
)
@format_option
@click.option("--all", "everything", is_flag=True, help="Also list what breaks nothing, change by change.")
@estate_options
def command(
    states: tuple[str, ...],
    repo: Path,
    fail_on: tuple[str, ...],
    form: str,
    everything: bool,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Compare two states of a repository and show what changed in the estate: services, endpoints, topics, events,
    dependencies, owners and ADRs, whom it breaks, and which accepted ADRs govern what was touched.

    The states are two git revisions (BASE..HEAD, BASE...HEAD from where they parted), one against the working tree
    (BASE), two folders, or a patch and the working tree. Other repositories of the last run give the callers.
    """
    from parsed_graph.snapshot.lock import locked
    from pipelines.impact.compare import compare_states
    from pipelines.impact.fail_on import failures
    from pipelines.serving.progress import Progress
    from pipelines.serving.report_formats import write_diff
    from pipelines.settings import load_settings

    knobs = load_settings(settings)
    progress = Progress()
    with locked(output):
        try:
            found = compare_states(states, repo, output, knobs, progress)
        finally:
            progress.close()
    write_diff(found, "json" if as_json else form, everything=everything)
    failed = failures(found, fail_on)
    if failed:
        click.echo(f"--fail-on: {'; '.join(failed)}", err=True)
        sys.exit(1)
