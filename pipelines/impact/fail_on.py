"""What a pull request must not do: `--fail-on`."""

from collections.abc import Iterable, Iterator

from pipelines.impact.changes.change import Verdict
from pipelines.impact.diff import DiffImpact


def failures(found: DiffImpact, conditions: Iterable[str]) -> tuple[str, ...]:
    """One line for each condition that holds: `breaking`, `unknown` (breaking or not known), `ungoverned`, `violation`."""
    return tuple(line for condition in dict.fromkeys(conditions) for line in _failure(found, condition))


def _failure(found: DiffImpact, condition: str) -> Iterator[str]:
    if condition == "violation":
        if found.violations:
            yield f"{len(found.violations)} new {'violation' if len(found.violations) == 1 else 'violations'} of ADR rules"
        return
    if condition == "ungoverned":
        if found.ungoverned:
            yield f"touched and bound by no accepted ADR: {', '.join(node.name for node in found.ungoverned)}"
        return
    verdicts = (Verdict.BREAKING,) if condition == "breaking" else (Verdict.BREAKING, Verdict.UNKNOWN)
    count = sum(change.verdict in verdicts for change in found.changes)
    if count:
        what = condition if condition == "breaking" else "breaking or unknown"
        yield f"{count} {what} {'change' if count == 1 else 'changes'}"
