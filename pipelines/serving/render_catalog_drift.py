"""Where catalogue and code disagree, as text."""

from collections.abc import Sequence

from parsed_graph.queries.catalog_drift import CatalogDrift
from pipelines.serving.terminal import say

_LISTED = 20
_TITLES = {
    "declared-not-found": "In the catalogue, and not found",
    "found-not-declared": "Found, and not in the catalogue",
}


def say_catalog_drift(found: Sequence[CatalogDrift], *, every: bool = False) -> None:
    """Both ways, each with where to look; the first of many, unless all are asked for."""
    for reason, title in _TITLES.items():
        rows = [each for each in found if each.reason == reason]
        if not rows:
            continue
        say()
        say(f"{title}: {len(rows)}", "bold")
        for row in rows if every else rows[:_LISTED]:
            say(f"  {row.subject}  ({row.path}:{row.line})")
        if len(rows) > _LISTED and not every:
            say(f"  {len(rows) - _LISTED} more; `status --all` lists them", "dim")
