import requests

from pricing import rules


def test_six_of_a_kind_are_cheaper():
    assert rules.amount({"basePriceCents": 1000}, 6, "EUR") == 54.0


def test_staging_agrees_with_the_order_that_was_placed():
    order = requests.get("http://orders-api:8081/orders/5b0f6f0e-6f6e-4c0b-9a3e-0a5c6f1d2b77", timeout=5).json()
    assert order["currency"] == "EUR"
