"""Reads files in batches, here or in worker processes, within limits; a file that ends its worker is found and left out."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from parsed_graph.errors import ArtefactError
from parsed_graph.facts import Fact, Incomplete, SourceSpan
from parsed_graph.parser import Artefact
from parsed_graph.read_facts import OUT_OF_MEMORY, FactReader, every_reader
from parsed_graph.siblings import Siblings
from pipelines.stages.fact_cache import encode_facts
from pipelines.stages.file_limits import TOO_SLOW, FileLimits, limited, prepare_worker, worker_context, worker_pool

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Task = tuple[str, list[tuple[str, frozenset[str], str, str]]]
"""A checkout's folder, and of each file the path, the names beside it, and the two digests of its last reading."""
Read = tuple[str, str, bytes | None]
"""Digests of a file's content and, where a parser asked for them, of the names beside it; its facts, None for the same as before."""


class ReadsBatch(Protocol):
    """What reads a batch: `read_batch`, or another function that a worker can import."""

    def __call__(self, task: Task, seconds: float, in_worker: bool = False) -> list[Read]:
        """What is read of each file."""


def read_batch(task: Task, seconds: float, in_worker: bool = False, reader: FactReader | None = None) -> list[Read]:
    """What is read of each file of a batch; no digest for what should be tried again next time."""
    root, files = task
    chosen = reader or every_reader()
    return [_read_file(chosen, Path(root), *file, seconds, in_worker) for file in files]


@lru_cache
def names_digest(names: frozenset[str]) -> str:
    """A digest of the names in a folder."""
    return hashlib.sha256("\0".join(sorted(names)).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _read_file(
    reader: FactReader,
    root: Path,
    path: str,
    names: frozenset[str],
    known_digest: str,
    known_beside: str,
    seconds: float,
    in_worker: bool,
) -> Read:
    try:
        content = (root / path).read_bytes()
    except OSError as error:
        return unreadable(path, error)
    if is_as_before(content, names, known_digest, known_beside):
        return known_digest, known_beside, None
    return _parsed(reader, Content(path, names, content), seconds, in_worker)


class Content(NamedTuple):
    """A file that travels to where it is parsed."""

    path: str
    names: frozenset[str]
    content: bytes


def read_contents(files: Sequence[Content], seconds: float) -> list[Read]:
    """What is read of each file, as `read_batch` gives it for files that it opens itself."""
    reader = every_reader()
    return [_parsed(reader, file, seconds, False) for file in files]


def unreadable(path: str, error: OSError) -> Read:
    """A file that could not be opened."""
    return "", "", _only(Incomplete("unreadable", error.strerror or str(error), SourceSpan(path, 0)))


def is_as_before(content: bytes, names: frozenset[str], known_digest: str, known_beside: str) -> bool:
    """Whether a file and, where they mattered, the names beside it are those of its last reading."""
    return hashlib.sha256(content).hexdigest() == known_digest and known_beside in ("", names_digest(names))


def _parsed(reader: FactReader, file: Content, seconds: float, in_worker: bool) -> Read:
    path, names, content = file
    digest, siblings = hashlib.sha256(content).hexdigest(), Siblings(names)
    try:
        with limited(path, seconds, in_worker):
            facts = reader.facts(Artefact(path, content, siblings))
            beside = names_digest(names) if siblings.asked else ""
            return "" if any(map(_is_over_limit, facts)) else digest, beside, encode_facts(facts)
    except ArtefactError as error:
        return "", "", _only(Incomplete(error.reason, error.problem, SourceSpan(path, error.line)))
    except MemoryError:
        return "", "", _only(Incomplete(OUT_OF_MEMORY, "needs more memory than it may have", SourceSpan(path, 0)))


def _is_over_limit(fact: Fact) -> bool:
    return isinstance(fact, Incomplete) and fact.reason in (TOO_SLOW, OUT_OF_MEMORY)


def _only(problem: Incomplete) -> bytes:
    return encode_facts([problem])


def read_in_workers(
    tasks: Sequence[Task], count: int, limits: FileLimits, read: ReadsBatch = read_batch
) -> Iterator[list[Read]]:
    """Reads batches in worker processes, in order. A file that ends its worker is found and left out; the others are all read."""
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    while done < len(tasks):
        with worker_pool(count, limits) as pool:
            try:
                for future in [pool.submit(read, task, limits.seconds, True) for task in tasks[done:]]:
                    yield future.result()
                    done += 1
            except BrokenProcessPool:
                pass
        if done < len(tasks):
            # Every batch that was under way is lost with the pool: the first of them may hold the file that ended it.
            yield read_apart(tasks[done], limits, read)
            done += 1


def read_apart(task: Task, limits: FileLimits, read: ReadsBatch) -> list[Read]:
    """Reads a batch in processes of its own that send each file's facts at once: the first that is missing ended its process."""
    root, entries = task
    found: list[Read] = []
    while len(found) < len(entries):
        found += _until_death((root, entries[len(found) :]), limits, read)
        if len(found) < len(entries):
            detail = "the parser process ended on this file: out of time or memory, or a fault in a grammar"
            found.append(("", "", _only(Incomplete("crashed", detail, SourceSpan(entries[len(found)][0], 0)))))
    return found


def _until_death(task: Task, limits: FileLimits, read: ReadsBatch) -> list[Read]:
    context = worker_context()
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_send_each, args=(task, limits, read, sending))
    process.start()
    sending.close()
    found: list[Read] = []
    try:
        while len(found) < len(task[1]):
            found.append(receiving.recv())
    except EOFError:
        pass
    process.join()
    return found


def _send_each(task: Task, limits: FileLimits, read: ReadsBatch, sending: "Connection") -> None:
    prepare_worker(limits.megabytes)
    root, entries = task
    for entry in entries:
        sending.send(read((root, [entry]), limits.seconds, True)[0])
