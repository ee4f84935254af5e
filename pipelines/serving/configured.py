"""What commands build from the settings and cannot do without."""

from parsed_graph.errors import SettingsError
from pipelines.models.embedding_settings import EmbeddingSettings
from pipelines.models.embeddings import Embedder
from pipelines.wiring import build_embedder


def configured_embedder(settings: EmbeddingSettings) -> Embedder:
    """The embedder of the settings. Raises SettingsError where they name none."""
    embedder = build_embedder(settings)
    if embedder is None:
        raise SettingsError("this needs vectors. Set retrieval.embeddings.provider to wordllama or openai-compatible")
    return embedder
