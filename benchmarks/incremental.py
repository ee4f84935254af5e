"""What a run costs after nothing, one file or one document changed, beside a full run on the same estate.

    python benchmarks/incremental.py CHECKOUT [CHECKOUT …] [--rounds 3]

The checkouts are copied first, as files are changed. Each figure is the median of the rounds; processor time counts every
process of a run, its workers included. The first run, which compiles Python and fills caches of the system, is not counted.
"""

import argparse
import ctypes
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): workers whose server has ended become our children, and are counted."""
_SETTLED_SECONDS = 2.2
"""Younger files are read whatever their times say."""
_COMMENTS = {
    **dict.fromkeys((".java", ".kt", ".go", ".js", ".ts", ".cs", ".php", ".rs", ".scala"), "//"),
    **dict.fromkeys((".py", ".rb"), "#"),
}
_TESTS = ("test", "tests", "node_modules", "vendor")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        roots = [copied(checkout.resolve(), Path(folder) / "estate") for checkout in arguments.checkouts]
        source, document = chosen_source(roots), chosen_document(roots)
        measure(roots, Path(folder) / "warm")
        figures = [rounds(roots, Path(folder) / f"output-{n}", source, document) for n in range(arguments.rounds)]
    full = statistics.median(cpu for cpu, _ in (figure["full"] for figure in figures))
    print(f"{'run':<34}{'cpu s':>8}{'wall s':>8}{'of full':>9}")
    for name in figures[0]:
        cpu = statistics.median(figure[name][0] for figure in figures)
        wall = statistics.median(figure[name][1] for figure in figures)
        print(f"{name:<34}{cpu:>8.2f}{wall:>8.2f}{cpu / full:>8.1%}")


def rounds(roots: list[Path], output: Path, source: Path, document: Path) -> dict[str, tuple[float, float]]:
    """Processor and wall seconds of each kind of run, one after the other on one output folder."""
    comment = _COMMENTS[source.suffix]
    steps: dict[str, Callable[[], object]] = {
        "full": lambda: None,
        "untouched": lambda: None,
        "one source file touched": lambda: os.utime(source),
        "one source file, a line at its end": lambda: append(source, f"\n{comment} A remark.\n"),
        "one source file, a line at its top": lambda: source.write_text(f"{comment} One.\n{source.read_text()}"),
        "one document, a sentence": lambda: append(document, "\nOne more sentence for the record.\n"),
    }
    figures = {}
    for name, change in steps.items():
        change()
        time.sleep(_SETTLED_SECONDS)
        figures[name] = measure(roots, output)
    return figures


def measure(roots: list[Path], output: Path) -> tuple[float, float]:
    """Processor seconds of every process of one run, and its wall seconds."""
    command = [sys.executable, "-m", "pipelines.serving.cli", "index", *map(str, roots), "--output", str(output)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    wall = time.perf_counter() - started
    for _ in ended_children():
        pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def ended_children() -> Iterator[int]:
    """Waits for the processes that a run left to us."""
    while True:
        try:
            yield os.waitpid(-1, 0)[0]
        except ChildProcessError:
            return


def copied(checkout: Path, folder: Path) -> Path:
    """A copy that may be changed."""
    target = folder / checkout.name
    shutil.copytree(checkout, target, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    return target


def chosen_source(roots: list[Path]) -> Path:
    """A file of middling size in the commonest language."""
    files = [path for root in roots for path in root.rglob("*") if is_source(path.relative_to(root)) and path.is_file()]
    suffix = Counter(path.suffix for path in files).most_common(1)[0][0]
    ordered = sorted((path for path in files if path.suffix == suffix), key=lambda path: (path.stat().st_size, path))
    return ordered[len(ordered) // 2]


def is_source(path: Path) -> bool:
    """Whether a run reads a file: not those of tests."""
    return path.suffix in _COMMENTS and not set(_TESTS).intersection(path.parts) and "test" not in path.stem.lower()


def chosen_document(roots: list[Path]) -> Path:
    """The first README."""
    return min((path for root in roots for path in root.rglob("README.md")), key=lambda path: (len(path.parts), path))


def append(path: Path, text: str) -> None:
    """Adds to the end of a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
