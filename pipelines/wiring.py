"""The one place that reads the environment: builds what the settings name."""

import os

from pipelines.models.cache import ReplyCache
from pipelines.models.choose_embedder import choose_embedder
from pipelines.models.choose_model import choose_model
from pipelines.models.embedding_settings import EmbeddingSettings
from pipelines.models.embeddings import Embedder
from pipelines.models.model import Model
from pipelines.models.model_settings import ModelSettings


def build_model(settings: ModelSettings, cache: ReplyCache) -> Model | None:
    """The model that reads and writes prose, None for the `rules` provider. Raises SettingsError for a missing key or address."""
    return choose_model(settings, os.environ, cache)


def build_embedder(settings: EmbeddingSettings) -> Embedder | None:
    """What turns texts into vectors, None where the settings say none. Raises SettingsError for a missing address or model."""
    return choose_embedder(settings, os.environ)
