"""Settings of communities and their reports."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class CommunitySettings(BaseModel):
    """How the map is partitioned, and when a report is written anew."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    declared: Literal["pin", "seed", "ignore"] = Field(
        default="pin",
        description="What declared systems do: pin makes each a community, seed draws its members together, ignore looks at links alone",
    )
    systems: dict[str, list[str]] = Field(
        default_factory=dict, description="Systems beyond the catalogue's: a list of service names for each"
    )
    report_threshold: float = Field(
        default=0.10, ge=0, description="Edge-change ratio since a report was written beyond which it is rewritten"
    )
    partition_threshold: float = Field(
        default=0.10,
        ge=0,
        description="Change of the whole map since its partition beyond which it is partitioned anew",
    )
    report_tokens: int = Field(default=6000, ge=500, description="Tokens of facts that one report is written from")
