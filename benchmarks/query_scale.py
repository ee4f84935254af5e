"""How fast questions are answered on a generated graph of 100,000 nodes and 1,000,000 edges.

    python benchmarks/query_scale.py [--output DIR] [--questions 500]

Prints a table: each question in process (first, p50, p99 in milliseconds, evidence included), a cold command and
`--help` (best and median of several, the whole process), and what writing the snapshot cost. `--output` keeps the
snapshot, and uses the one that is there. Each question is asked `--repeat` times and its best time counts, so that
percentiles are over questions and not over whatever else the machine does; `first` is the very first, caches empty.
`--cpu` counts processor time in place of wall time, for a machine that has other work.
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
from functools import partial
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
Clock = Callable[[], float]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=Path)
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--cpu", action="store_true")
    arguments = parser.parse_args()
    clock, child = (time.process_time, _children) if arguments.cpu else (time.perf_counter, time.perf_counter)
    with tempfile.TemporaryDirectory() as folder:
        output = arguments.output or Path(folder)
        if not (output / "current").exists():
            write(output)
        print(f"{'question':34}{'first':>9}{'p50':>9}{'p99':>9}{'worst':>9}  ms in process")
        for name, ask in questions(output, arguments.questions):
            times = measured(ask, arguments.repeat, clock)
            first, times = times[0], times[1:]
            print(f"{name:34}{first:9.2f}{percentile(times, 50):9.2f}{percentile(times, 99):9.2f}{max(times):9.2f}")
        print(f"{'command':58}{'best':>8}{'median':>8}  ms, whole process")
        for command in commands():
            times = [cold(command, output, child) for _ in range(_COLD)]
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
    everything = view()
    topics = [node.name for _, node in everything.labelled(NodeLabel.TOPIC)]
    endpoints = [node.id for _, node in everything.labelled(NodeLabel.ENDPOINT)]
    databases = [node.id for _, node in everything.labelled(NodeLabel.DATABASE)]
    hubs = [service_name(domain * 40 + 4) for domain in range(LARGE.services // 40)]
    others = {name: rng.choice(services) for name in services}

    def blast(found: View, name: str) -> object:
        answer = find_blast(found, name)
        return found.edges([key for hit in answer.hits[:50] for key in answer.edges(hit)]), list(
            map(answer.chain, answer.hits[:50])
        )

    kinds: Sequence[tuple[str, list[str], Callable[[View, str], object]]] = (
        ("consumers of a topic", topics, find_consumers),
        ("callers of an endpoint", endpoints, find_callers),
        ("path between two services", services, lambda v, name: find_paths(v, name, others[name])),
        ("blast of a service", services, blast),
        ("blast of a database", databases, blast),
        ("blast of a hub", hubs, blast),
        ("show a service", services, find_card),
        ("Cypher: one hop from a service", services, lambda v, name: run_cypher(v, _CYPHER, {"name": name})),
    )
    return [
        (kind, [partial(ask, opened, rng.choice(names)) for _ in range(count)])
        for kind, names, ask in kinds
        for opened in (view(),)
    ]


_CYPHER = "MATCH (s:Service {name: $name})-[r:DEPENDS_ON]->(d) RETURN d.id, r.kinds"


def measured(asks: Sequence[Callable[[], object]], repeat: int, clock: Clock) -> list[float]:
    """Milliseconds: the first question as it came, then the best of `repeat` for each."""
    return [_once(asks[0], clock), *(min(_once(ask, clock) for _ in range(repeat)) for ask in asks[1:])]


def _once(ask: Callable[[], object], clock: Clock) -> float:
    started = clock()
    ask()
    return (clock() - started) * 1000


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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


def cold(command: list[str], output: Path, clock: Clock) -> float:
    place = [] if command == ["--help"] else ["--output", str(output)]
    started = clock()
    done = subprocess.run(
        [sys.executable, "-m", "pipelines.serving.cli", *command, *place],
        cwd=Path(__file__).resolve().parent.parent,
        capture_output=True,
        check=False,
    )
    elapsed = (clock() - started) * 1000
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return elapsed


if __name__ == "__main__":
    main()
