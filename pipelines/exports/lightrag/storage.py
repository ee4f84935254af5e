"""Opens a LightRAG storage with our embedder and tokens: no download, no model for writing."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipelines.extras import need
from pipelines.models.embeddings import Embedder
from pipelines.models.tokens import encoding

if TYPE_CHECKING:
    from pipelines.models.embeddings import Vectors

_LONGEST_TEXT = 8_192
"""Tokens that an embedder is given at most."""
_LEAST_SIMILAR = 0.0
"""The best ones count, however far they are: averages of word vectors lie further apart than LightRAG's 0.2 assumes."""


async def _no_model(*_: object, **__: object) -> str:
    raise RuntimeError("this storage was opened to write; give open_storage a model to ask it")


async def open_storage(
    folder: Path, embedder: Embedder, model: Callable[..., Any] = _no_model, model_name: str = "none"
) -> Any:
    """A LightRAG over a folder, ready for use; `finalize_storages` closes it. `model` is a LightRAG `llm_model_func`.

    Raises SettingsError where LightRAG is not installed.
    """
    lightrag = need("lightrag", "lightrag")
    utils = need("lightrag.utils", "lightrag")
    for chatty in ("lightrag", "nano-vectordb"):
        logging.getLogger(chatty).setLevel(logging.ERROR)
    rag = lightrag.LightRAG(
        working_dir=str(folder),
        embedding_func=utils.EmbeddingFunc(
            embedding_dim=len(embedder.embed_query("-")),
            max_token_size=_LONGEST_TEXT,
            func=_embedding(embedder),
            supports_asymmetric=True,
        ),
        embedding_batch_num=embedder.batch,
        vector_db_storage_cls_kwargs={"cosine_better_than_threshold": _LEAST_SIMILAR},
        llm_model_func=model,
        llm_model_name=model_name,
        tokenizer=utils.Tokenizer(model_name="o200k_base", tokenizer=encoding()),
    )
    await rag.initialize_storages()
    return rag


def _embedding(embedder: Embedder) -> Callable[..., Any]:
    async def embed(texts: list[str], context: str = "document", **_: object) -> "Vectors":
        if context == "query":
            import numpy as np

            return np.stack([embedder.embed_query(text) for text in texts])
        return embedder.embed_documents(texts)

    return embed
