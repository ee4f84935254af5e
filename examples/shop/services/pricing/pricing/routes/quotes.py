"""A quote: prices that hold for a quarter of an hour, as long as the stock lasts."""

from uuid import uuid4

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel

from pricing import cache, rules
from pricing.clients import catalogue, stock

router = APIRouter(tags=["quotes"])


class Line(BaseModel):
    sku: str
    quantity: int


class QuoteRequest(BaseModel):
    lines: list[Line]
    currency: str = "EUR"


@router.post("", status_code=201)
async def quote(request: QuoteRequest) -> dict[str, object]:
    total = 0.0
    for line in request.lines:
        if await stock.available(line.sku) < line.quantity:
            raise HTTPException(409, f"not enough {line.sku}")
        product = await catalogue.product(line.sku)
        total += rules.amount(product, line.quantity, request.currency)
    quoted = {"id": str(uuid4()), "total": round(total, 2), "currency": request.currency}
    await cache.keep_quote(quoted)
    return quoted


@router.get("/{quote_id}")
async def show(quote_id: str) -> dict[str, object]:
    quoted = await cache.quote(quote_id)
    if quoted is None:
        raise HTTPException(404, "no such quote, or it has expired")
    return quoted
