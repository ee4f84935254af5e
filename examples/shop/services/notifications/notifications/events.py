"""Turns what happened in the shop into e-mail jobs."""

import json
import logging

from confluent_kafka import Consumer

from notifications import details, jobs
from notifications.settings import KAFKA_BROKERS, ORDERS_TOPIC, PAYMENTS_TOPIC, SHIPMENTS_TOPIC

TEMPLATES = {
    "OrderCreated": "order_received",
    "PaymentSettled": "payment_received",
    "ShipmentDispatched": "on_its_way",
}

log = logging.getLogger(__name__)


def run() -> None:
    consumer = Consumer(
        {
            "bootstrap.servers": KAFKA_BROKERS,
            "group.id": "notifications",
            "enable.auto.commit": False,
        }
    )
    consumer.subscribe([ORDERS_TOPIC, PAYMENTS_TOPIC, SHIPMENTS_TOPIC])
    while True:
        message = consumer.poll(1.0)
        if message is None:
            continue
        if message.error():
            log.error("kafka: %s", message.error())
            continue
        handle(json.loads(message.value()))
        consumer.commit(message)


def handle(event: dict) -> None:
    template = TEMPLATES.get(event["type"])
    if template is None:
        return
    jobs.enqueue(template, event, details.of(event))
