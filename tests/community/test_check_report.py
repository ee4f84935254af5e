"""What a text says is in the facts, or it is caught."""

import pytest

from community.check_report import Estate, unsupported

FACTS = """
Orders
[F1] Orders is a system that the catalogue declares.
[F2] Counts: 3 services; 3 topics published; 2 stores; 1 decisions in force.
[F3] 5 of 8 other services depend on it.
[F4] Service orders-api: title Orders API, language java, owner orders-team, on call PFERNORD.
[F5] orders-api exposes 4 HTTP endpoints.
[F6] orders-api exposes POST /orders/{}/cancel, which gateway calls from outside.
[F7] orders-api publishes OrderCreated v2 on orders-events, which inventory and shipping read.
[F8] orders-api stores data in orders-db (PostgreSQL).
[F9] ADR-0006 (Version events in the schema), 2023-09-05, is in force and concerns orders-api and shipping.
[F10] Incident “Shipping stopped reading orders” (SEV2, 2024-07-02) concerned orders-api.
"""
ESTATE = Estate(
    [
        ["orders-api", "order service"],
        ["inventory"],
        ["shipping"],
        ["gateway", "API gateway"],
        ["payments", "payment service"],
        ["fraud"],
        ["orders-events"],
        ["stock-events"],
        ["orders-db"],
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        "Orders takes orders through orders-api. Each of them goes out on orders-events, which shipping reads.",
        "It is made up of three services and keeps its data in orders-db, a PostgreSQL store.",
        "orders-api exposes four HTTP endpoints; gateway calls POST /orders/{}/cancel.",
        "If it fails, five of the eight other services are hit.",
        "The order service belongs to orders-team, whose on-call line is PFERNORD.",
        "ADR 6 binds it since 2023; on 2 July 2024 shipping stopped reading orders (SEV2).",
        "This is an event-driven part with read-only, well-known borders; everything else leans on it.",
        "orders-api, shipping and one more service keep it going.",
        "OrderCreated v2 is the event that the others wait for. Both readers are known.",
    ],
)
def test_what_the_facts_hold_passes(text: str) -> None:
    assert unsupported(text, FACTS, ESTATE) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It needs loyalty-service.", "loyalty-service is in no fact"),
        ("It needs the ledger service.", "ledger is in no fact"),
        ("Ledger calls orders-api every night.", "Ledger is in no fact"),
        ("orders-api calls ledger.", "ledger is in no fact"),
        ("orders-api calls payments.", "payments belongs to the estate, but no fact here speaks of it"),
        ("The payment service charges it.", "payment service belongs to the estate, but no fact here speaks of it"),
        ("fraud checks every order.", "fraud belongs to the estate, but no fact here speaks of it"),
        ("It reads stock-events.", "stock-events belongs to the estate, but no fact here speaks of it"),
        ("It publishes OrderShipped.", "OrderShipped is in no fact"),
        ("It publishes OrderCreated v3.", "v3 is in no fact"),
        ("All data is kept in Oracle.", "Oracle is in no fact"),
        ("The messages go through RabbitMQ.", "RabbitMQ is in no fact"),
        ("It offers POST /refunds.", "/refunds is in no fact"),
        ("It is bound by ADR-0042.", "ADR-0042 is in no fact"),
        ("It is bound by ADR 7.", "ADR 7 is in no fact"),
        ("It has five services.", "5 service: the facts count no such thing"),
        ("orders-api and 14 more services keep it going.", "14 more service: the facts count no such thing"),
        ("It exposes 14 endpoints.", "14 endpoint: the facts count no such thing"),
        ("60% of the traffic comes here.", "the number 60% is in no fact"),
        ("It was rebuilt in 2019.", "the number 2019 is in no fact"),
        ("A dozen callers lean on it.", "the number dozen is in no fact"),
    ],
)
def test_what_they_do_not_hold_is_caught(text: str, told: str) -> None:
    assert told in unsupported(text, FACTS, ESTATE)


def test_hostile_text_is_checked_in_linear_time() -> None:
    text = "a-" * 20_000 + " " + "/x" * 20_000 + " the " * 20_000 + "1," * 20_000
    assert unsupported(text, FACTS, ESTATE)
