"""Base prices from catalog, a minute old at most."""

import httpx

from pricing import cache
from pricing.settings import CATALOG_URL

client = httpx.AsyncClient(base_url=CATALOG_URL, timeout=1.5)


async def product(sku: str) -> dict:
    known = await cache.product(sku)
    if known is None:
        response = await client.get(f"/v1/products/{sku}")
        response.raise_for_status()
        known = response.json()
        await cache.keep_product(sku, known)
    return known
