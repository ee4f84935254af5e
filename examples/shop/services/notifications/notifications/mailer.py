"""Sends queued e-mails through Postbox, to everyone who has not asked us to stop."""

import json

import requests
from google.cloud import pubsub_v1
from jinja2 import Environment, PackageLoader

from notifications import suppression
from notifications.settings import EMAIL_SUBSCRIPTION, GCP_PROJECT, POSTBOX_URL

templates = Environment(loader=PackageLoader("notifications"))
subscriber = pubsub_v1.SubscriberClient()


def run() -> None:
    path = subscriber.subscription_path(GCP_PROJECT, EMAIL_SUBSCRIPTION)
    subscriber.subscribe(path, callback=handle).result()


def handle(message) -> None:
    job = json.loads(message.data)
    address = job["details"].get("email")
    if address and not suppression.contains(address):
        send(address, templates.get_template(job["template"] + ".txt").render(job))
    message.ack()


def send(address: str, text: str) -> None:
    response = requests.post(
        f"{POSTBOX_URL}/v1/messages",
        json={"to": address, "from": "hello@fernway.example", "text": text},
        timeout=5,
    )
    response.raise_for_status()
