"""Files that cost too much: each becomes a row of `problems`, and every other file is read."""

import os
from pathlib import Path

import pytest

from parsed_graph.facts import Incomplete, TypeDecl
from parsed_graph.read_facts import FactReader
from pipelines.stages.fact_cache import decode_facts, encode_facts
from pipelines.stages.file_limits import FileLimits
from pipelines.stages.read_batches import Read, Task, read_batch, read_in_workers

SLOW = b"class Slow { String a; void f() {" + b"g(a, a + 1);\n" * 60_000 + b"} }"
LIMITS = FileLimits(seconds=5, megabytes=1024)


def task(root: Path, *names: str) -> Task:
    return str(root), [(name, frozenset(), "", "") for name in names]


def problems(facts: bytes | None) -> list[str]:
    return [fact.reason for fact in decode_facts(facts or b"") if isinstance(fact, Incomplete)]


def test_a_file_that_takes_too_long_is_given_up_and_tried_again_next_time(tmp_path: Path) -> None:
    (tmp_path / "Slow.java").write_bytes(SLOW)
    (tmp_path / "Next.java").write_bytes(b"class Next {}")
    read_batch(task(tmp_path, "Next.java"), seconds=10)  # Loads the parsers, which takes its time once.

    (digest, _, slow), (_, _, following) = read_batch(task(tmp_path, "Slow.java", "Next.java"), seconds=0.05)

    assert (digest, problems(slow)) == ("", ["too-slow"])
    assert [type(fact) for fact in decode_facts(following or b"")] == [TypeDecl]


def test_a_file_that_needs_too_much_memory_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> None:
        raise MemoryError

    (tmp_path / "A.java").write_bytes(b"class A {}")
    monkeypatch.setattr(FactReader, "facts", greedy)

    [(digest, _, facts)] = read_batch(task(tmp_path, "A.java"), seconds=5)

    assert (digest, problems(facts)) == ("", ["out-of-memory"])


def fatal(task: Task, seconds: float, in_worker: bool = False) -> list[Read]:
    """Stands in for a grammar with a fault: one of its files ends the process."""
    _, entries = task
    if any(path == "fatal" for path, *_ in entries):
        os._exit(1)
    return [(path, "", encode_facts([])) for path, *_ in entries]


def test_the_file_that_ends_its_worker_is_found_and_the_others_are_read(tmp_path: Path) -> None:
    batches = [task(tmp_path, "a", "b"), task(tmp_path, "c", "fatal"), task(tmp_path, "d")]

    read = [file for batch in read_in_workers(batches, 1, LIMITS, fatal) for file in batch]

    assert [digest for digest, _, _ in read] == ["a", "b", "c", "", "d"]
    assert [reason for _, _, facts in read for reason in problems(facts)] == ["crashed"]


def allocating(task: Task, seconds: float, in_worker: bool = False) -> list[Read]:
    """Asks for two gigabytes."""
    try:
        return [(str(len(bytearray(2 << 30))), "", b"")]
    except MemoryError:
        return [("refused", "", b"")]


def test_a_worker_gets_no_more_memory_than_its_limit(tmp_path: Path) -> None:
    assert list(read_in_workers([task(tmp_path, "a")], 1, LIMITS, allocating)) == [[("refused", "", b"")]]
