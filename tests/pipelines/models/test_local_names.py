"""Links in a text, as far as they name a service."""

import pytest

from pipelines.documents.inventory import Inventory, InventoryService
from pipelines.models.local_names import linked_service

ESTATE = Inventory((InventoryService("orders-api", "orders-api"),))


@pytest.mark.parametrize("target", ["http://[", "https://[orders-api/x", "http://[::1/orders-api"])
def test_an_address_that_is_none_links_to_nothing(target: str) -> None:
    assert linked_service(target, ESTATE) == (None, False)


def test_a_folder_of_a_services_name_is_that_service() -> None:
    assert linked_service("../services/orders-api/README.md", ESTATE) == (0, True)
