"""Speed and memory of the whole parse stage over checkouts of many languages, beside raw tree-sitter on the same source files.

    python benchmarks/mixed_million.py CHECKOUT [CHECKOUT …] [--workers 2]

Raw: every source file parsed once, one query for definitions and calls run over it, in this process. The stage: walking,
reading, parsing, workers, fact cache and the facts in memory, as `estategraph index` does it, and it reads build files,
configuration and contracts as well. CPU time is that of this process and its workers. Linux only: it reads /proc.
"""

import argparse
import importlib
import os
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from parse_speed import POINTERS, QUERIES
from tree_sitter import Language, Parser, Query, QueryCursor

from parsed_graph.read_facts import FactReader, is_wanted
from parsed_graph.repository import walk_repository
from pipelines.checkouts import Checkout
from pipelines.stages.fact_cache import FactCache
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.parse import collect_facts, read_checkouts
from pipelines.stages.walk import walk_checkouts

_LIMITS = FileLimits(seconds=10.0, megabytes=2048)
_LANGUAGES = {suffix: name for name, (_, suffixes, _) in QUERIES.items() for suffix in suffixes}
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path, nargs="+")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    paths = wanted_files(options.checkouts)
    sources = [path for path in paths if path.suffix in _LANGUAGES]
    all_lines, source_lines = count_lines(paths), count_lines(sources)
    print(f"{len(paths)} files, {all_lines:,} lines; {len(sources)} of them source code, {source_lines:,} lines")
    print_languages(sources)
    raw = raw_seconds(sources)
    print(f"raw tree-sitter and one query  {raw:6.1f} s of CPU   {source_lines / raw:9,.0f} lines/s")
    watch, wall, facts = run_stage([path.resolve() for path in options.checkouts], options.workers)
    ours = watch.seconds
    print(f"parse stage                    {ours:6.1f} s of CPU   {source_lines / ours:9,.0f} lines of source/s/core")
    print(f"                               {wall:6.1f} s of wall  {all_lines / ours:9,.0f} lines of all files/s/core")
    print(f"ratio                          {ours / raw:6.2f}          {facts:9,} facts")
    print(f"peak memory                    {max(watch.totals):6.0f} MB together")
    print(
        f"                               {watch.peaks[os.getpid()]:6.0f} MB this process, workers {watch.workers()} MB"
    )


def wanted_files(checkouts: list[Path]) -> list[Path]:
    return [root / entry.path for root in checkouts for entry in walk_repository(root, is_wanted).entries]


def count_lines(paths: list[Path]) -> int:
    return sum(path.read_bytes().count(b"\n") for path in paths)


def print_languages(sources: list[Path]) -> None:
    by_language: dict[str, list[Path]] = {}
    for path in sources:
        by_language.setdefault(_LANGUAGES[path.suffix], []).append(path)
    print("  " + ", ".join(f"{name} {count_lines(paths):,}" for name, paths in sorted(by_language.items())))


def raw_seconds(sources: list[Path]) -> float:
    tools = {}
    for name, (module, _, query) in QUERIES.items():
        grammar = Language(getattr(importlib.import_module(module), POINTERS.get(name, "language"))())
        tools[name] = Parser(grammar), Query(grammar, query)
    started = time.process_time()
    for path in sources:
        parser, query = tools[_LANGUAGES[path.suffix]]
        QueryCursor(query).matches(parser.parse(path.read_bytes()).root_node)
    return time.process_time() - started


def run_stage(roots: list[Path], workers: int) -> tuple["Watch", float, int]:
    """What it took, its wall time, and how many facts came out."""
    watch = Watch()
    started = time.perf_counter()
    with watch, tempfile.TemporaryDirectory() as folder:
        cache = FactCache(Path(folder) / "facts.db")
        checkouts = [Checkout(root.name, root) for root in roots]
        reader = FactReader(cache.parsers())
        walked = walk_checkouts(checkouts, reader.is_wanted, cache, "benchmark")
        readings = read_checkouts(walked, reader, cache, workers, _LIMITS, lambda stage, done, total: None)
        found = sum(1 for _ in collect_facts(readings, cache).facts)
        cache.close()
    return watch, time.perf_counter() - started, found


@dataclass
class Watch:
    """Samples processor time and memory of this process and of all that descend from it."""

    peaks: dict[int, float] = field(default_factory=dict)
    totals: list[float] = field(default_factory=lambda: [0.0])
    _used: dict[int, float] = field(default_factory=dict)
    _stop: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Watch":
        self._before = time.process_time()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._used[os.getpid()] = time.process_time() - self._before

    @property
    def seconds(self) -> float:
        """CPU time of all processes."""
        return sum(self._used.values())

    def workers(self) -> str:
        return ", ".join(f"{peak:.0f}" for pid, peak in sorted(self.peaks.items()) if pid != os.getpid())

    def _run(self) -> None:
        while not self._stop.wait(0.02):
            total = 0.0
            for pid in descendants(os.getpid()):
                try:
                    used, resident = figures(pid)
                except (OSError, ValueError, IndexError):
                    continue  # It has just ended.
                self._used[pid] = used
                self.peaks[pid] = max(self.peaks.get(pid, 0.0), resident)
                total += resident
            self.totals.append(total)


def descendants(root: int) -> list[int]:
    """A process and all below it."""
    found = [root]
    for pid in found:
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        except OSError:
            continue
        found += [int(child) for child in children.split()]
    return found


def figures(pid: int) -> tuple[float, float]:
    """CPU seconds, and resident memory in MB without what a forked process shares with others (its proportional share)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    share = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
    return (int(fields[11]) + int(fields[12])) / _TICKS, int(share.split()[1]) / 1024


if __name__ == "__main__":
    main()
