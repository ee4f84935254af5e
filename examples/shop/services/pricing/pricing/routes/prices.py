"""A price without a promise."""

from fastapi import APIRouter

from pricing import rules
from pricing.clients import catalogue

router = APIRouter(tags=["prices"])


@router.get("/prices/{sku}")
async def price(sku: str, currency: str = "EUR") -> dict[str, object]:
    product = await catalogue.product(sku)
    return {"sku": sku, "amount": rules.amount(product, 1, currency), "currency": currency}
