"""Settings of embeddings: who turns texts into vectors."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

EmbeddingProvider = Literal["wordllama", "openai-compatible", "none"]


class EmbeddingSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who turns texts into vectors. `wordllama` needs no server and no network."""

    provider: Annotated[
        EmbeddingProvider, Meta(description="wordllama, openai-compatible, or none to find by words alone")
    ] = "wordllama"
    base_url: Annotated[str, Meta(description="Address of an openai-compatible embedding server")] = ""
    model: Annotated[str, Meta(description="The embedding model that the server is asked for")] = ""
    query_prefix: Annotated[str, Meta(description="Put before a question, for models that want it")] = ""
    document_prefix: Annotated[str, Meta(description="Put before a text unit, for models that want it")] = ""
    batch: Annotated[int, Meta(ge=1, le=2048, description="Texts in one call")] = 64
    retries: Annotated[
        int, Meta(ge=0, le=20, description="How often a call is tried again after 408, 409, 429, 5xx or a cut stream")
    ] = 4
    timeout_seconds: Annotated[float, Meta(gt=0, description="How long one call may take")] = 60.0
