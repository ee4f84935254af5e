"""What one file may cost: processor time and memory. A file beyond them becomes a row of `problems`, and the run goes on.

A timer stops what Python can interrupt. What hangs inside a C library is stopped by the operating system, which ends the
worker process; the parse stage then finds the file that did it. Both limits of the system hold in workers alone.
"""

import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

from parsed_graph.errors import ArtefactError
from parsed_graph.registry import all_entries

if TYPE_CHECKING:
    # Few runs have so much to read that they start workers.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.context import ForkServerContext

TOO_SLOW = "too-slow"
_MEGABYTE = 1 << 20
_REPEAT = 0.5
"""A parser may swallow the first interruption: it comes again this often."""


@dataclass(frozen=True, slots=True)
class FileLimits:
    """`seconds` of processor time for each file, `megabytes` of address space for the process that reads it."""

    seconds: float
    megabytes: int


@contextmanager
def limited(path: str, seconds: float, in_worker: bool) -> Iterator[None]:
    """Raises ArtefactError in the middle of work on a file that takes too long; only the main thread can be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        problem = f"given up after {seconds:g} s of processor time"
        raise ArtefactError(path, 1, problem, reason=TOO_SLOW)

    previous = signal.signal(signal.SIGPROF, stop)
    if in_worker:
        _end_process_after(2 * seconds + 1)
    signal.setitimer(signal.ITIMER_PROF, seconds, _REPEAT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


def worker_context() -> "ForkServerContext":
    """How workers start: forked from a server that has loaded the parsers."""
    from multiprocessing import get_context

    context = get_context("forkserver")
    context.set_forkserver_preload(["pipelines.stages.loaded_parsers"])
    return context


def worker_pool(count: int, limits: FileLimits) -> "ProcessPoolExecutor":
    """Processes that read files under these limits."""
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(
        count, mp_context=worker_context(), initializer=prepare_worker, initargs=(limits.megabytes,)
    )


def prepare_worker(megabytes: int) -> None:
    """Loads the parsers where the server has not, on no file's time, and lets this process have so much memory: more raises MemoryError, or ends it in C."""
    all_entries()
    _lower(resource.RLIMIT_AS, megabytes * _MEGABYTE)


def _end_process_after(seconds: float) -> None:
    """The system ends this process when it has used so much more processor time; the next file moves the mark."""
    _lower(resource.RLIMIT_CPU, int(time.process_time() + seconds) + 1)


def _lower(kind: int, wanted: int) -> None:
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
