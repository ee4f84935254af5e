"""Settings of the model that reads prose and answers: provider, limits, prices."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Provider = Literal["rules", "openai", "openai-compatible", "anthropic"]


class Price(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """US dollars for a million tokens."""

    input: Annotated[float, Meta(ge=0)]
    cached_input: Annotated[float, Meta(ge=0)] = 0.0
    output: Annotated[float, Meta(ge=0)]


DEFAULT_PRICES: dict[str, Price] = {
    "gpt-5-nano": Price(input=0.05, cached_input=0.005, output=0.40),
    "gpt-5-mini": Price(input=0.25, cached_input=0.025, output=2.00),
    "gpt-5": Price(input=1.25, cached_input=0.125, output=10.00),
    "gpt-4.1-mini": Price(input=0.40, cached_input=0.10, output=1.60),
    "gpt-4.1": Price(input=2.00, cached_input=0.50, output=8.00),
    "gpt-4o-mini": Price(input=0.15, cached_input=0.075, output=0.60),
    "claude-haiku-4-5": Price(input=1.00, cached_input=0.10, output=5.00),
    "claude-sonnet-4-5": Price(input=3.00, cached_input=0.30, output=15.00),
    "claude-opus-4-5": Price(input=5.00, cached_input=0.50, output=25.00),
}
"""List prices at the time of writing. Prices change: the settings have the last word."""

DEFAULT_MODELS: dict[str, str] = {"openai": "gpt-5-mini", "anthropic": "claude-haiku-4-5"}


class ModelSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who reads prose. `rules` needs no model, no key and no network."""

    provider: Annotated[Provider, Meta(description="rules, openai, openai-compatible or anthropic")] = "rules"
    model: Annotated[str, Meta(description="The model's name; empty for the provider's usual one")] = ""
    base_url: Annotated[
        str, Meta(description="Address of an openai-compatible server, or of a proxy for the others")
    ] = ""
    concurrency: Annotated[int, Meta(ge=1, le=256, description="Calls in flight at once")] = 8
    retries: Annotated[
        int, Meta(ge=0, le=20, description="How often a call is tried again after 408, 409, 429, 5xx or a cut stream")
    ] = 4
    timeout_seconds: Annotated[float, Meta(gt=0, description="How long one call may take")] = 120.0
    max_output_tokens: Annotated[int, Meta(ge=100, description="The longest reply that is accepted")] = 4000
    batch: Annotated[bool, Meta(description="Send extraction as a batch: half the price, an answer within a day")] = (
        False
    )
    batch_wait_seconds: Annotated[
        float, Meta(ge=0, description="How long a run waits for its batch; a later run picks it up")
    ] = 3600.0
    budget_money: Annotated[float, Meta(ge=0, description="US dollars that one run may spend; 0 for no limit")] = 0.0
    budget_tokens: Annotated[
        int, Meta(ge=0, description="Tokens that one run may spend, in and out; 0 for no limit")
    ] = 0
    prices: Annotated[dict[str, Price], Meta(description="US dollars for a million tokens, by model")] = msgspec.field(
        default_factory=lambda: dict(DEFAULT_PRICES)
    )

    @property
    def model_name(self) -> str:
        """The model that is asked for."""
        return self.model or DEFAULT_MODELS.get(self.provider, "")
