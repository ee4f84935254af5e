"""The setting that names the policy file."""

from pydantic import BaseModel, ConfigDict, Field


class AccessSettings(BaseModel):
    """Who may see what."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    policy: str = Field(
        default="",
        description="The policy file, relative to this one; empty means that everybody may see everything. See docs/access.md",
    )
