"""Parse: every file of every checkout becomes facts; unchanged files come from the cache, the others go to worker processes."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from parsed_graph.estate_facts import EstateFacts
from parsed_graph.facts import Fact
from parsed_graph.model import Problem
from parsed_graph.read_facts import FactReader
from parsed_graph.repository import SourceEntry
from pipelines.stages.fact_cache import FactCache, KnownFile, decode_facts, encode_facts
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.large_traces import large_traces, read_trace, without_large
from pipelines.stages.map_batches import map_batches
from pipelines.stages.read_batches import Read, Task, names_digest
from pipelines.stages.walk import ARTEFACTS, WalkedCheckout

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is."""

_BATCH = 40
DEFAULT_TRACE_BYTES = 256_000_000


@dataclass(frozen=True, slots=True)
class RepositoryReport:
    """How reading one repository went: `seconds` of wall time for its walk and until its last changed file was parsed."""

    name: str
    files: int
    parsed: int
    seconds: float


@dataclass
class ParsedEstate:
    """The facts of all checkouts, what the walk left out, and a report for each."""

    encoded: list[tuple[str, list[bytes]]]
    """Facts as the cache holds them, by repository and file."""
    others: Sequence[tuple[str, Sequence[Fact]]]
    """Facts of further repositories."""
    problems: list[Problem]
    reports: list[RepositoryReport]
    changed_files: int
    gone_files: int
    digests: dict[tuple[str, str], str]
    """Of the content of each file, by repository and path."""

    @cached_property
    def facts(self) -> EstateFacts:
        """All facts; decoded only when somebody asks."""
        own = ((repo, (fact for file in files for fact in decode_facts(file))) for repo, files in self.encoded)
        return EstateFacts([*own, *self.others])

    @property
    def fingerprint(self) -> str:
        """A digest of all facts, and of nothing else."""
        digest = hashlib.sha256()
        others = ((repo, [encode_facts(list(facts))]) for repo, facts in self.others)
        for repo, files in (*self.encoded, *others):
            digest.update(f"{repo}\0{len(files)}\0".encode("utf-8", "surrogateescape"))
            for file in files:
                digest.update(len(file).to_bytes(8, "big") + file)
        return digest.hexdigest()


@dataclass(slots=True)
class Reading:
    """A checkout of which all is read: `files` is what is known of each, by path, in order; `streamed` are large traces."""

    name: str
    root: Path
    entries: list[SourceEntry]
    problems: list[Problem]
    files: dict[str, KnownFile] = field(default_factory=dict)
    streamed: set[str] = field(default_factory=set)
    changed: int = 0
    gone: int = 0
    seconds: float = 0.0


def read_checkouts(
    walked: Sequence[WalkedCheckout],
    reader: FactReader,
    cache: FactCache,
    workers: int,
    limits: FileLimits,
    progress: Progress,
    ray_address: str = "",
    trace_bytes: int = DEFAULT_TRACE_BYTES,
) -> list[Reading]:
    """Brings the cache up to date: reads what changed since it was written, and forgets what is gone."""
    known = [_known_files(checkout, cache) for checkout in walked]
    readings = []
    for checkout in walked:
        walk = checkout.walk.wanted_by(ARTEFACTS)
        traces = large_traces(checkout.walk, checkout.root)
        problems = without_large(walk.problems, traces, trace_bytes)
        streamed = {entry.path for entry in traces if entry.size <= trace_bytes}
        entries = sorted([*walk.entries, *(e for e in traces if e.path in streamed)], key=lambda entry: entry.path)
        readings.append(
            Reading(checkout.name, checkout.root, entries, problems, streamed=streamed, seconds=checkout.seconds)
        )
    changed = [
        [entry for entry in reading.entries if not _is_same(files.get(entry.path), entry)]
        for reading, files in zip(readings, known, strict=True)
    ]
    parsed = [[e for e in entries if e.path not in r.streamed] for r, entries in zip(readings, changed, strict=True)]
    results = _read_changed(readings, parsed, known, reader, workers, limits, progress, ray_address)
    for reading, files, entries in zip(readings, known, changed, strict=True):
        begun = time.perf_counter()
        read = {
            e.path: read_trace(reading.root, e.path) if e.path in reading.streamed else next(results) for e in entries
        }
        _keep(reading, files, read, cache)
        reading.seconds += time.perf_counter() - begun
    return readings


