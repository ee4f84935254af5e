"""The same questions by `ask` and through GraphRAG's local search over a loopback model: wall time, processor time and tokens.

Run from the repository's root in an environment with the extra `graphrag`: python -m benchmarks.compare_graphrag
The model answers at once, so that all time is the two programs' own. Tokens are o200k_base.
"""

import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from pipelines.models.embeddings_wordllama import WordLlamaEmbedder
from pipelines.models.tokens import count_tokens
from pipelines.serving.embedding_endpoint import embedding_endpoint
from tests.loopback_model import LoopbackModel

SHOP = Path("examples/shop")
QUESTIONS = (
    "What does the orders subsystem do?",
    "What breaks if payments is down?",
    "Which decisions bind orders-api?",
)


@dataclass(frozen=True)
class Measured:
    """Seconds of wall and processor time, and what the command wrote."""

    wall: float
    processor: float
    text: str


def main() -> None:
    """Prints one row for each question and way."""
    model = LoopbackModel()
    model.answer = lambda call: "An answer."
    with tempfile.TemporaryDirectory() as folder, embedding_endpoint(WordLlamaEmbedder(), 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        output, settings = Path(folder, "output"), Path(folder, "estate.yaml")
        settings.write_text(
            f"model: {{provider: openai-compatible, model: loopback, base_url: '{model.address}/v1'}}\n"
        )
        run("pipelines.serving.cli", "index", str(SHOP), "--output", str(output))
        run("pipelines.serving.cli", "export", "graphrag", "--output", str(output), "--settings", str(settings))
        written = output / "graphrag" / "settings.yaml"
        written.write_text(written.read_text().replace(":8765/", f":{server.server_address[1]}/"))
        print("| question | by | wall s | processor s | tokens to a model |\n|---|---|---|---|---|")
        for question in QUESTIONS:
            asked = run("pipelines.serving.cli", "ask", question, "--output", str(output))
            print(f"| {question} | ask | {asked.wall:.1f} | {asked.processor:.1f} | 0 |")
            model.calls.clear()
            searched = run("graphrag", "query", "--root", str(written.parent), "--method", "local", question)
            sent = sum(count_tokens(call.system + "".join(text for _, text in call.messages)) for call in model.calls)
            print(f"| | GraphRAG local | {searched.wall:.1f} | {searched.processor:.1f} | {sent:,} |")
    model.close()


def run(module: str, *arguments: str) -> Measured:
    """Runs a command in a process of its own. Raises CalledProcessError."""
    environment = os.environ | {"GRAPHRAG_API_KEY": "any", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], check=True, capture_output=True, text=True, env=environment
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Measured(time.perf_counter() - started, processor, done.stdout)


if __name__ == "__main__":
    main()
