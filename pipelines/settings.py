"""Every setting: sections that stand next to the code they steer, composed here, read from one YAML file."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from parsed_graph.snapshot.retention import KEEP_SNAPSHOTS
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


class StoreSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stays in the output folder."""

    keep_snapshots: Annotated[
        int, Meta(ge=1, description="Snapshots that stay, the current one counted, for diff and drift")
    ] = KEEP_SNAPSHOTS


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings, by section."""

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
