"""Parse: every file of every checkout becomes facts; unchanged files come from the cache, the others go to worker processes."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import Fact, Incomplete
from parsed_graph.model import Problem
from parsed_graph.read_facts import is_wanted
from parsed_graph.repository import SourceEntry, Walk, walk_repository
from pipelines.checkouts import Checkout
from pipelines.stages.fact_cache import CachedFile, FactCache, decode_facts, stamp_of
from pipelines.stages.file_limits import DEFAULT_LIMITS, FileLimits
from pipelines.stages.read_batches import read_batch, read_in_workers

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is."""

_BATCH = 40
_WORKER_THRESHOLD = 120
"""Below this many changed files, starting workers costs more than it saves."""


@dataclass(frozen=True, slots=True)
class RepositoryReport:
    """How parsing one repository went. Times in seconds of wall time."""

    name: str
    files: int
    parsed: int
    failed: int
    seconds: float


@dataclass(slots=True)
class ParsedEstate:
    """The facts of all checkouts, what the walk left out, and a report for each."""

    facts: EstateFacts
    problems: list[Problem] = field(default_factory=list)
    reports: list[RepositoryReport] = field(default_factory=list)
    changed_files: int = 0
    gone_files: int = 0
    digests: dict[tuple[str, str], str] = field(default_factory=dict)
    """Of the content of each file, by repository and path."""


@dataclass(slots=True)
class _Reading:
    checkout: Checkout
    walk: Walk
    known: dict[str, CachedFile]
    fresh: dict[str, CachedFile] = field(default_factory=dict)
    seconds: float = 0.0


def parse_estate(
    checkouts: Sequence[Checkout],
    cache: FactCache,
    workers: int,
    progress: Progress,
    limits: FileLimits = DEFAULT_LIMITS,
    others: Sequence[tuple[str, Iterable[Fact]]] = (),
) -> ParsedEstate:
    """Reads what changed since the cache was written; the facts are the same as from reading everything.

    `others` are repositories whose facts are known: they join the estate as they are.
    """
    readings = []
    for checkout in checkouts:
        started = time.perf_counter()
        walk = walk_repository(checkout.root, is_wanted)
        reading = _Reading(checkout, walk, _known_files(checkout, cache))
        reading.seconds = time.perf_counter() - started
        readings.append(reading)
    _read_changed(readings, workers, progress, limits)
    parsed = ParsedEstate(EstateFacts([]))
    collected: list[tuple[str, Iterator[Fact]]] = []
    for reading in readings:
        gone = sorted(set(reading.known) - {entry.path for entry in reading.walk.entries})
        cache.save(str(reading.checkout.root), reading.fresh, gone)
        parsed.changed_files += len(reading.fresh)
        parsed.gone_files += len(gone)
        name = reading.checkout.name
        parsed.problems += [problem._replace(path=f"{name}:{problem.path}") for problem in reading.walk.problems]
        collected.append((name, _facts(reading)))
        parsed.digests.update(((name, path), file.digest) for path, file in _files(reading))
    parsed.facts = EstateFacts([*collected, *others])
    parsed.reports = [_report(reading, parsed.facts) for reading in readings]
    return parsed


def recall_facts(checkout: Checkout, cache: FactCache) -> list[Fact]:
    """The facts of a checkout as it was when it was last read, whether or not it is still on disk."""
    known = cache.load(str(checkout.root))
    return [fact for path in sorted(known) for fact in decode_facts(known[path].facts)]


def _known_files(checkout: Checkout, cache: FactCache) -> dict[str, CachedFile]:
    """What is cached of a checkout; of one that was never read, what is cached of those like it, to be told by content."""
    known = cache.load(str(checkout.root))
    for other in checkout.like if not known else ():
        for path, file in cache.load(str(other)).items():
            known.setdefault(path, CachedFile("", file.digest, file.facts))
    return known


def _facts(reading: _Reading) -> Iterator[Fact]:
    for _, cached in _files(reading):
        yield from decode_facts(cached.facts)


def _files(reading: _Reading) -> Iterator[tuple[str, CachedFile]]:
    for entry in reading.walk.entries:
        cached = reading.fresh.get(entry.path) or reading.known.get(entry.path)
        if cached:
            yield entry.path, cached


def _report(reading: _Reading, facts: EstateFacts) -> RepositoryReport:
    name = reading.checkout.name
    failed = {located.path for located in facts.of(Incomplete) if located.repo == name}
    return RepositoryReport(name, len(reading.walk.entries), len(reading.fresh), len(failed), round(reading.seconds, 3))


def _read_changed(readings: list[_Reading], workers: int, progress: Progress, limits: FileLimits) -> None:
    now = time.time_ns()
    batches: list[tuple[_Reading, list[SourceEntry]]] = []
    for reading in readings:
        changed = [entry for entry in reading.walk.entries if not _is_known(reading, entry, now)]
        batches += [(reading, changed[start : start + _BATCH]) for start in range(0, len(changed), _BATCH)]
    total = sum(len(entries) for _, entries in batches)
    done = 0
    progress("parse", done, total)
    for (reading, entries), read in zip(batches, map_batches(batches, total, workers, limits), strict=True):
        for entry, (digest, facts) in zip(entries, read, strict=True):
            stamp = stamp_of(entry.size, entry.modified, now) if digest else ""
            reading.fresh[entry.path] = CachedFile(stamp, digest, facts)
        done += len(entries)
        progress("parse", done, total)


def _is_known(reading: _Reading, entry: SourceEntry, now: int) -> bool:
    known = reading.known.get(entry.path)
    return known is not None and known.stamp != "" and known.stamp == f"{entry.size}:{entry.modified}"


def map_batches(
    batches: Sequence[tuple[_Reading, list[SourceEntry]]], total: int, workers: int, limits: FileLimits
) -> Iterator[list[tuple[str, bytes]]]:
    """Reads batches in order, in this process when they are few, else in `workers` processes (0: one for each core)."""
    tasks = [
        (str(r.checkout.root), [(e.path, e.siblings, _known_facts(r, e)) for e in entries]) for r, entries in batches
    ]
    count = workers or os.cpu_count() or 1
    if count == 1 or total < _WORKER_THRESHOLD:
        return map(partial(read_batch, seconds=limits.seconds), tasks)
    return read_in_workers(tasks, count, limits)


def _known_facts(reading: _Reading, entry: SourceEntry) -> tuple[str, bytes] | None:
    known = reading.known.get(entry.path)
    return (known.digest, known.facts) if known else None
