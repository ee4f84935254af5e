"""The `settings.yaml` of an exported GraphRAG project: where its tables are, and which models answer."""

import json

from pipelines.exports.embedding_address import EmbeddingAddress
from pipelines.models.model_settings import DEFAULT_MODELS, ModelSettings

MARK = "# Written by estategraph export graphrag, and again at each export. Without this line the file stays as you leave it."
KEY = "GRAPHRAG_API_KEY"
"""The environment variable that holds the key of the completion model, as in GraphRAG's own settings."""
_PROVIDERS = {"rules": "openai", "openai": "openai", "openai-compatible": "openai", "anthropic": "anthropic"}


def settings_text(models: ModelSettings, embeddings: EmbeddingAddress, vector_size: int) -> str:
    """The file. Paths are relative to it: GraphRAG makes its folder the current one."""
    completion = _model(
        _PROVIDERS[models.provider], models.model_name or DEFAULT_MODELS["openai"], models.base_url, f"${{{KEY}}}"
    )
    embedding = _model(
        "openai", embeddings.model, embeddings.base_url, f"${{{embeddings.key}}}" if embeddings.key else "none"
    )
    keys = " and ".join(
        [
            f"{KEY} holds the key of the completion model",
            *([f"{embeddings.key} that of the embeddings"] if embeddings.key else []),
        ]
    )
    return f"""{MARK}
# {keys}; for a server without keys any word will do.

completion_models:
  default_completion_model:
{completion}
embedding_models:
  default_embedding_model:
{embedding}
output_storage:
  type: file
  base_dir: output

vector_store:
  type: lancedb
  db_uri: output/lancedb
  vector_size: {vector_size}

local_search:  # two fifths for entities and relationships: they are what was parsed, each with its source
  text_unit_prop: 0.4
  community_prop: 0.2

drift_search:  # GraphRAG's own shares leave no room for entities and relationships at all
  local_search_text_unit_prop: 0.4
  local_search_community_prop: 0.2

cluster_graph:
  use_lcc: false  # GraphRAG's own index would write titles in capitals otherwise
"""


def _model(provider: str, model: str, base_url: str, key: str) -> str:
    lines = [f"model_provider: {provider}", f"model: {_quoted(model)}", f"api_key: {key}"]
    if base_url:
        lines.append(f"api_base: {_quoted(base_url)}")
    lines += ["retry:", "  type: exponential_backoff"]
    return "".join(f"    {line}\n" for line in lines)


def _quoted(text: str) -> str:
    """A YAML string; GraphRAG puts environment variables in wherever there is a single `$`."""
    return json.dumps(text).replace("$", "$$")
