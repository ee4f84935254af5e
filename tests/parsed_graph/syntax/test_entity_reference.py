import pytest

from parsed_graph.syntax.entity_reference import parse_entity_reference


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("orders", "component:default/orders"),
        ("Component:orders", "component:default/orders"),
        ("shop/orders", "component:shop/orders"),
        ("API:Shop/Orders", "api:shop/orders"),
        (" resource:orders-db ", "resource:default/orders-db"),
        ("", "component:default/"),
    ],
)
def test_a_reference_is_read_with_the_defaults_of_its_place(text: str, key: str) -> None:
    assert parse_entity_reference(text, "Component").key == key


def test_the_name_of_a_reference_is_kept_as_written() -> None:
    assert parse_entity_reference("group:default/Checkout", "group").name == "Checkout"
