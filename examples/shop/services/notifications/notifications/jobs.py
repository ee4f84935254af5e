"""Queues an e-mail job on Pub/Sub; ADR 11 says why e-mail does not go through Kafka."""

import json

from google.cloud import pubsub_v1

from notifications.settings import EMAIL_TOPIC, GCP_PROJECT

publisher = pubsub_v1.PublisherClient()
topic_path = publisher.topic_path(GCP_PROJECT, EMAIL_TOPIC)


def enqueue(template: str, event: dict, details: dict) -> None:
    job = {"template": template, "event": event, "details": details}
    publisher.publish(topic_path, json.dumps(job).encode(), template=template).result(timeout=10)
