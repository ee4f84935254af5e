"""A GraphRAG project in one folder: tables, vectors and settings, complete before they take the place of the last ones."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from parsed_graph.view import View
from pipelines.exports.embedding_address import EmbeddingAddress
from pipelines.exports.exported_estate import read_estate
from pipelines.exports.graphrag.build import build_tables
from pipelines.exports.graphrag.parquet import write_tables
from pipelines.exports.graphrag.settings_text import MARK, settings_text
from pipelines.exports.graphrag.vectors import write_vectors
from pipelines.extras import need
from pipelines.models.embeddings import Embedder
from pipelines.models.model_settings import ModelSettings

SETTINGS = "settings.yaml"


@dataclass(frozen=True, slots=True)
class ProjectWritten:
    """What an export wrote. `keeps_settings`: the user's own settings file was left alone."""

    folder: str
    entities: int
    relationships: int
    reports: int
    text_units: int
    embedder: str
    vector_size: int
    keeps_settings: bool


def write_project(
    folder: Path, view: View, embedder: Embedder, models: ModelSettings, embeddings: EmbeddingAddress
) -> ProjectWritten:
    """Writes `output/` and `settings.yaml` of a project; whatever else lies in the folder stays."""
    need("lancedb", "graphrag")  # before anything is written
    tables = build_tables(read_estate(view))
    partial, final = folder / ".output-partial", folder / "output"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    size = write_vectors(partial / "lancedb", tables, embedder)
    write_tables(partial, tables)
    shutil.rmtree(final, ignore_errors=True)
    partial.replace(final)
    settings = folder / SETTINGS
    keeps = settings.exists() and not settings.read_text(encoding="utf-8").startswith(MARK)
    if not keeps:
        settings.write_text(settings_text(models, embeddings, size), encoding="utf-8")
    counts = (len(tables.entities), len(tables.relationships), len(tables.community_reports), len(tables.text_units))
    return ProjectWritten(str(folder), *counts, embedder.identity, size, keeps)
