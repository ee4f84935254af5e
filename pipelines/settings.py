"""Every setting: sections that stand next to the code they steer, composed here, read from one YAML file.

Importing this module imports what the sections steer, parsers included: questions read `query_settings` alone.
"""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from parsed_graph.store import KEEP_SNAPSHOTS
from pipelines.access.access_settings import AccessSettings
from pipelines.community_settings import CommunitySettings
from pipelines.documents.document_settings import DocumentSettings
from pipelines.index_settings import IndexSettings
from pipelines.models.model_settings import ModelSettings
from pipelines.query_settings import DEFAULT_FILE, QuerySettings
from pipelines.retrieval.settings import RetrievalSettings
from pipelines.serve_settings import ServeSettings
from pipelines.settings_file import read_settings
from pipelines.traces.trace_settings import TraceSettings


class StoreSettings(BaseModel):
    """What stays in the output folder."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    keep_snapshots: int = Field(
        default=KEEP_SNAPSHOTS, ge=1, description="Snapshots that stay, the current one counted, for diff and drift"
    )


class Settings(BaseModel):
    """All settings, by section."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    index: IndexSettings = IndexSettings()
    traces: TraceSettings = TraceSettings()
    documents: DocumentSettings = DocumentSettings()
    model: ModelSettings = ModelSettings()
    communities: CommunitySettings = CommunitySettings()
    store: StoreSettings = StoreSettings()
    query: QuerySettings = QuerySettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    access: AccessSettings = AccessSettings()
    serve: ServeSettings = ServeSettings()


def load_settings(file: Path | None = None) -> Settings:
    """The settings of a file; of `settings.yaml` here, or the defaults, where none is given.

    Raises SettingsError that names file, line and key.
    """
    if file is None and not DEFAULT_FILE.exists():
        return Settings()
    return read_settings(file or DEFAULT_FILE, Settings)
