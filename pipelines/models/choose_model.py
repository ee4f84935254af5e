"""Builds the model that the settings name. Keys are handed in; only `wiring.py` reads the environment."""

from collections.abc import Mapping

from parsed_graph.errors import SettingsError
from pipelines.models.anthropic import AnthropicModel
from pipelines.models.cache import ReplyCache
from pipelines.models.model import Model
from pipelines.models.model_settings import ModelSettings
from pipelines.models.openai import OpenAIModel
from pipelines.models.openai_compatible import OpenAICompatibleModel

KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "openai-compatible": "OPENAI_COMPATIBLE_API_KEY"}
"""The environment variable that holds each provider's key; a compatible server may do without."""


def choose_model(settings: ModelSettings, environment: Mapping[str, str], cache: ReplyCache) -> Model | None:
    """The model, None for the `rules` provider. Raises SettingsError for a missing key, model or address."""
    if settings.provider == "rules":
        return None
    key = environment.get(KEYS[settings.provider], "")
    model = settings.model_name
    if not model:
        raise SettingsError(f"model.model: say which model of {settings.provider} to use")
    if settings.provider == "openai-compatible":
        if settings.batch:
            raise SettingsError("model.batch: an openai-compatible server takes no batches. Set it to false")
        if not settings.base_url:
            raise SettingsError(
                "model.base_url: an openai-compatible server needs its address, such as http://localhost:11434/v1"
            )
        note = f"format:{settings.base_url}:{model}"
        return OpenAICompatibleModel(
            model, key, settings.base_url, retries=settings.retries, timeout=settings.timeout_seconds,
            known_format=cache.note(note), remember=lambda form: cache.remember(note, form),
        )  # fmt: skip
    if not key:
        raise SettingsError(f"{KEYS[settings.provider]} is not set. Set it, or use provider: rules")
    build = OpenAIModel if settings.provider == "openai" else AnthropicModel
    return build(model, key, settings.base_url, retries=settings.retries, timeout=settings.timeout_seconds)
