"""How fast text is found over 50,000 text units beside a graph of 100,000 nodes and 1,000,000 edges.

    python benchmarks/retrieval_scale.py [--output DIR] [--questions 300] [--cpu]

Prints what writing cost, then the time of a question in process: the first (matrix and model not yet read), p50, p95 and
worst, each with and without nodes that the question names. `--output` keeps the snapshot, and
uses the one that is there. `--cpu` counts processor time in place of wall time, for a machine that has other work. The texts are made of a vocabulary in which few words are frequent and most are rare, as in prose.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.generated_graph import LARGE, generate_graph, service_name
from parsed_graph.identity import node_id
from parsed_graph.schema import NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import View
from pipelines.models.embeddings_wordllama import WordLlamaEmbedder
from pipelines.models.vector_cache import open_vectors
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.retrieve import retrieve
from pipelines.stages.text_unit_rows import DocumentRow, Row, TextUnitRow
from pipelines.stages.text_units import ordered_rows, text_units_part
from pipelines.stages.text_vectors import embed_units, vectors_part
from pipelines.words.synonyms import WORDS

_UNITS = 50_000
_VOCABULARY = 30_000
_SYLLABLES = "ka ro mi ta lu ne so vi pa de ru go ha be ti no".split()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=Path)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--cpu", action="store_true")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.cpu else time.perf_counter
    with tempfile.TemporaryDirectory() as folder:
        output = arguments.output or Path(folder)
        if not (output / "current").exists():
            write(output)
        measure(output, arguments.questions, clock)


def write(output: Path) -> None:
    graph = generate_graph(LARGE)
    rows = ordered_rows(texts(random.Random(3)))
    started = time.perf_counter()
    with open_vectors(output) as cache:
        embedded = embed_units(rows, WordLlamaEmbedder(), cache, lambda *_: None)
    made = time.perf_counter()
    write_snapshot(output, graph, [], RunReport(), parts=[text_units_part(rows), vectors_part(embedded)])
    print(
        f"{len(graph):,} nodes, {graph.edge_count:,} edges, {_UNITS:,} text units of {sum(map(length, rows)) // _UNITS} characters"
    )
    print(f"embedded in {made - started:.1f} s, written in {time.perf_counter() - made:.1f} s")


def length(row: Row) -> int:
    return sum(len(unit.text) for unit in row[1])


def texts(rng: random.Random) -> list[Row]:
    """Documents of five units each; one in ten is about a service, the others are of one."""
    words = vocabulary()
    rows: list[Row] = []
    for document in range(_UNITS // 5):
        service = node_id(NodeLabel.SERVICE, service_name(document % LARGE.services))
        identity = f"doc:repo:docs/{document}.md"
        units = tuple(
            TextUnitRow(
                f"{identity}#{place}", identity, "doc", service, sentence(rng, words, 5), f"docs/{document}.md", "repo", place * 20,
                sentence(rng, words, 110), (service,) if document % 10 == 0 else (),
            )
            for place in range(1, 6)
        )  # fmt: skip
        rows.append(
            (DocumentRow(identity, "doc", service, sentence(rng, words, 5), "repo", f"docs/{document}.md"), units)
        )
    return rows


def vocabulary() -> list[str]:
    """Made-up words, with those that have synonyms among them: they cost a question most."""
    rng = random.Random(5)
    made = ["".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4))) for _ in range(_VOCABULARY)]
    for word in WORDS:
        made.insert(int(len(made) ** rng.random()), word)
    return list(dict.fromkeys(made))


def sentence(rng: random.Random, words: list[str], count: int) -> str:
    """Words by Zipf's law: the first of the list is the most frequent."""
    return " ".join(words[min(int(len(words) ** rng.random()), len(words) - 1)] for _ in range(count))


def measure(output: Path, count: int, clock: Callable[[], float]) -> None:
    rng, words = random.Random(9), vocabulary()
    view, embedder = View(open_snapshot(output)), WordLlamaEmbedder()
    questions = [f"Why does the {sentence(rng, words, 3)} of {sentence(rng, words, 3)}?" for _ in range(count)]
    services = [view.key(node_id(NodeLabel.SERVICE, service_name(rng.randrange(LARGE.services)))) for _ in questions]
    started = clock()
    retrieve(view, questions[0], limits=RetrievalLimits(), embedder=embedder)
    print(f"first {(clock() - started) * 1000:.0f} ms")
    print(f"{'question':24}{'p50':>8}{'p95':>8}{'worst':>8}  ms in process")
    for name, named in (("without a name", False), ("names a service", True)):
        times = []
        for question, key in zip(questions, services, strict=True):
            seeds = [key] if named and key is not None else []
            started = clock()
            retrieve(view, question, seeds=seeds, limits=RetrievalLimits(), embedder=embedder)
            times.append((clock() - started) * 1000)
        ordered = sorted(times)
        print(f"{name:24}{ordered[len(times) // 2]:8.1f}{ordered[len(times) * 95 // 100]:8.1f}{ordered[-1]:8.1f}")


if __name__ == "__main__":
    main()