def recall_facts(root: Path, cache: FactCache) -> list[Fact]:
    """The facts of a checkout as it was when it was last read, whether or not it is still on disk."""
    return [fact for _, encoded in sorted(cache.facts(str(root)).items()) for fact in decode_facts(encoded)]


def said(readings: Sequence[Reading]) -> Iterator[str]:
    """All that decides what the facts of these checkouts are, and what their text says; "" for a file to be tried again."""
    for reading in readings:
        yield reading.name
        yield from (file.digest and f"{path} {file.digest} {file.beside}" for path, file in reading.files.items())
        yield from (repr(problem) for problem in reading.problems)


def collect_facts(
    readings: Sequence[Reading], cache: FactCache, others: Sequence[tuple[str, Sequence[Fact]]] = ()
) -> ParsedEstate:
    """The facts of checkouts that are read; the same as from reading everything.

    `others` are repositories whose facts are known: they join the estate as they are.
    """
    return ParsedEstate(
        [(reading.name, _encoded_facts(reading, cache)) for reading in readings],
        others,
        [p._replace(path=f"{reading.name}:{p.path}") for reading in readings for p in reading.problems],
        [RepositoryReport(r.name, len(r.entries), r.changed, round(r.seconds, 3)) for r in readings],
        sum(reading.changed for reading in readings),
        sum(reading.gone for reading in readings),
        {(reading.name, path): file.digest for reading in readings for path, file in reading.files.items()},
    )


def _encoded_facts(reading: Reading, cache: FactCache) -> list[bytes]:
    encoded = cache.facts(str(reading.root))
    return [encoded[path] for path in reading.files]


def _known_files(checkout: WalkedCheckout, cache: FactCache) -> dict[str, KnownFile]:
    """What is cached of a checkout; of one that was never read, what is cached of those like it."""
    root = str(checkout.root)
    known = cache.known(root)
    if not known and checkout.like:
        cache.adopt(root, map(str, checkout.like))
        known = cache.known(root)
    return known


def _is_same(known: KnownFile | None, entry: SourceEntry) -> bool:
    """Whether a file need not be read: its stamp is the old one, and so are the names beside it if they mattered."""
    return (
        known is not None
        and known.stamp != ""
        and known.stamp == entry.stamp
        and known.beside in ("", names_digest(entry.siblings))
    )


def _keep(reading: Reading, known: dict[str, KnownFile], results: dict[str, Read], cache: FactCache) -> None:
    read: dict[str, tuple[KnownFile, bytes]] = {}
    touched: dict[str, KnownFile] = {}
    for entry in reading.entries:
        if entry.path not in results:
            reading.files[entry.path] = known[entry.path]
            continue
        digest, beside, facts = results[entry.path]
        if facts is None:
            touched[entry.path] = known[entry.path]._replace(stamp=entry.stamp)
            reading.files[entry.path] = touched[entry.path]
        else:
            reading.files[entry.path] = KnownFile(entry.stamp if digest else "", digest, beside)
            read[entry.path] = (reading.files[entry.path], facts)
    gone = sorted(set(known) - set(reading.files))
    reading.changed, reading.gone = len(results), len(gone)
    if read or touched or gone:
        cache.keep(str(reading.root), read, touched, gone)


def _read_changed(
    readings: Sequence[Reading],
    changed: Sequence[list[SourceEntry]],
    known: Sequence[dict[str, KnownFile]],
    reader: FactReader,
    workers: int,
    limits: FileLimits,
    progress: Progress,
    ray_address: str,
) -> Iterator[Read]:
    """What is read of each changed file, in order."""
    tasks: list[Task] = []
    nothing = KnownFile("", "", "")
    for reading, entries, files in zip(readings, changed, known, strict=True):
        for start in range(0, len(entries), _BATCH):
            wanted = [(e, files.get(e.path, nothing)) for e in entries[start : start + _BATCH]]
            tasks.append((str(reading.root), [(e.path, e.siblings, file.digest, file.beside) for e, file in wanted]))
    total, done = sum(map(len, changed)), 0
    progress("parse", done, total)
    batches = map_batches(tasks, reader, workers, limits, ray_address)
    for (_, files_of), results in zip(tasks, batches, strict=True):
        done += len(files_of)
        progress("parse", done, total)
        yield from results
