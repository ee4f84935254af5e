"""GraphRAG's own four queries on an exported project, over a loopback model: what they send holds our graph."""

import asyncio
import importlib.util
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelines.models.embeddings_wordllama import WordLlamaEmbedder
from pipelines.serving.embedding_endpoint import embedding_endpoint
from tests.loopback_model import Call, LoopbackModel

pytestmark = [
    pytest.mark.graphrag,
    pytest.mark.skipif(importlib.util.find_spec("graphrag") is None, reason="the extra graphrag is not installed"),
]
SHOP = Path(__file__).parents[3] / "examples" / "shop"
QUESTION = "What does the orders subsystem do?"
FOLLOW_UP = "Which orders does orders-api keep for the orders subsystem?"
METHODS = ("basic", "local", "global", "drift")
ENTITY = "Service(orders-api)|Service orders-api. title: Orders API. role: application."
RELATIONSHIP = "|Service(orders-api)|Entity(Order)|DEFINES. Parsed, confidence 1, read in shop:services/orders-api/"
REPORT = "# Orders\n\nOrders is "
FACTS = "Facts of Service(orders-api); parsed with confidence 1"
EXPECTED = {
    "basic": (FACTS,),
    "local": (ENTITY, RELATIONSHIP, "# The whole estate", FACTS),
    "global": ("Orders is ", "The whole estate"),
    "drift": (ENTITY, "-----Relationships-----", "|DEPENDS_ON (", REPORT, FACTS),
}
"""What the prompts of each method must hold: entities, relationships, reports and text units, as far as it uses them."""


def answer(call: Call) -> str:
    """A reply that each step of GraphRAG can read."""
    asked = call.system + "".join(text for _, text in call.messages)
    if "PrimerResponse" in json.dumps(call.body.get("response_format") or {}):
        return json.dumps({"intermediate_answer": "# Orders", "score": 70, "follow_up_queries": [FOLLOW_UP]})
    if "follow_up_queries" in asked:
        return json.dumps({"response": "It takes orders.", "score": 60, "follow_up_queries": []})
    if '"points"' in asked:
        return json.dumps({"points": [{"description": "It takes orders [Data: Reports (1)].", "score": 80}]})
    return "The orders subsystem takes orders."


@pytest.fixture(scope="module")
def model() -> Iterator[LoopbackModel]:
    served = LoopbackModel()
    served.answer = answer
    yield served
    served.close()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, model: LoopbackModel) -> Iterator[Path]:
    """The example estate as a project, exported by the real command, and the endpoint that embeds questions."""
    folder = tmp_path_factory.mktemp("project")
    with embedding_endpoint(WordLlamaEmbedder(), 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        settings = folder / "estate.yaml"
        settings.write_text(
            f"model: {{provider: openai-compatible, model: loopback, base_url: '{model.address}/v1'}}\n"
        )
        index = ["index", str(SHOP), "--output", str(folder / "output")]
        estategraph(*index)
        estategraph("export", "graphrag", "--output", str(folder / "output"), "--settings", str(settings))
        written = folder / "output" / "graphrag" / "settings.yaml"
        written.write_text(written.read_text().replace(":8765/", f":{server.server_address[1]}/"))
        yield written.parent
        server.shutdown()


def estategraph(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pipelines.serving.cli", *arguments], check=True, capture_output=True, timeout=120
    )


def prompts(model: LoopbackModel) -> str:
    """Everything that was sent since the last look, as one text."""
    sent = "\n".join(call.system + "\n".join(text for _, text in call.messages) for call in model.calls)
    model.calls.clear()
    return sent


@pytest.mark.parametrize("method", METHODS)
def test_its_command_line_answers_from_our_graph(project: Path, model: LoopbackModel, method: str) -> None:
    model.calls.clear()
    command = [sys.executable, "-m", "graphrag", "query", "--root", str(project), "--method", method, QUESTION]
    environment = os.environ | {"GRAPHRAG_API_KEY": "any", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}

    done = subprocess.run(command, capture_output=True, text=True, timeout=180, env=environment)

    assert "The orders subsystem takes orders." in done.stdout, done.stderr
    sent = prompts(model)
    assert [part for part in EXPECTED[method] if part not in sent] == []


@pytest.mark.parametrize("method", METHODS)
def test_its_interface_answers_from_our_graph(
    project: Path, model: LoopbackModel, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHRAG_API_KEY", "any")
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    monkeypatch.chdir(project)
    model.calls.clear()

    answered = asyncio.run(searches(project)[method]())

    assert "The orders subsystem takes orders." in str(answered[0])
    sent = prompts(model)
    assert [part for part in EXPECTED[method] if part not in sent] == []


def searches(project: Path) -> dict[str, Callable[[], Any]]:
    """The four searches over the tables of a project."""
    import pandas as pd
    from graphrag import api
    from graphrag.config.load_config import load_config

    config = load_config(project)
    names = ("entities", "communities", "community_reports", "text_units", "relationships", "covariates")
    tables = {name: pd.read_parquet(project / "output" / f"{name}.parquet") for name in names}
    texts = {name: tables[name] for name in names[:5]}
    asked: dict[str, Any] = {"config": config, "query": QUESTION, "response_type": "Single Paragraph"}
    level = {"community_level": 2}
    reports = {name: tables[name] for name in names[:3]}
    return {
        "basic": lambda: api.basic_search(text_units=tables["text_units"], **asked),
        "local": lambda: api.local_search(**tables, **level, **asked),
        "global": lambda: api.global_search(**reports, **level, dynamic_community_selection=False, **asked),
        "drift": lambda: api.drift_search(**texts, **level, **asked),
    }
