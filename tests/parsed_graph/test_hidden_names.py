import pytest

from parsed_graph.hidden_names import HiddenNames


@pytest.mark.parametrize(
    "text", ["orders-api", "OrdersApi", "the orders api is down", "src/orders_api/Main.java", "ORDERS.API", "ordersapi"]
)
def test_a_hidden_name_is_found_in_every_spelling(text: str) -> None:
    assert HiddenNames(["orders-api"]).mentions(text)


@pytest.mark.parametrize("text", ["orders", "api orders", "reorders-api", ""])
def test_other_words_are_not_the_name(text: str) -> None:
    assert not HiddenNames(["orders-api"]).mentions(text)


def test_a_name_that_is_part_of_a_visible_one_is_no_secret() -> None:
    names = HiddenNames(["orders", "billing"], told=["orders-api"])
    assert not names.mentions("orders-api")
    assert names.mentions("billing")
