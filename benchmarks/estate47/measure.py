"""How well "which records affect X" is answered over a generated estate of 47 services and 312 records, and how fast.

    python benchmarks/estate47/measure.py [--seeds 101 102 103 104 105] [--keep FOLDER] [--errors N] [--no-timings]

Indexes each estate by the real command with the `rules` provider, asks `impact service` for each service (accepted records
and successors of superseded ones) and compares with the truth of the plan; beside it dense and BM25 search over the same
texts, with the number of records that suits each best over all services, which nobody would know beforehand.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.estate47.baselines import Ranked, rank_by_meaning, rank_by_words
from benchmarks.estate47.write import write_estate
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import View
from pipelines.impact.service import ServiceImpact, find_service_impact

ROOT = Path(__file__).resolve().parents[2]
Answer = Mapping[str, set[str]]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over all services."""

    right: int
    extra: int
    missed: int

    @property
    def precision(self) -> float:
        """Of what was said, what is so."""
        return self.right / max(1, self.right + self.extra)

    @property
    def recall(self) -> float:
        """Of what is so, what was said."""
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """Both in one."""
        return 2 * self.right / max(1, 2 * self.right + self.extra + self.missed)

    def __str__(self) -> str:
        return f"precision {self.precision:.3f}  recall {self.recall:.3f}"


def score(found: Answer, truth: Answer) -> Score:
    """Each pair of a service and a record counts once."""
    right = sum(len(found[name] & truth[name]) for name in truth)
    said, so = sum(len(found[name]) for name in truth), sum(len(paths) for paths in truth.values())
    return Score(right, said - right, so - right)


def best_cut(ranked: Ranked, truth: Answer) -> tuple[int, Score]:
    """How many records of each ranking to take for the highest F1, and the score with that many."""
    depth = max(len(paths) for paths in ranked.values())
    cuts = [
        (cut, score({name: set(paths[:cut]) for name, paths in ranked.items()}, truth))
        for cut in (*range(1, 20), *range(20, depth, 5))
    ]
    return max(cuts, key=lambda each: (each[1].f1, -each[0]))


def main() -> None:
    """Prints a line for each seed and each way of answering."""
    options = _options()
    for seed in options.seeds:
        with tempfile.TemporaryDirectory() as scratch:
            folder = (options.keep or Path(scratch)) / str(seed)
            folder.mkdir(parents=True, exist_ok=True)
            _measure(folder, seed, options.errors, timings=not options.no_timings)


def _measure(folder: Path, seed: int, errors: int, *, timings: bool) -> None:
    truth = write_estate(folder, seed)
    full = _index(folder)
    view = View(open_snapshot(folder / "output"))
    answers = {name: find_service_impact(view, name) for name in truth}
    found = {name: _paths(answer) for name, answer in answers.items()}
    print(f"seed {seed}  estategraph     {score(found, truth)}", flush=True)
    texts = {
        path.relative_to(folder / "estate").as_posix(): path.read_text("utf-8")
        for path in sorted((folder / "estate" / "docs" / "adr").iterdir())
    }
    for way, rank in (("dense", rank_by_meaning), ("BM25", rank_by_words)):
        cut, reached = best_cut(rank(texts, sorted(truth)), truth)
        print(f"seed {seed}  {way:5} top {cut:<4}  {reached}", flush=True)
    for line in _errors(answers, found, truth, errors):
        print(line)
    if timings:
        print(f"seed {seed}  full index {_seconds(full)}", flush=True)
        print(f"seed {seed}  one changed record {_seconds(_change(folder))}, query {_query(view, truth)}", flush=True)


def _seconds(times: tuple[float, float]) -> str:
    return f"{times[0]:.1f} s wall, {times[1]:.1f} s of processor time"


def _paths(answer: ServiceImpact) -> set[str]:
    return {str(bound.record.properties["path"]) for bound in (*answer.accepted, *answer.successors)}


def _index(folder: Path) -> tuple[float, float]:
    """Wall and processor seconds of one whole `index`, all its processes together."""
    place, output = str(folder / "estate"), str(folder / "output")
    command = [sys.executable, "-m", "pipelines.serving.cli", "index", place, "--output", output]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _change(folder: Path) -> tuple[float, float]:
    """As `_index`, after one record got a sentence; three times, the medians."""
    record = sorted((folder / "estate" / "docs" / "adr").iterdir())[0]
    times = []
    for _ in range(3):
        record.write_text(record.read_text("utf-8") + "\nIt was read once more.\n", "utf-8")
        times.append(_index(folder))
    walls, processor = zip(*times, strict=True)
    return statistics.median(walls), statistics.median(processor)


def _query(view: View, truth: Answer) -> str:
    times = []
    for name in (*truth, *truth):
        started = time.perf_counter()
        find_service_impact(view, name)
        times.append(1000 * (time.perf_counter() - started))
    return f"p50 {statistics.median(times):.2f} ms"


def _errors(answers: Mapping[str, ServiceImpact], found: Answer, truth: Answer, most: int) -> Iterator[str]:
    """The records that are wrong for the most services, with the tie that brings them."""
    extra = Counter(path for name in truth for path in found[name] - truth[name])
    missed = Counter(path for name in truth for path in truth[name] - found[name])
    ties = {
        str(bound.record.properties["path"]): bound.ties[0].edge
        for name, answer in answers.items()
        for bound in (*answer.accepted, *answer.successors)
        if str(bound.record.properties["path"]) not in truth[name]
    }
    for path, count in extra.most_common(most):
        edge = ties[path]
        yield f"  extra {count:3} {path}: {edge.source} {edge.type} {edge.target} {edge.evidence[0].quote!r}"
    for path, count in missed.most_common(most):
        yield f"  missed {count:3} {path}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[101, 102, 103, 104, 105])
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep estates and snapshots here")
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="show the N worst records of each kind")
    parser.add_argument("--no-timings", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
