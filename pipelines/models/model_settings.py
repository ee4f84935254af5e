"""Settings of the model that reads prose and answers: provider, limits, prices."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Provider = Literal["rules", "openai", "openai-compatible", "anthropic"]


class Price(BaseModel):
    """US dollars for a million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    cached_input: float = Field(default=0.0, ge=0)
    output: float = Field(ge=0)


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


class ModelSettings(BaseModel):
    """Who reads prose. `rules` needs no model, no key and no network."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: Provider = Field(default="rules", description="rules, openai, openai-compatible or anthropic")
    model: str = Field(default="", description="The model's name; empty for the provider's usual one")
    base_url: str = Field(
        default="", description="Address of an openai-compatible server, or of a proxy for the others"
    )
    concurrency: int = Field(default=8, ge=1, le=256, description="Calls in flight at once")
    retries: int = Field(
        default=4, ge=0, le=20, description="How often a call is tried again after 408, 409, 429, 5xx or a cut stream"
    )
    timeout_seconds: float = Field(default=120.0, gt=0, description="How long one call may take")
    max_output_tokens: int = Field(default=4000, ge=100, description="The longest reply that is accepted")
    batch: bool = Field(default=False, description="Send extraction as a batch: half the price, an answer within a day")
    batch_wait_seconds: float = Field(
        default=3600.0, ge=0, description="How long a run waits for its batch; a later run picks it up"
    )
    budget_money: float = Field(default=0.0, ge=0, description="US dollars that one run may spend; 0 for no limit")
    budget_tokens: int = Field(default=0, ge=0, description="Tokens that one run may spend, in and out; 0 for no limit")
    prices: dict[str, Price] = Field(
        default_factory=lambda: dict(DEFAULT_PRICES), description="US dollars for a million tokens, by model"
    )

    @property
    def model_name(self) -> str:
        """The model that is asked for."""
        return self.model or DEFAULT_MODELS.get(self.provider, "")
