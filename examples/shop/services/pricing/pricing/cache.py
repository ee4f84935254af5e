"""Quotes and base prices in Redis. Quotes are not a cache: they live nowhere else."""

import json

from redis.asyncio import Redis

from pricing.settings import PRICE_SECONDS, QUOTE_SECONDS, REDIS_URL

redis = Redis.from_url(REDIS_URL, decode_responses=True)


async def keep_quote(quote: dict) -> None:
    await redis.set(f"pricing:quote:{quote['id']}", json.dumps(quote), ex=QUOTE_SECONDS)


async def quote(quote_id: str) -> dict | None:
    text = await redis.get(f"pricing:quote:{quote_id}")
    return json.loads(text) if text else None


async def keep_product(sku: str, product: dict) -> None:
    await redis.set(f"pricing:product:{sku}", json.dumps(product), ex=PRICE_SECONDS)


async def product(sku: str) -> dict | None:
    text = await redis.get(f"pricing:product:{sku}")
    return json.loads(text) if text else None
