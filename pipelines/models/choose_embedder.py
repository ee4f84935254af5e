"""Builds what the settings name for turning texts into vectors. Keys are handed in; only `wiring.py` reads the environment."""

from collections.abc import Mapping

from parsed_graph.errors import SettingsError
from pipelines.models.embedding_settings import EmbeddingSettings
from pipelines.models.embeddings import Embedder

KEY = "EMBEDDINGS_API_KEY"
"""The environment variable that holds the server's key; many do without."""


def choose_embedder(settings: EmbeddingSettings, environment: Mapping[str, str]) -> Embedder | None:
    """The embedder, None for `none`. Loads nothing. Raises SettingsError for a missing address or model."""
    if settings.provider == "none":
        return None
    if settings.provider == "wordllama":
        from pipelines.models.embeddings_wordllama import WordLlamaEmbedder

        return WordLlamaEmbedder()
    from pipelines.models.embeddings_server import ServerEmbedder

    for name in ("base_url", "model"):
        if not getattr(settings, name):
            raise SettingsError(f"retrieval.embeddings.{name}: an openai-compatible embedding server needs it")
    return ServerEmbedder(
        settings.model,
        environment.get(KEY, ""),
        settings.base_url,
        query_prefix=settings.query_prefix,
        document_prefix=settings.document_prefix,
        batch=settings.batch,
        retries=settings.retries,
        timeout=settings.timeout_seconds,
    )
