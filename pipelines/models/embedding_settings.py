"""Settings of embeddings: who turns texts into vectors."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

EmbeddingProvider = Literal["wordllama", "openai-compatible", "none"]


class EmbeddingSettings(BaseModel):
    """Who turns texts into vectors. `wordllama` needs no server and no network."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: EmbeddingProvider = Field(
        default="wordllama", description="wordllama, openai-compatible, or none to find by words alone"
    )
    base_url: str = Field(default="", description="Address of an openai-compatible embedding server")
    model: str = Field(default="", description="The embedding model that the server is asked for")
    query_prefix: str = Field(default="", description="Put before a question, for models that want it")
    document_prefix: str = Field(default="", description="Put before a text unit, for models that want it")
    batch: int = Field(default=64, ge=1, le=2048, description="Texts in one call")
    retries: int = Field(
        default=4, ge=0, le=20, description="How often a call is tried again after 408, 409, 429, 5xx or a cut stream"
    )
    timeout_seconds: float = Field(default=60.0, gt=0, description="How long one call may take")
