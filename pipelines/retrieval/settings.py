"""Settings of retrieval: how much is looked at and given."""

from pydantic import BaseModel, ConfigDict, Field

from pipelines.models.embedding_settings import EmbeddingSettings
from pipelines.retrieval.limits import ENTITIES, HITS, PATH_LENGTH, RRF_K, SUBGRAPH, TRIPLES, RetrievalLimits


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
