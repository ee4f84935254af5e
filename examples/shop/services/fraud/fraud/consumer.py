"""Learns from payments that went through."""

import json

from aiokafka import AIOKafkaConsumer

from fraud import velocity
from fraud.settings import settings


async def run() -> None:
    consumer = AIOKafkaConsumer(
        settings.payments_topic,
        bootstrap_servers=settings.kafka_brokers,
        group_id="fraud",
    )
    await consumer.start()
    try:
        async for message in consumer:
            event = json.loads(message.value)
            if event.get("card"):
                await velocity.settled(event["card"])
    finally:
        await consumer.stop()
