"""Addresses, topics and projects, from the environment."""

import os

KAFKA_BROKERS = os.environ.get("KAFKA_BROKERS", "localhost:9092")
ORDERS_TOPIC = os.environ.get("ORDERS_TOPIC", "orders-events")
PAYMENTS_TOPIC = os.environ.get("PAYMENTS_TOPIC", "payments-events")
SHIPMENTS_TOPIC = os.environ.get("SHIPMENTS_TOPIC", "shipments-events")

GCP_PROJECT = os.environ.get("GCP_PROJECT", "fernway-dev")
EMAIL_TOPIC = os.environ.get("EMAIL_TOPIC", "email-jobs")
EMAIL_SUBSCRIPTION = os.environ.get("EMAIL_SUBSCRIPTION", "email-jobs-worker")

ORDERS_URL = os.environ["ORDERS_URL"]
PAYMENTS_URL = os.environ["PAYMENTS_URL"]
POSTBOX_URL = os.environ.get("POSTBOX_URL", "https://api.postbox.example")
