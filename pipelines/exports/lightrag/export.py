"""Brings a LightRAG storage in step with the graph: what is gone goes, what changed is written, the rest stays."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from parsed_graph.errors import SettingsError
from parsed_graph.view import View
from pipelines.exports.exported_estate import read_estate
from pipelines.exports.lightrag.knowledge import Knowledge, Pair, build_knowledge, fingerprint
from pipelines.exports.lightrag.manifest import Manifest, read_manifest, write_manifest
from pipelines.exports.lightrag.storage import open_storage
from pipelines.extras import need
from pipelines.models.embeddings import Embedder

_TAB = "\t"
_CACHE = "kv_store_llm_response_cache.json"
_ANSWER = ":query:"
"""In the key of a cached answer: `mode:query:digest`. Others hold keywords of questions, and what documents were read for."""


@dataclass(frozen=True, slots=True)
class StorageWritten:
    """What a storage holds of us now, and how much of it this export wrote and removed."""

    folder: str
    entities: int
    relations: int
    chunks: int
    written: int
    removed: int
    embedder: str


def export_lightrag(folder: Path, view: View, embedder: Embedder) -> StorageWritten:
    """Writes what a view lets out. What others put into the storage stays.

    Raises SettingsError where LightRAG is missing, or the folder holds vectors of another embedder.
    """
    before = read_manifest(folder)
    if before.embedder and before.embedder != embedder.identity:
        raise SettingsError(
            f"{folder}: its vectors are by {before.embedder}, not {embedder.identity}. Remove it or choose another --folder"
        )
    utils = need("lightrag.utils", "lightrag")
    knowledge = build_knowledge(read_estate(view), utils.normalize_entity_name)
    now = _manifest(knowledge, embedder)
    folder.mkdir(parents=True, exist_ok=True)
    written, removed = asyncio.run(_synchronise(folder, knowledge, before, now, embedder))
    counts = (len(now.entities), len(now.relations), len(now.chunks))
    return StorageWritten(str(folder), *counts, written, removed, embedder.identity)


def chunk_id(text: str) -> str:
    """The id under which LightRAG stores a text."""
    utils = need("lightrag.utils", "lightrag")
    return str(utils.compute_mdhash_id(utils.sanitize_text_for_encoding(text), prefix="chunk-"))


def _manifest(knowledge: Knowledge, embedder: Embedder) -> Manifest:
    # What an entity or a relation was written with has the id of its text in it, which changes with the text.
    ids = {alias: chunk_id(chunk.text) for alias, chunk in knowledge.chunks.items()}
    return Manifest(
        embedder.identity,
        {name: fingerprint((entity, ids.get(entity.chunk, ""))) for name, entity in knowledge.entities.items()},
        {_TAB.join(pair): fingerprint((row, ids.get(row.chunk, ""))) for pair, row in knowledge.relations.items()},
        {ids[alias]: fingerprint(chunk) for alias, chunk in sorted(knowledge.chunks.items())},
    )


async def _synchronise(
    folder: Path, knowledge: Knowledge, before: Manifest, now: Manifest, embedder: Embedder
) -> tuple[int, int]:
    gone = Manifest(
        "",
        _without(before.entities, now.entities),
        _without(before.relations, now.relations),
        _without(before.chunks, now.chunks),
    )
    changed = _changed(knowledge, before, now)
    counted = (_size(changed), len(gone.entities) + len(gone.relations) + len(gone.chunks))
    if counted == (0, 0):
        return counted
    rag = await open_storage(folder, embedder)
    try:
        # A run that is cut off leaves a list of all that may be there, so that the next one puts it right.
        write_manifest(folder, before.joined(now))
        await _remove(rag, gone)
        await rag.ainsert_custom_kg(_custom_kg(changed))
        await _forget_answers(rag, folder)
    finally:
        await rag.finalize_storages()
    write_manifest(folder, now)
    return counted


def _without(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in before.items() if key not in now}


def _changed(knowledge: Knowledge, before: Manifest, now: Manifest) -> Knowledge:
    """What has to be written, with the texts that it cites: LightRAG resolves aliases within one insert only."""
    entities = {n: e for n, e in knowledge.entities.items() if before.entities.get(n) != now.entities[n]}
    relations = {
        p: r
        for p, r in knowledge.relations.items()
        if before.relations.get(_TAB.join(p)) != now.relations[_TAB.join(p)]
    }
    cited = {entity.chunk for entity in entities.values()} | {row.chunk for row in relations.values()}
    chunks = {
        alias: chunk
        for alias, chunk in knowledge.chunks.items()
        if alias in cited or before.chunks.get(chunk_id(chunk.text)) != now.chunks[chunk_id(chunk.text)]
    }
    return Knowledge(entities, relations, chunks)


def _size(knowledge: Knowledge) -> int:
    return len(knowledge.entities) + len(knowledge.relations) + len(knowledge.chunks)


async def _remove(rag: Any, gone: Manifest) -> None:
    """Takes out entities with whatever hangs on them, relations and chunks; the storages write at the next insert or close."""
    utils = need("lightrag.utils", "lightrag")
    pairs = [_pair(key) for key in gone.relations]
    await rag.chunk_entity_relation_graph.remove_edges(pairs)
    await rag.relationships_vdb.delete([i for pair in pairs for i in utils.make_relation_vdb_ids(*pair)])
    for name in gone.entities:
        await rag.relationships_vdb.delete_entity_relation(name)
    await rag.chunk_entity_relation_graph.remove_nodes(list(gone.entities))
    await rag.entities_vdb.delete([utils.compute_mdhash_id(name, prefix="ent-") for name in gone.entities])
    await rag.chunks_vdb.delete(list(gone.chunks))
    await rag.text_chunks.delete(list(gone.chunks))
    for storage in _storages(rag):
        await storage.index_done_callback()


async def _forget_answers(rag: Any, folder: Path) -> None:
    """LightRAG gives a question that it knows the old answer, which was of another graph. What it read from documents stays."""
    cache = folder / _CACHE
    if cache.exists():
        keys = msgspec.json.decode(cache.read_bytes(), type=dict[str, msgspec.Raw])
        await rag.llm_response_cache.delete([key for key in keys if _ANSWER in key])
        await rag.llm_response_cache.index_done_callback()


def _storages(rag: Any) -> Iterable[Any]:
    return (rag.chunk_entity_relation_graph, rag.entities_vdb, rag.relationships_vdb, rag.chunks_vdb, rag.text_chunks)


def _pair(key: str) -> Pair:
    source, _, target = key.partition(_TAB)
    return source, target


def _custom_kg(knowledge: Knowledge) -> dict[str, list[dict[str, object]]]:
    paths = {alias: chunk.path for alias, chunk in knowledge.chunks.items()}
    return {
        "chunks": [
            {"content": chunk.text, "source_id": chunk.alias, "file_path": chunk.path}
            for chunk in knowledge.chunks.values()
        ],
        "entities": [
            {
                "entity_name": entity.name,
                "entity_type": entity.type,
                "description": entity.description,
                "source_id": entity.chunk,
                "file_path": paths.get(entity.chunk, "estategraph"),
            }
            for entity in knowledge.entities.values()
        ],
        "relationships": [
            {
                "src_id": row.source,
                "tgt_id": row.target,
                "description": row.description,
                "keywords": row.keywords,
                "weight": row.weight,
                "source_id": row.chunk,
                "file_path": paths.get(row.chunk, "estategraph"),
            }
            for row in knowledge.relations.values()
        ],
    }
