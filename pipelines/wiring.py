"""The one place that reads the environment: builds what the settings name."""

import os
from collections.abc import Callable
from pathlib import Path

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


def build_writer(settings: ModelSettings, output: Path) -> Callable[[str, str, Callable[[str], None]], str]:
    """What writes a reply to instructions and a question, its pieces given out as they come; it raises ModelError and SettingsError."""
    from pipelines.models.write_text import write_text

    return lambda system, user, on_text: write_text(settings, os.environ, output, system, user, on_text)


def neo4j_password() -> str:
    """The password of a Neo4j server, "" where none is set."""
    return os.environ.get("NEO4J_PASSWORD", "")
