"""What an e-mail says beyond the event: the order's lines, or the payment's state."""

import requests

from notifications.settings import ORDERS_URL, PAYMENTS_URL


def of(event: dict) -> dict:
    """The order that an event is about, or the charge where it is about money."""
    if event["type"] == "PaymentSettled":
        url = f"{PAYMENTS_URL}/payments/v1/charges/{event['paymentId']}"
    else:
        url = f"{ORDERS_URL}/orders/{event['orderId']}"
    response = requests.get(url, timeout=3)
    response.raise_for_status()
    return response.json()
