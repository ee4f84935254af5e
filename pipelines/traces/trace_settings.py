"""Settings of traces."""

from pydantic import BaseModel, ConfigDict, Field


class TraceSettings(BaseModel):
    """Which traces count."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    megabytes: int = Field(
        default=256, ge=1, description="Size up to which a trace file is read; other files end at 1 MB"
    )
    days: int = Field(
        default=90, ge=1, description="Days before the newest observation after which an older one no longer counts"
    )
