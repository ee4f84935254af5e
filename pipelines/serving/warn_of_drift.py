"""The warning that closes `index`: edges that came or went though no file behind them changed."""

from pathlib import Path

import apsw

from parsed_graph.errors import SnapshotError
from parsed_graph.queries.drift import find_drift
from parsed_graph.snapshot.kept import find_kept
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunRecord
from parsed_graph.view import View
from pipelines.serving.render_drift import explained
from pipelines.serving.terminal import say

MOST_EDGES = 400_000
"""Of a snapshot: comparing larger ones takes longer than a run over a few changed files should."""


def warn_of_drift(output: Path, record: RunRecord) -> None:
    """Compares the current snapshot with the one before, where that is still kept."""
    if not any(change.added or change.removed for change in record.changes.values()):
        return
    if sum(sum(layers.values()) for layers in record.counts.edges.values()) > MOST_EDGES:
        say(
            "Edges that came or went without a changed file are not looked for at this size; estategraph diff does.",
            "dim",
        )
        return
    try:
        views = [View(open_snapshot(output, find_kept(output, run))) for run in ("previous", "current")]
        found = find_drift(*views)
    except (SnapshotError, apsw.CorruptError):
        return  # The one before is gone, or damaged.
    if found.unexplained:
        say(f"Warning: {explained(found)}. estategraph diff lists them.", "yellow")
