"""Settings of retrieval: how much is looked at and given, and who turns texts into vectors."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from pipelines.retrieval.limits import ENTITIES, HITS, PATH_LENGTH, RRF_K, SUBGRAPH, TRIPLES, RetrievalLimits

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


class RetrievalSettings(BaseModel):
    """How text is found for a question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hits: int = Field(default=HITS, ge=1, le=12, description="Most text units that one question gets")
    entity_limit: int = Field(default=ENTITIES, ge=1, le=200, description="Most nodes that expansion starts from")
    triple_limit: int = Field(default=TRIPLES, ge=1, le=100, description="Most edges that are shown with an answer")
    max_subgraph_size: int = Field(
        default=SUBGRAPH, ge=10, le=5000, description="Most edges that expansion looks at for one question"
    )
    max_path_length: int = Field(default=PATH_LENGTH, ge=1, le=5, description="Most hops of expansion")
    rrf_k: int = Field(default=RRF_K, ge=1, le=1000, description="The k of reciprocal rank fusion")
    embeddings: EmbeddingSettings = EmbeddingSettings()

    @property
    def limits(self) -> RetrievalLimits:
        """The numbers alone."""
        return RetrievalLimits(
            self.hits, self.entity_limit, self.triple_limit, self.max_subgraph_size, self.max_path_length, self.rrf_k
        )
