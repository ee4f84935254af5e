"""Vectors by any server that speaks OpenAI's `/embeddings`, with what its model wants before questions and before texts."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pipelines.models.embeddings import EmbeddingError, unit_length

if TYPE_CHECKING:
    from openai import OpenAI

    from pipelines.models.embeddings import Vectors


class ServerEmbedder:
    """A model behind a base URL. 408, 409, 429, 5xx and cut connections are tried again `retries` times."""

    def __init__(
        self,
        model: str,
        api_key: str,
        base_url: str,
        *,
        query_prefix: str = "",
        document_prefix: str = "",
        batch: int = 64,
        retries: int = 4,
        timeout: float = 60.0,
    ) -> None:
        self.batch = batch
        self._model, self._key, self._base_url = model, api_key, base_url
        self._query_prefix, self._document_prefix = query_prefix, document_prefix
        self._retries, self._timeout = retries, timeout

    @property
    def identity(self) -> str:
        """The model and the prefix of documents; its address may change."""
        prefix = hashlib.sha256(self._document_prefix.encode()).hexdigest()[:8] if self._document_prefix else ""
        return f"openai-compatible:{self._model}:{prefix}"

    def embed_documents(self, texts: Sequence[str]) -> "Vectors":
        """A row for each text, in one call. Raises EmbeddingError."""
        return self._embed([self._document_prefix + text for text in texts])

    def embed_query(self, text: str) -> "Vectors":
        """The vector of a question. Raises EmbeddingError."""
        found: Vectors = self._embed([self._query_prefix + text])[0]
        return found

    @cached_property
    def _client(self) -> "OpenAI":
        # The SDK takes most of a second to import: only a run that uses it pays.
        from openai import OpenAI

        return OpenAI(
            api_key=self._key or "none", base_url=self._base_url, max_retries=self._retries, timeout=self._timeout
        )

    def _embed(self, texts: list[str]) -> "Vectors":
        from openai import OpenAIError

        from pipelines.models.http_errors import as_model_error

        # Servers refuse an empty text.
        inputs = [text if text.strip() else "-" for text in texts]
        try:
            reply = self._client.embeddings.create(model=self._model, input=inputs, encoding_format="float")
        except (OpenAIError, ValueError, TypeError) as error:
            cause = as_model_error(error)
            raise EmbeddingError(cause.reason, f"{self._base_url}: {cause.detail}") from error
        rows = {item.index: item.embedding for item in reply.data or ()}
        return _matrix([rows.get(place, []) for place in range(len(texts))], self._base_url)


def _matrix(rows: list[list[float]], where: str) -> "Vectors":
    import numpy as np

    lengths = sorted({len(row) for row in rows})
    if lengths[0] == 0:
        raise EmbeddingError("incomplete", f"{where}: the reply does not hold a vector for each text")
    if len(lengths) > 1:
        raise EmbeddingError(
            "wrong-dimension", f"{where}: vectors of {lengths[0]} and of {lengths[-1]} numbers in one reply"
        )
    try:
        return unit_length(np.array(rows, np.float32))
    except (ValueError, TypeError) as error:
        raise EmbeddingError("incomplete", f"{where}: the reply holds vectors that are no numbers") from error
