"""`communities`: the tree of communities, and why each report was or was not rewritten."""

from pathlib import Path

import click

from pipelines.serving.examples import ExampledCommand
from pipelines.serving.options import open_view, query_options


@click.command(
    "communities",
    cls=ExampledCommand,
    short_help="What belongs together, and what was written of it.",
    examples=(
        "estategraph communities",
        "estategraph communities --why",
    ),
)
@click.option(
    "--why", is_flag=True, help="Show for each how much changed since its report was written, and what was decided."
)
@click.option(
    "--level", type=click.IntRange(0), metavar="NUMBER", help="Only this level; 0 is the top.  [default: all]"
)
@query_options
def command(why: bool, level: int | None, settings: Path | None, output: Path, as_json: bool) -> None:
    """Show the communities of the current snapshot as a tree, with sizes, owners and ids."""
    from community.read_communities import Communities
    from pipelines.serving.as_json import print_json
    from pipelines.serving.render_communities import say_tree, say_why, tree_json, why_json

    view = open_view(settings, output)
    communities = Communities(view)
    found = communities.at_level(level)
    if not why:
        print_json(tree_json(found)) if as_json else say_tree(found)
        return
    from pipelines.settings import load_settings

    threshold = load_settings(settings).communities.report_threshold
    if as_json:
        print_json(why_json(communities, found, threshold))
    else:
        say_why(view, communities, found, threshold)
