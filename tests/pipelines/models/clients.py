"""The three real clients pointed at the loopback server, and requests to send."""

from collections.abc import Callable

from pipelines.models.anthropic import AnthropicModel
from pipelines.models.model import Message, Model, ModelRequest
from pipelines.models.openai import OpenAIModel
from pipelines.models.openai_compatible import OpenAICompatibleModel

SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def request(text: str = "hello", *, max_output_tokens: int = 500) -> ModelRequest:
    """A small structured request."""
    return ModelRequest("You fill in forms.", (Message("user", text),), max_output_tokens, "form", SCHEMA)


def openai(address: str, retries: int = 2, timeout: float = 20) -> Model:
    """The Responses API."""
    return OpenAIModel("gpt-5-mini", "key", f"{address}/v1", retries=retries, timeout=timeout)


def anthropic(address: str, retries: int = 2, timeout: float = 20) -> Model:
    """The Messages API."""
    return AnthropicModel("claude-haiku-4-5", "key", address, retries=retries, timeout=timeout)


def compatible(address: str, retries: int = 2, timeout: float = 20) -> Model:
    """Chat completions."""
    return OpenAICompatibleModel("local", "", f"{address}/v1", retries=retries, timeout=timeout)


CLIENTS: dict[str, Callable[..., Model]] = {"openai": openai, "anthropic": anthropic, "openai-compatible": compatible}
STREAMING = ["openai", "anthropic"]
