"""One run: checkouts to facts, facts to a graph, the graph to a snapshot; each stage says how long it took."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from parsed_graph.build import build_graph
from parsed_graph.snapshot.run_report import Extraction, RunReport
from parsed_graph.store import KEEP_SNAPSHOTS, SnapshotWritten, write_snapshot
from pipelines.checkouts import Checkout, find_checkouts
from pipelines.stages.fact_cache import FactCache
from pipelines.stages.parse import ParsedEstate, Progress, parse_estate


class IndexSettings(BaseModel):
    """How a run is carried out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workers: int = Field(default=0, ge=0, description="Parser processes; 0 means one for each core")


def index_estate(
    paths: Sequence[str],
    output: Path,
    settings: IndexSettings,
    progress: Progress,
    keep: int = KEEP_SNAPSHOTS,
) -> SnapshotWritten:
    """Indexes checkouts and git URLs into a snapshot of `output`; writes nothing where nothing changed.

    Raises SettingsError for a path that cannot be used, SnapshotError when another run holds the folder.
    """
    started, clock = datetime.now(UTC), _Clock()
    checkouts = find_checkouts(paths, output / "cache")
    cache = FactCache(output / "cache" / "facts.db")
    try:
        parsed = parse_estate(checkouts, cache, settings.workers, progress)
    finally:
        cache.close()
    clock.lap("parse")
    progress("resolve", 0, 1)
    built = build_graph(parsed.facts)
    clock.lap("resolve")
    progress("write", 0, 1)
    run = _report(started, clock, checkouts, parsed)
    return write_snapshot(output, built.graph, [*built.problems, *parsed.problems], run, keep)


class _Clock:
    def __init__(self) -> None:
        self._begun = self._last = time.perf_counter()
        self.stages: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.stages[stage], self._last = round(now - self._last, 3), now

    @property
    def total(self) -> float:
        return round(time.perf_counter() - self._begun, 3)


def _report(started: datetime, clock: _Clock, checkouts: Sequence[Checkout], parsed: ParsedEstate) -> RunReport:
    at = started.isoformat(timespec="seconds")
    repositories = tuple(
        Extraction(report.name, report.files, report.failed, at, report.seconds, _revision(checkout.root))
        for report, checkout in zip(parsed.reports, checkouts, strict=True)
    )
    return RunReport(
        started_at=at,
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
        seconds=clock.total,
        stages=clock.stages,
        repositories=repositories,
        notes={"parsed": str(parsed.changed_files), "gone": str(parsed.gone_files)},
    )


def _revision(root: Path) -> str:
    """The checked-out commit, read from the files of `.git` without running git."""
    try:
        head = (root / ".git" / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head[:40]
        return (root / ".git" / head[5:]).read_text(encoding="utf-8").strip()[:40]
    except OSError:
        return ""
