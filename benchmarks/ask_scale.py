"""How fast `ask` answers over 100,000 nodes, 1,000,000 edges and 50,000 text units, without a model.

    python benchmarks/ask_scale.py [--output DIR] [--questions 100] [--cpu]

Prints for each intent the first question (caches empty), p50, p95 and worst in process, in milliseconds; then the whole command
cold, over the generated estate and over `--example DIR`, an output folder of examples/shop. `--output` keeps the snapshot that
retrieval_scale.py writes, and uses the one that is there. `--cpu` counts processor time in place of wall time.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.generated_graph import LARGE, service_name
from benchmarks.retrieval_scale import sentence, vocabulary, write
from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import View
from pipelines.asking.answer_question import answer_question
from pipelines.asking.ask_parts import open_parts

_COLD = 7


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=Path)
    parser.add_argument("--example", type=Path)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--cpu", action="store_true")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.cpu else time.perf_counter
    with tempfile.TemporaryDirectory() as folder:
        output = arguments.output or Path(folder)
        if not (output / "current").exists():
            write(output)
        measure(output, arguments.questions, clock)
        for place, question in (
            (output, f"Who depends on {service_name(3)}?"),
            (arguments.example, "Who consumes orders-events?"),
        ):
            if place is not None:
                times = [cold(place, question) for _ in range(_COLD)]
                print(f"cold, {question:50} best {min(times):6.0f}  median {statistics.median(times):6.0f} ms")


def measure(output: Path, count: int, clock: Callable[[], float]) -> None:
    print(f"{'intent':28}{'first':>9}{'p50':>8}{'p95':>8}{'worst':>8}  ms in process")
    everything: list[float] = []
    for name, questions in asked(output, count).items():
        view, parts = View(open_snapshot(output)), open_parts(None, output)
        find_text, times = parts.finder(view), []
        for question in questions:
            started = clock()
            answer_question(view, question, find_text=find_text, limits=parts.limits)
            times.append((clock() - started) * 1000)
        rest = sorted(times[1:])
        everything += rest
        print(f"{name:28}{times[0]:9.1f}{rest[len(rest) // 2]:8.1f}{rest[len(rest) * 95 // 100]:8.1f}{rest[-1]:8.1f}")
    print(f"{'all':28}{'':9}{statistics.median(everything):8.1f}")


def asked(output: Path, count: int) -> dict[str, list[str]]:
    """Questions of each intent over random names."""
    rng, words, view = random.Random(11), vocabulary(), View(open_snapshot(output))
    topics = [node.name for _, node in view.labelled(NodeLabel.TOPIC)]

    def service() -> str:
        return service_name(rng.randrange(LARGE.services))

    patterns: dict[str, Callable[[], str]] = {
        "relationship: consumers": lambda: f"Who consumes {rng.choice(topics)}?",
        "relationship: dependents": lambda: f"Which services rely on {service()}?",
        "trace": lambda: f"How does a request get from {service()} to {service()}?",
        "blast": lambda: f"What breaks when {service()} is down?",
        "impact": lambda: f"Which decisions bind {service()}?",
        "yes or no": lambda: f"Does {service()} call {service()}?",
        "a name that is not there": lambda: f"Who depends on unheard-of-{rng.randrange(999)}?",
        "aggregate": lambda: f"How many endpoints does {service()} have?",
        "lookup": lambda: f"Why does the {sentence(rng, words, 3)} of {sentence(rng, words, 3)}?",
    }
    return {name: [make() for _ in range(count)] for name, make in patterns.items()}


def cold(output: Path, question: str) -> float:
    started = time.perf_counter()
    command = [sys.executable, "-m", "pipelines.serving.cli", "ask", question, "--output", str(output)]
    subprocess.run(command, cwd=Path(__file__).resolve().parent.parent, check=True, capture_output=True)
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
