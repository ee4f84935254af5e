"""`index`: reads checkouts into a new snapshot."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import estate_options


@click.command(
    "index",
    cls=ExampledCommand,
    short_help="Read checkouts into a new snapshot.",
    examples=(
        "estategraph index .",
        "estategraph index ../orders ../payments https://example.org/shop/config.git",
        "estategraph index . --estimate",
    ),
)
@click.argument("paths", nargs=-1, metavar="[PATH|URL]...")
@click.option("--html", is_flag=True, help="Also write an interactive map beside the snapshot: map.html.")
@click.option("--repartition", is_flag=True, help="Find the communities anew, however little has changed.")
@click.option(
    "--rewrite-reports", is_flag=True, help="Write every community report anew, as after a new prompt or model."
)
@click.option("--estimate", is_flag=True, help="Say what a model would cost, and stop before any call.")
@estate_options
def command(
    paths: tuple[str, ...],
    html: bool,
    repartition: bool,
    rewrite_reports: bool,
    estimate: bool,
    settings: Path | None,
    output: Path,
    as_json: bool,
) -> None:
    """Read checkouts and git URLs (default: this folder) into a new snapshot, and swap it in when it is complete.

    Files that did not change are not parsed again; where nothing changed, nothing is written.
    """
    from pipelines.community_flags import CommunityFlags
    from pipelines.index import estimate_index, index_estate
    from pipelines.serving.as_json import print_json
    from pipelines.serving.progress import Progress
    from pipelines.serving.render_run import run_json, say_run
    from pipelines.serving.terminal import say

    progress = Progress()
    if estimate:
        from pipelines.serving.render_estimate import estimate_json, say_estimate

        try:
            cost = estimate_index(paths or (".",), output, settings, progress)
        finally:
            progress.close()
        print_json(estimate_json(cost)) if as_json else say_estimate(cost)
        return
    flags = CommunityFlags(repartition, rewrite_reports)
    try:
        written = index_estate(paths or (".",), output, settings, flags, progress)
    finally:
        progress.close()
    if html:
        from pipelines.serving.drawings.page import write_page
        from pipelines.settings import load_settings

        write_page(output, output / "map.html", load_settings(settings).query.confidence)
    if as_json:
        print_json({"is_new": written.is_new, **run_json(written.record)})
        return
    if not written.is_new:
        say("Nothing changed; nothing was written.")
    say_run(written.record)
    if written.is_new and written.record.number > 1:
        from pipelines.serving.warn_of_drift import warn_of_drift

        warn_of_drift(output, written.record)
    if html:
        say(f"Map: {output / 'map.html'}")
