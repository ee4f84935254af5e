"""How fast questions are answered on a generated graph of 100,000 nodes and 1,000,000 edges.

    python benchmarks/query_scale.py [--output DIR] [--questions 500]

Prints a table: each question in process (first, p50, p99 in milliseconds, evidence included), a cold command and
`--help` (best and median of several, the whole process), and what writing the snapshot cost. `--output` keeps the
snapshot, and uses the one that is there.
"""

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.generated_graph import LARGE, generate_graph, service_name
from parsed_graph.queries.blast import find_blast
from parsed_graph.queries.callers import find_callers
from parsed_graph.queries.consumers import find_consumers
from parsed_graph.queries.cypher import run_cypher
from parsed_graph.queries.path import find_paths
from parsed_graph.queries.show import find_card
from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import View

_COLD = 7


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=Path)
    parser.add_argument("--questions", type=int, default=500)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        output = arguments.output or Path(folder)
        if not (output / "current").exists():
            write(output)
        print(f"{'question':34}{'first':>9}{'p50':>9}{'p99':>9}{'worst':>9}  ms in process")
        for name, ask in questions(output, arguments.questions):
            times = measured(ask)
            print(f"{name:34}{times[0]:9.2f}{percentile(times, 50):9.2f}{percentile(times, 99):9.2f}{max(times):9.2f}")
        print(f"{'command':58}{'best':>8}{'median':>8}  ms, whole process")
        for command in commands():
            times = [cold(command, output) for _ in range(_COLD)]
            print(f"{' '.join(command)[:56]:58}{min(times):8.0f}{statistics.median(times):8.0f}")


def write(output: Path) -> None:
    started = time.perf_counter()
    graph = generate_graph(LARGE)
    generated = time.perf_counter()
    print(f"generated {len(graph):,} nodes and {graph.edge_count:,} edges in {generated - started:.1f} s")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    write_snapshot(output, graph, [], RunReport())
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    size = sum(path.stat().st_size for path in (output / "current").iterdir()) / 1e6
    print(
        f"written in {time.perf_counter() - generated:.1f} s, {more:.0f} MB above the graph itself, {size:.0f} MB on disk"
    )


def questions(output: Path, count: int) -> list[tuple[str, list[Callable[[], object]]]]:
    """Each kind of question over random names; a view per kind, so that `first` pays for its own warming up."""
    rng = random.Random(1)

    def view() -> View:
        return View(open_snapshot(output))

    services = [service_name(number) for number in range(LARGE.services)]
    names = view()
    topics = [node.name for _, node in names.labelled(NodeLabel.TOPIC)]
    endpoints = [node.id for _, node in names.labelled(NodeLabel.ENDPOINT)]
    databases = [node.id for _, node in names.labelled(NodeLabel.DATABASE)]
    asked: list[tuple[str, Callable[[View], object]]] = []

    def blast(found: View, name: str) -> object:
        hits = find_blast(found, name).hits
        return found.edges([key for hit in hits[:50] for key in hit.edges])

    kinds: Sequence[tuple[str, Callable[[View], object]]] = (
        ("consumers of a topic", lambda v: find_consumers(v, rng.choice(topics))),
        ("callers of an endpoint", lambda v: find_callers(v, rng.choice(endpoints))),
        ("path between two services", lambda v: find_paths(v, rng.choice(services), rng.choice(services))),
        ("blast of a service", lambda v: blast(v, rng.choice(services))),
        ("blast of a database", lambda v: blast(v, rng.choice(databases))),
        ("blast of a hub", lambda v: blast(v, service_name(rng.randrange(50) * 40 + 4))),
        ("show a service", lambda v: find_card(v, rng.choice(services))),
        ("Cypher: one hop from a service", lambda v: run_cypher(v, _CYPHER, {"name": rng.choice(services)})),
    )
    asked += kinds
    return [(name, [_bound(ask, opened) for _ in range(count)]) for name, ask in asked for opened in (view(),)]


_CYPHER = "MATCH (s:Service {name: $name})-[r:DEPENDS_ON]->(d) RETURN d.id, r.kinds"


def _bound(ask: Callable[[View], object], view: View) -> Callable[[], object]:
    return lambda: ask(view)


def measured(asks: Sequence[Callable[[], object]]) -> list[float]:
    """Milliseconds of each call."""
    times = []
    for ask in asks:
        started = time.perf_counter()
        ask()
        times.append((time.perf_counter() - started) * 1000)
    return times


def percentile(times: Sequence[float], share: int) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def commands() -> list[list[str]]:
    first, second = service_name(3), service_name(1777)
    return [
        ["--help"],
        ["consumers", "orders-events-0"],
        ["callers", f"{first} GET /stock/3/{{}}"],
        ["path", first, second],
        ["blast", first, "--depth", "2"],
        ["blast", first],
        ["show", first],
        ["status"],
        ["cypher", "MATCH (s:Service) RETURN s.id LIMIT 5"],
    ]


def cold(command: list[str], output: Path) -> float:
    place = [] if command == ["--help"] else ["--output", str(output)]
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "pipelines.serving.cli", *command, *place],
        cwd=Path(__file__).resolve().parent.parent,
        capture_output=True,
        check=False,
    )
    elapsed = (time.perf_counter() - started) * 1000
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return elapsed


if __name__ == "__main__":
    main()
