"""The price rules. Small on purpose: marketing edits this file."""

RATES = {"EUR": 1.0, "GBP": 0.86}
BUNDLE_OF = 6
BUNDLE_DISCOUNT = 0.10


def amount(product: dict, quantity: int, currency: str) -> float:
    """The price of `quantity` pieces; six of a kind are ten per cent off."""
    euros = product["basePriceCents"] / 100 * quantity
    if quantity >= BUNDLE_OF:
        euros *= 1 - BUNDLE_DISCOUNT
    return round(euros * RATES[currency], 2)
