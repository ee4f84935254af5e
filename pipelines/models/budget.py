"""What calls cost: the price table, an estimate before the first call, a budget that stops a run, the account after it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from parsed_graph.errors import SettingsError
from pipelines.models.model import ModelRequest, Usage
from pipelines.models.model_settings import ModelSettings, Price
from pipelines.models.tokens import count_tokens

MILLION = 1_000_000
BATCH_DISCOUNT = 0.5
"""Both providers ask half for a batch."""
EXPECTED_OUTPUT_TOKENS = 600
"""A filled form of ten entries; a guess for the estimate alone."""
_TOKENS_PER_MESSAGE = 4


def price_of(model: str, prices: Mapping[str, Price]) -> Price | None:
    """The price of a model: its own row, else that of the longest name it starts with (`gpt-5-mini-2025-08-07`)."""
    named = [name for name in prices if model == name or model.startswith(f"{name}-") or model.startswith(f"{name}@")]
    return prices[max(named, key=len)] if named else None


def money(usage: Usage, price: Price | None, *, batch: bool = False) -> float:
    """US dollars for a usage, 0 where the price is unknown."""
    if price is None:
        return 0.0
    fresh = usage.input_tokens - usage.cached_tokens
    cost = (
        fresh * price.input + usage.cached_tokens * price.cached_input + usage.output_tokens * price.output
    ) / MILLION
    return cost * (BATCH_DISCOUNT if batch else 1.0)


def request_tokens(request: ModelRequest) -> int:
    """Input tokens of a request, its schema counted as the text that it is sent as."""
    texts = [request.system, *(message.text for message in request.messages)]
    if request.schema is not None:
        texts.append(json.dumps(request.schema))
    return sum(count_tokens(text) + _TOKENS_PER_MESSAGE for text in texts)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would spend. `money` is None where the model has no price. By document: input tokens."""

    calls: int
    cached_calls: int
    input_tokens: int
    output_tokens: int
    money: float | None
    by_document: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: "Estimate") -> "Estimate":
        """Both together; what a document costs in both is summed."""
        documents = dict(self.by_document)
        for name, tokens in other.by_document.items():
            documents[name] = documents.get(name, 0) + tokens
        money = None if self.money is None or other.money is None else self.money + other.money
        return Estimate(
            self.calls + other.calls,
            self.cached_calls + other.cached_calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            money,
            documents,
        )


class Budget:
    """Lets calls through while the run stays within its limits; what a call may cost is set aside before it is made."""

    def __init__(self, settings: ModelSettings) -> None:
        self._price = price_of(settings.model_name, settings.prices)
        self._settings = settings
        self._aside = Usage()
        self.spent = Usage()
        self.calls = 0
        if settings.budget_money and self._price is None:
            raise SettingsError(f"model.budget_money: no price for {settings.model_name}. Add it to model.prices")

    @property
    def money(self) -> float | None:
        """US dollars spent so far, None where the model has no price."""
        return money(self.spent, self._price, batch=self._settings.batch) if self._price else None

    def reserve(self, request: ModelRequest) -> Usage | None:
        """Sets aside what a call may use at most; None where that would pass a limit."""
        if not (self._settings.budget_money or self._settings.budget_tokens):
            return Usage()
        wanted = Usage(request_tokens(request), 0, request.max_output_tokens)
        total = self.spent + self._aside + wanted
        if self._settings.budget_tokens and total.input_tokens + total.output_tokens > self._settings.budget_tokens:
            return None
        if (
            self._settings.budget_money
            and money(total, self._price, batch=self._settings.batch) > self._settings.budget_money
        ):
            return None
        self._aside = self._aside + wanted
        return wanted

    def settle(self, reserved: Usage, used: Usage) -> None:
        """Books what a call used in place of what was set aside for it."""
        self._aside = Usage(
            self._aside.input_tokens - reserved.input_tokens, 0, self._aside.output_tokens - reserved.output_tokens
        )
        self.spent = self.spent + used
        self.calls += 1
