"""A LightRAG storage that is exported to again and again, and LightRAG's own queries on it over a loopback model."""

import asyncio
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import NodeLabel
from pipelines.exports.lightrag.export import export_lightrag
from pipelines.exports.lightrag.storage import open_storage
from pipelines.models.embeddings_wordllama import WordLlamaEmbedder
from tests.loopback_model import Call, LoopbackModel
from tests.small_estate import add_node, depend, shop, view_of

pytestmark = [
    pytest.mark.lightrag,
    pytest.mark.skipif(importlib.util.find_spec("lightrag") is None, reason="the extra lightrag is not installed"),
]
EMBEDDER = WordLlamaEmbedder()
QUESTION = "Who calls the orders service?"
ENTITY = "Service orders. owner: team-orders."
RELATION = "Service(storefront) to Service(orders): DEPENDS_ON (http). Parsed, confidence 0.8"
TEXT = "Facts of Service(storefront); parsed with confidence 1"
EXPECTED = {
    "local": (ENTITY, RELATION),
    "global": (ENTITY, RELATION),
    "hybrid": (ENTITY, RELATION),
    "naive": (TEXT,),
    "mix": (ENTITY, RELATION, TEXT),
}


def changed_shop() -> PropertyGraph:
    """The small estate without its mail service, with another one that calls orders."""
    full, graph = shop(), PropertyGraph()
    gone = {"service:mail", "subscription:mail:mailer"}
    for node in full.nodes():
        if node.id not in gone:
            graph.add_node(node)
    for edge in full.edges():
        if not gone & {edge.source, edge.target}:
            graph.add_edge(edge)
    billing = add_node(graph, NodeLabel.SERVICE, "billing")
    depend(graph, billing, "service:orders", "grpc")
    return graph


async def content(folder: Path) -> dict[str, Any]:
    """Nodes and edges with what is said of them, and the ids of all vectors and texts."""
    rag = await open_storage(folder, EMBEDDER)
    try:
        nodes = await rag.chunk_entity_relation_graph.get_all_nodes()
        edges = await rag.chunk_entity_relation_graph.get_all_edges()
    finally:
        await rag.finalize_storages()
    stored = {name: json.loads((folder / f"vdb_{name}.json").read_text())["data"] for name in VECTORS}
    return {
        "nodes": {node["id"]: (node["entity_type"], node["description"]) for node in nodes},
        "edges": {tuple(sorted((edge["source"], edge["target"]))): edge["description"] for edge in edges},
        **{name: sorted(row["__id__"] for row in rows) for name, rows in stored.items()},
        "texts": sorted(json.loads((folder / "kv_store_text_chunks.json").read_text())),
    }


VECTORS = ("entities", "relationships", "chunks")


def test_a_second_export_writes_nothing(tmp_path: Path) -> None:
    view = view_of(tmp_path / "output")
    first = export_lightrag(tmp_path / "storage", view, EMBEDDER)
    before = asyncio.run(content(tmp_path / "storage"))

    second = export_lightrag(tmp_path / "storage", view, EMBEDDER)

    assert first.written == first.entities + first.relations + first.chunks
    assert (second.written, second.removed) == (0, 0)
    assert asyncio.run(content(tmp_path / "storage")) == before


def test_an_export_after_a_change_leaves_exactly_the_new_graph(tmp_path: Path) -> None:
    export_lightrag(tmp_path / "storage", view_of(tmp_path / "old"), EMBEDDER)
    changed = view_of(tmp_path / "new", changed_shop())

    export_lightrag(tmp_path / "storage", changed, EMBEDDER)
    export_lightrag(tmp_path / "fresh", changed, EMBEDDER)

    left = asyncio.run(content(tmp_path / "storage"))
    assert left == asyncio.run(content(tmp_path / "fresh"))
    assert "Service(mail)" not in left["nodes"]
    assert len(left["relationships"]) == len(left["edges"])


def test_what_others_put_in_stays(tmp_path: Path) -> None:
    async def add_note() -> None:
        rag = await open_storage(tmp_path / "storage", EMBEDDER)
        note = {"entity_name": "Note", "entity_type": "note", "description": "ours", "source_id": "n"}
        text = {"content": "A note on orders.", "source_id": "n"}
        await rag.ainsert_custom_kg({"chunks": [text], "entities": [note], "relationships": []})
        await rag.finalize_storages()

    export_lightrag(tmp_path / "storage", view_of(tmp_path / "old"), EMBEDDER)
    asyncio.run(add_note())

    export_lightrag(tmp_path / "storage", view_of(tmp_path / "new", changed_shop()), EMBEDDER)

    assert asyncio.run(content(tmp_path / "storage"))["nodes"]["Note"] == ("note", "ours")


@pytest.fixture(scope="module")
def model() -> Iterator[LoopbackModel]:
    def answer(call: Call) -> str:
        asked = call.system + "".join(text for _, text in call.messages)
        if "high_level_keywords" in asked:
            return json.dumps({"high_level_keywords": ["calls http"], "low_level_keywords": ["orders", "storefront"]})
        return "The storefront does."

    served = LoopbackModel()
    served.answer = answer
    yield served
    served.close()


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lightrag")
    export_lightrag(folder / "storage", view_of(folder / "output"), EMBEDDER)
    return folder / "storage"


def ask(storage: Path, model: LoopbackModel, mode: str, question: str = QUESTION, *, cached: bool = False) -> str:
    """LightRAG's own answer; `cached` as it is unless somebody turns that off."""
    from lightrag import QueryParam
    from lightrag.llm.openai import openai_complete_if_cache

    async def complete(prompt: str, **options: Any) -> Any:
        return await openai_complete_if_cache(
            "loopback", prompt, base_url=f"{model.address}/v1", api_key="any", **options
        )

    async def answer() -> Any:
        rag = await open_storage(storage, EMBEDDER, complete, "loopback")
        rag.enable_llm_cache = cached
        try:
            return await rag.aquery(question, QueryParam(mode=mode, enable_rerank=False))
        finally:
            await rag.finalize_storages()

    return str(asyncio.run(answer()))


@pytest.mark.parametrize("mode", EXPECTED)
def test_its_query_modes_answer_from_our_graph(storage: Path, model: LoopbackModel, mode: str) -> None:
    model.calls.clear()
    answered = ask(storage, model, mode)

    sent = "\n".join(call.system + "\n".join(text for _, text in call.messages) for call in model.calls)
    assert "The storefront does." in answered
    assert [part for part in EXPECTED[mode] if part not in sent] == []


def test_a_question_asked_before_is_answered_anew_after_a_change(tmp_path: Path, model: LoopbackModel) -> None:
    storage, question = tmp_path / "storage", "Who calls the orders service now?"
    export_lightrag(storage, view_of(tmp_path / "old"), EMBEDDER)
    ask(storage, model, "mix", question, cached=True)
    model.calls.clear()
    ask(storage, model, "mix", question, cached=True)
    assert model.calls == []

    export_lightrag(storage, view_of(tmp_path / "new", changed_shop()), EMBEDDER)
    ask(storage, model, "mix", question, cached=True)

    [call] = model.calls
    assert "Service(billing)" in call.system
    assert "Service(mail)" not in call.system
