"""From what the user names to a comparison: revisions, one revision, two folders, or a patch."""

from collections.abc import Sequence
from pathlib import Path

from parsed_graph.errors import SettingsError
from pipelines.checkouts import Checkout
from pipelines.impact.diff import DiffImpact, find_diff
from pipelines.impact.states.compared import Compared, compare_folders, compare_revisions
from pipelines.impact.states.patched import compare_patch
from pipelines.settings import Settings
from pipelines.stages.fact_cache import FactCache
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.parse import Progress

_TREES = Path("cache", "trees")


def compare_states(
    states: Sequence[str], repo: Path, output: Path, settings: Settings, progress: Progress
) -> DiffImpact:
    """Compares what `states` name: `BASE..HEAD`, `BASE`, `PATCH`, or two folders. Raises SettingsError."""
    progress("states", 0, 1)
    compared = _compared(states, repo, _known_checkouts(output), output / _TREES)
    return find_diff(
        compared,
        output,
        settings.documents,
        settings.communities,
        settings.index.workers,
        FileLimits(settings.index.seconds_per_file, settings.index.megabytes_per_worker),
        progress,
        least_confidence=settings.query.confidence,
    )


def _compared(states: Sequence[str], repo: Path, known: Sequence[Checkout], trees: Path) -> Compared:
    if len(states) == 2 and not any(Path(state).exists() for state in states):
        # Git itself takes two revisions apart for what it takes with dots between them.
        return compare_revisions("..".join(states), repo, known, trees)
    if len(states) == 2:
        return compare_folders(Path(states[0]), Path(states[1]), known)
    if len(states) != 1:
        raise SettingsError(f"{len(states)} states given: name BASE..HEAD, one revision, two folders, or a patch")
    if Path(states[0]).is_file():
        return compare_patch(Path(states[0]), repo, known, trees)
    return compare_revisions(states[0], repo, known, trees)


def _known_checkouts(output: Path) -> list[Checkout]:
    """The checkouts of the last run that wrote to an output folder."""
    facts = FactCache(output / "cache" / "facts.db")
    try:
        return [Checkout(name, Path(root)) for name, root in facts.checkouts()]
    finally:
        facts.close()
