"""The settings that questions use, read without loading the sections that only indexing needs."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from parsed_graph.schema import GUESS
from pipelines.query_defaults import CONFIDENCE, CYPHER_ROWS, CYPHER_SECONDS
from pipelines.settings_file import read_section

DEFAULT_FILE = Path("settings.yaml")


class QuerySettings(BaseModel):
    """What questions take into account."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    confidence: float = Field(
        default=CONFIDENCE, ge=GUESS, le=1, description="Least confidence of an edge that answers use"
    )
    cypher_rows: int = Field(default=CYPHER_ROWS, ge=1, description="Most rows that one Cypher query gives")
    cypher_seconds: float = Field(
        default=CYPHER_SECONDS, gt=0, description="Longest that one Cypher query may run, in seconds"
    )


def load_query_settings(file: Path | None = None) -> QuerySettings:
    """The section `query` of a file; of `settings.yaml` here, or the defaults, where none is given.

    Raises SettingsError that names file, line and key.
    """
    if file is None and not DEFAULT_FILE.exists():
        return QuerySettings()
    return read_section(file or DEFAULT_FILE, "query", QuerySettings)
