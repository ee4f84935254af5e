"""Settings of retrieval: how much is looked at and given."""

from typing import Annotated

import msgspec
from msgspec import Meta

from pipelines.models.embedding_settings import EmbeddingSettings
from pipelines.retrieval.limits import ENTITIES, HITS, PATH_LENGTH, RRF_K, SUBGRAPH, TRIPLES, RetrievalLimits


class RetrievalSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How text is found for a question."""

    hits: Annotated[int, Meta(ge=1, le=12, description="Most text units that one question gets")] = HITS
    entity_limit: Annotated[int, Meta(ge=1, le=200, description="Most nodes that expansion starts from")] = ENTITIES
    triple_limit: Annotated[int, Meta(ge=1, le=100, description="Most edges that are shown with an answer")] = TRIPLES
    max_subgraph_size: Annotated[
        int, Meta(ge=10, le=5000, description="Most edges that expansion looks at for one question")
    ] = SUBGRAPH
    max_path_length: Annotated[int, Meta(ge=1, le=5, description="Most hops of expansion")] = PATH_LENGTH
    rrf_k: Annotated[int, Meta(ge=1, le=1000, description="The k of reciprocal rank fusion")] = RRF_K
    embeddings: EmbeddingSettings = EmbeddingSettings()

    @property
    def limits(self) -> RetrievalLimits:
        """The numbers alone."""
        return RetrievalLimits(
            self.hits, self.entity_limit, self.triple_limit, self.max_subgraph_size, self.max_path_length, self.rrf_k
        )
