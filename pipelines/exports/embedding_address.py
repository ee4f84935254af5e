"""Where other tools get questions embedded by the model that embedded our texts."""

from dataclasses import dataclass

from pipelines.models.choose_embedder import KEY
from pipelines.models.embedding_settings import EmbeddingSettings

PORT = 8765
"""Of the endpoint that `export embeddings` opens."""


@dataclass(frozen=True, slots=True)
class EmbeddingAddress:
    """A base URL that speaks OpenAI's `/embeddings`, and the model to ask for. `key` is an environment variable, "" for none."""

    base_url: str
    model: str
    key: str = ""


def embedding_address(settings: EmbeddingSettings, port: int = PORT) -> EmbeddingAddress:
    """The configured server where it can be asked directly, else our own endpoint, which also puts the prefix of questions in."""
    if settings.provider == "openai-compatible" and not settings.query_prefix:
        return EmbeddingAddress(settings.base_url, settings.model, KEY)
    return EmbeddingAddress(f"http://127.0.0.1:{port}/v1", settings.model or settings.provider)
