"""The settings that questions use, read without loading the sections that only indexing needs."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from parsed_graph.schema import ANSWER_CONFIDENCE, GUESS
from pipelines.settings_file import read_section

DEFAULT_FILE = Path("settings.yaml")


class QuerySettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What questions take into account."""

    confidence: Annotated[float, Meta(ge=GUESS, le=1, description="Least confidence of an edge that answers use")] = (
        ANSWER_CONFIDENCE
    )
    cypher_rows: Annotated[int, Meta(ge=1, description="Most rows that one Cypher query gives")] = 1_000
    cypher_seconds: Annotated[float, Meta(gt=0, description="Longest that one Cypher query may run, in seconds")] = 10.0


def load_query_settings(file: Path | None = None) -> QuerySettings:
    """The section `query` of a file; of `settings.yaml` here, or the defaults, where none is given.

    Raises SettingsError that names file, line and key.
    """
    if file is None and not DEFAULT_FILE.exists():
        return QuerySettings()
    return read_section(file or DEFAULT_FILE, "query", QuerySettings)
