"""Counts a card's settled charges in the last hour. A counter that is evicted reads as a calm card."""

from redis.asyncio import Redis

from fraud.settings import settings

redis = Redis.from_url(settings.redis_url)


async def charges_last_hour(card: str) -> int:
    return int(await redis.get(f"fraud:velocity:{card}") or 0)


async def settled(card: str) -> None:
    key = f"fraud:velocity:{card}"
    async with redis.pipeline() as pipe:
        await pipe.incr(key).expire(key, 3600).execute()
