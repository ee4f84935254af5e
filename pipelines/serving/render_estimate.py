"""What a run would cost, before any of it is spent."""

from collections.abc import Mapping

from pipelines.models.budget import Estimate
from pipelines.serving.terminal import say


def estimate_json(cost: Estimate) -> Mapping[str, object]:
    """The estimate for machines; `money` is null where the model has no price."""
    return {
        "calls": cost.calls,
        "cached_calls": cost.cached_calls,
        "input_tokens": cost.input_tokens,
        "output_tokens": cost.output_tokens,
        "money": cost.money,
        "by_document": dict(sorted(cost.by_document.items())),
    }


def say_estimate(cost: Estimate) -> None:
    """The estimate for people."""
    if not cost.calls and not cost.cached_calls:
        say("No call: the rules need no model, or there is nothing to read.")
        return
    money = "no price is known for this model" if cost.money is None else f"about ${cost.money:.2f}"
    say(f"{cost.calls} calls, {cost.cached_calls} more are in the cache.")
    say(f"{cost.input_tokens:,} tokens in, about {cost.output_tokens:,} out: {money}.")
    if cost.calls:
        say("A reply that cannot be used is asked for once more, which comes on top; model.budget_money sets a limit.")
