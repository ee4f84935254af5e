"""How well lookups are found: MRR@10 and recall@10 of our retrieval beside plain BM25 and plain vectors over the same units.

    python benchmarks/retrieval_quality.py QUESTIONS.yaml CHECKOUT [--misses]

The checkout is indexed into a temporary folder (or `--output`). A hit counts where its path is one of a question's
documents; the rank is that of the first such text unit. Ours starts from the names that `ask` finds in the question.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import yaml

from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import View
from pipelines.asking.entities import find_mentions
from pipelines.asking.question import read_words
from pipelines.models.embeddings_wordllama import WordLlamaEmbedder
from pipelines.retrieval.dense import rank_by_meaning
from pipelines.retrieval.hit import Hit
from pipelines.retrieval.limits import RetrievalLimits
from pipelines.retrieval.ranking import Ranking
from pipelines.retrieval.read_units import read_hits
from pipelines.retrieval.retrieve import retrieve

Find = Callable[[str], Sequence[Hit]]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("questions", type=Path)
    parser.add_argument("checkout")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    asked = [q for q in yaml.safe_load(arguments.questions.read_text())["questions"] if q["intent"] == "lookup"]
    with tempfile.TemporaryDirectory() as folder:
        output = arguments.output or Path(folder)
        index(arguments.checkout, output)
        view = View(open_snapshot(output))
        print(f"{arguments.questions.stem}: {len(asked)} lookups")
        for name, find in ways(view).items():
            ranks = [rank(find(q["question"]), q["expected"]["documents"]) for q in asked]
            mrr = sum(1 / place for place in ranks if place) / len(ranks)
            recall = sum(1 for place in ranks if place) / len(ranks)
            print(f"  {name:14} MRR@10 {mrr:.3f}  recall@10 {recall:.2f}")
            if arguments.misses and name == "ours":
                for question, place in zip(asked, ranks, strict=True):
                    if place != 1:
                        show(question, place, find(question["question"]))


def index(checkout: str, output: Path) -> None:
    from pipelines.community_flags import CommunityFlags
    from pipelines.index import index_estate

    index_estate((checkout,), output, None, CommunityFlags(), lambda *_: None)


def ways(view: View) -> dict[str, Find]:
    """Each way of finding, from question to hits."""
    embedder = WordLlamaEmbedder()

    def plain_words(question: str) -> Sequence[Hit]:
        words = [word for word in question.replace('"', " ").split() if any(c.isalnum() for c in word)]
        match = " OR ".join(f'"{word}"' for word in words)
        rows = view.rows(
            "SELECT rowid, -rank FROM text_search WHERE text_search MATCH ? ORDER BY rank LIMIT 10", (match,)
        )
        found = Ranking("bm25", tuple((int(str(key)), float(str(score))) for key, score in rows))
        return read_hits(view, found, [found])

    def plain_vectors(question: str) -> Sequence[Hit]:
        found = rank_by_meaning(view, question, embedder, None, 10)
        return read_hits(view, found, [found])

    def ours(question: str) -> Sequence[Hit]:
        seeds = [key for mention in find_mentions(view, read_words(question)) for key in mention.keys]
        return retrieve(view, question, seeds=seeds, limits=RetrievalLimits(), embedder=embedder).hits[:10]

    return {"plain BM25": plain_words, "plain vectors": plain_vectors, "ours": ours}


def rank(hits: Sequence[Hit], documents: Sequence[str]) -> int:
    """The place of the first hit in one of the documents, 0 where there is none."""
    return next((place for place, hit in enumerate(hits, 1) if hit.path in documents), 0)


def show(question: dict[str, object], place: int, hits: Sequence[Hit]) -> None:
    print(f"    {question['id']} at {place or '-'}: {question['question']}")
    for hit in hits[:4]:
        print(f"        {hit.kind:16} {hit.path}:{hit.line} {hit.title[:60]!r} {dict(hit.ranks)}")


if __name__ == "__main__":
    main()
