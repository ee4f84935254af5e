"""The score: how fast a card is spending, and how unusual the amount is."""

from fraud import velocity
from fraud.settings import settings

USUAL_AMOUNT = 80.0


async def score(card: str, amount: float) -> float:
    charges = await velocity.charges_last_hour(card)
    haste = min(charges / 5, 1.0)
    size = min(amount / (USUAL_AMOUNT * 10), 1.0)
    return round(0.7 * haste + 0.3 * size, 3)


def verdict(score: float) -> str:
    if score > settings.deny_above:
        return "deny"
    return "review" if score > settings.deny_above / 2 else "accept"
