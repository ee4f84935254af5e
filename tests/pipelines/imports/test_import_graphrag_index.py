"""GraphRAG's own index of a small corpus, over a loopback model, taken in by the real command."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.loopback_model import Call, LoopbackModel

pytestmark = [
    pytest.mark.graphrag,
    pytest.mark.skipif(importlib.util.find_spec("graphrag") is None, reason="the extra graphrag is not installed"),
]
SHOP = Path(__file__).parents[3] / "examples" / "shop"
CHAT = "ana: orders-api asks Customs for a number before it ships\n\nben: and payments waits for Customs"
EXTRACTED = "##".join(
    (
        '("entity"<|>orders-api<|>ORGANIZATION<|>The API that takes orders)',
        '("entity"<|>payments<|>ORGANIZATION<|>The service that charges cards)',
        '("entity"<|>Customs<|>ORGANIZATION<|>An office that gives numbers)',
        '("entity"<|>Nowhere<|>GEO<|>A place that the model made up)',
        '("relationship"<|>orders-api<|>Customs<|>asks it for a number<|>8)',
    )
)
SETTINGS = """
completion_models:
  default_completion_model: {{model_provider: openai, model: loopback, api_key: any, api_base: '{address}/v1'}}
embedding_models:
  default_embedding_model: {{model_provider: openai, model: loopback, api_key: any, api_base: '{address}/v1'}}
input: {{type: text}}
workflows: [load_input_documents, create_base_text_units, create_final_documents, extract_graph, finalize_graph, create_final_text_units]
extract_graph: {{max_gleanings: 0}}
"""


def answer(call: Call) -> str:
    asked = call.system + "".join(text for _, text in call.messages)
    return f"{EXTRACTED}<|COMPLETE|>" if "asks Customs" in asked else "A summary."


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    model = LoopbackModel()
    model.answer = answer
    folder = tmp_path_factory.mktemp("chats")
    (folder / "input").mkdir()
    (folder / "input" / "chat.txt").write_text(CHAT)
    (folder / "settings.yaml").write_text(SETTINGS.format(address=model.address))
    command = [sys.executable, "-m", "graphrag", "index", "--root", str(folder), "--skip-validation"]
    environment = os.environ | {"LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    yield folder
    model.close()


def test_what_graphrag_extracted_is_on_our_services(project: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "pipelines.serving.cli", *arguments, "--output", str(tmp_path)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)

    run("import", "graphrag", str(project), "--name", "chats")
    run("index", str(SHOP))

    edges: list[dict[str, Any]] = pq.read_table(tmp_path / "edges.parquet").to_pylist()
    found = {(row["source"], row["type"], row["target"]): row for row in edges if '"chats"' in row["evidence"]}
    assert set(found) == {
        ("doc:chats:chat.txt", "MENTIONS", "service:orders-api"),
        ("doc:chats:chat.txt", "MENTIONS", "service:payments"),
        ("doc:chats:chat.txt", "MENTIONS", "entity:chats:CUSTOMS"),
        ("service:orders-api", "ASSOCIATED_WITH", "entity:chats:CUSTOMS"),
    }
    assert {row["layer"] for row in found.values()} == {"extracted"}
