"""Settings of the decision layer: whether and where documents are read."""

from pydantic import BaseModel, ConfigDict, Field


class DocumentPatterns(BaseModel):
    """Where documents lie, beyond the usual places: glob patterns over the repository-relative path."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    adr: tuple[str, ...] = ()
    incident: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


class DocumentSettings(BaseModel):
    """Which documents are read, beyond what their usual places give."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(default=True, description="Read decision records, postmortems and other documents")
    patterns: DocumentPatterns = Field(
        default=DocumentPatterns(), description="Glob patterns for records in unusual places"
    )
    prompts: str = Field(default="", description="A folder whose Markdown prompts take the place of the shipped ones")
