"""LanceDB vectors of entities, reports and text units, under the ids of the tables: what GraphRAG looks questions up in."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipelines.exports.graphrag.rows import GraphragTables
from pipelines.extras import need
from pipelines.models.embeddings import Embedder

if TYPE_CHECKING:
    from pipelines.models.embeddings import Vectors

NAMES = ("entity_description", "community_full_content", "text_unit_text")
"""GraphRAG's names of the three indexes that its queries read."""


def write_vectors(folder: Path, tables: GraphragTables, embedder: Embedder) -> int:
    """Embeds everything into a LanceDB at `folder`, which must not be there yet; gives how long a vector is."""
    lancedb = need("lancedb", "graphrag")
    database = lancedb.connect(str(folder))
    size = 0
    for name, texts in zip(NAMES, _texts(tables), strict=True):
        vectors = _embed([text for _, text in texts], embedder)
        size = vectors.shape[1]
        database.create_table(name, data=_table([identity for identity, _ in texts], vectors))
    return size


def _texts(tables: GraphragTables) -> Iterator[list[tuple[str, str]]]:
    yield [(row.id, f"{row.title}: {row.description}") for row in tables.entities]
    yield [(row.id, row.full_content) for row in tables.community_reports]
    yield [(row.id, row.text) for row in tables.text_units]


def _embed(texts: Sequence[str], embedder: Embedder) -> "Vectors":
    import numpy as np

    if not texts:
        return np.zeros((0, len(embedder.embed_query("-"))), np.float32)
    starts = range(0, len(texts), embedder.batch)
    return np.concatenate([embedder.embed_documents(texts[start : start + embedder.batch]) for start in starts])


def _table(ids: Sequence[str], vectors: "Vectors") -> object:
    import pyarrow as pa

    rows = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel(), pa.float32()), vectors.shape[1])
    return pa.table({"id": pa.array(ids, pa.string()), "vector": rows})
