"""One run, as far as it has to go: on unchanged input it ends before anything is built, written or even imported."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from parsed_graph.errors import SettingsError
from parsed_graph.read_facts import FactReader
from parsed_graph.snapshot.current import SnapshotWritten, current_record, keep_current
from parsed_graph.snapshot.lock import locked
from parsed_graph.snapshot.run_report import RunRecord
from pipelines.checkouts import find_checkouts
from pipelines.clock import Clock
from pipelines.community_flags import CommunityFlags
from pipelines.imports.corpus import corpora_fingerprint
from pipelines.last_run import LastRun, fingerprint, keep_last_run, read_last_run
from pipelines.product_version import product_version
from pipelines.stages.document_digests import document_digests
from pipelines.stages.fact_cache import FactCache
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.parse import Progress, Reading, read_checkouts, said
from pipelines.stages.walk import WalkedCheckout, stamps, walk_checkouts
from pipelines.traces.received import received_digest

if TYPE_CHECKING:
    from pipelines.models.budget import Estimate
    from pipelines.settings import Settings

DEFAULT_SETTINGS = Path("settings.yaml")


def index_estate(
    paths: Sequence[str], output: Path, settings_file: Path | None, flags: CommunityFlags, progress: Progress
) -> SnapshotWritten:
    """Indexes checkouts and git URLs into a snapshot of `output`; writes nothing where nothing changed.

    Raises SettingsError for a path or setting that cannot be used, SnapshotError when another run holds the folder.
    """
    _refuse_checkout(paths, output)
    clock, begun = Clock(), datetime.now(UTC)
    # Held from the start: a second run is told so at once, not after it has parsed everything.
    with locked(output), _opened(output) as cache, _no_collector():
        memory = _Memory.of(output, settings_file, flags)
        walk = _walk(paths, output, cache)
        received = received_digest(output)
        seen = memory.key([received, *stamps(walk.checkouts)])
        if memory.holds(seen=seen):
            return memory.keep(seen, memory.last.said)
        settings = _settings(settings_file)
        readings = _read(walk, cache, settings, progress)
        told = memory.key([received, *said(readings), *document_digests(walk.checkouts, cache)])
        if memory.holds(said=told):
            return memory.keep(seen, told)
        cache.remember_checkouts((checkout.name, str(checkout.root)) for checkout in walk.checkouts)
        clock.lap("parse")
        from pipelines.build_snapshot import build_snapshot

        written = build_snapshot(walk.checkouts, readings, cache, output, settings, flags, progress, clock, begun)
        if told and _is_a_function_of_its_input(settings):
            memory.take(written, seen, told)
        return written


def _refuse_checkout(paths: Sequence[str], output: Path) -> None:
    """A walk passes over the output folder, and would over a checkout that is one."""
    if any(Path(path).expanduser().resolve() == output.resolve() for path in paths):
        raise SettingsError(f"{output}: the checkout itself cannot be the output folder. Give one in it or beside it")


def estimate_index(paths: Sequence[str], output: Path, settings_file: Path | None, progress: Progress) -> "Estimate":
    """What a run would ask of its model about documents and communities: calls, tokens, money. Makes no call, writes no snapshot."""
    from pipelines.build_snapshot import estimate_snapshot

    _refuse_checkout(paths, output)
    with _opened(output) as cache:
        settings, walk = _settings(settings_file), _walk(paths, output, cache)
        readings = _read(walk, cache, settings, progress)
        return estimate_snapshot(walk.checkouts, readings, cache, output, settings)


@contextmanager
def _no_collector() -> Iterator[None]:
    """A run makes millions of objects that live to its end: looking among them for cycles takes a tenth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def _opened(output: Path) -> Iterator[FactCache]:
    cache = FactCache(output / "cache" / "facts.db")
    try:
        yield cache
    finally:
        cache.close()


@dataclass(frozen=True, slots=True)
class _Walk:
    checkouts: list[WalkedCheckout]
    reader: FactReader


def _walk(paths: Sequence[str], output: Path, cache: FactCache) -> _Walk:
    reader = FactReader(cache.parsers())
    checkouts = find_checkouts(paths, output / "cache")
    return _Walk(walk_checkouts(checkouts, reader.is_wanted, cache, product_version()), reader)


def _read(walk: _Walk, cache: FactCache, settings: "Settings", progress: Progress) -> list[Reading]:
    limits = FileLimits(settings.index.seconds_per_file, settings.index.megabytes_per_worker)
    workers, address = settings.index.workers, settings.index.ray_address
    trace_bytes = settings.traces.megabytes * 1_000_000
    return read_checkouts(walk.checkouts, walk.reader, cache, workers, limits, progress, address, trace_bytes)


def _settings(file: Path | None) -> "Settings":
    from pipelines.settings import load_settings

    return load_settings(file)


def _is_a_function_of_its_input(settings: "Settings") -> bool:
    """Whether the same files give the same again: not where a server may answer a question that it left open."""
    asks_nobody = settings.model.provider == "rules" and settings.retrieval.embeddings.provider in ("wordllama", "none")
    return asks_nobody and not settings.documents.prompts


@dataclass(frozen=True, slots=True)
class _Memory:
    """What the last run of an output folder was made from, while that folder still holds what it made."""

    output: Path
    last: LastRun
    steering: tuple[str, ...]
    """What decides a run beside its files: the code, the settings, the imported corpora."""
    is_asked_anew: bool

    @classmethod
    def of(cls, output: Path, settings_file: Path | None, flags: CommunityFlags) -> "_Memory":
        file = settings_file or DEFAULT_SETTINGS
        settings = file.read_bytes().decode("utf-8", "surrogateescape") if file.is_file() else "defaults"
        is_asked_anew = flags != CommunityFlags()
        steering = (product_version(), settings, corpora_fingerprint(output))
        return cls(output, read_last_run(output / "cache"), steering, is_asked_anew)

    def key(self, parts: Iterable[str]) -> str:
        return fingerprint((*self.steering, *parts))

    def holds(self, *, seen: str = "", said: str = "") -> bool:
        """Whether the current snapshot was made from this."""
        known = bool(seen and seen == self.last.seen) or bool(said and said == self.last.said)
        return known and not self.is_asked_anew and self._record() is not None

    def keep(self, seen: str, said: str) -> SnapshotWritten:
        """The current snapshot stays; what is known of its input is brought up to date."""
        record = self._record()
        assert record is not None
        if seen != self.last.seen:
            keep_last_run(self.output / "cache", LastRun(record.snapshot, seen, said))
        return keep_current(self.output, record)

    def take(self, written: SnapshotWritten, seen: str, said: str) -> None:
        """Remembers what a new snapshot was made from."""
        keep_last_run(self.output / "cache", LastRun(written.id, seen, said))

    def _record(self) -> RunRecord | None:
        record = current_record(self.output)
        return record if record and record.snapshot == self.last.snapshot else None
