"""Chats that are kept as postmortems: each message is a line of a timeline."""

import pytest

from pipelines.documents.inventory import Inventory, InventoryService
from pipelines.documents.read_document import read_document
from pipelines.models.rules import read_by_rules

SLACK = """# Incident: baskets

**ana** [10:01 AM]
ledger-api shows negative numbers

**ben** [10:02 AM]
stock-api looks fine
root cause: ledger-api read the wrong replica
"""
PASTED = """# Incident: baskets

ana  10:01 AM
ledger-api is down
10:03
stock-api still works

ben  10:05 AM
found it
"""
IRC = """# Incident: baskets

[10:01:12] <ana> ledger-api is down
[10:02:05] <ben> stock-api is fine
"""
STAMPED = """# Incident: baskets

10:01 ledger-api is down
and stays down
10:02 stock-api is fine
"""
FENCED = """# Incident: baskets

```
10:01 <ana> ledger-api is down
10:02 <ben> stock-api is fine
```
"""
LOG = """# Incident: baskets

```
10:01:12 ERROR stock-api: down
10:02:05 ERROR stock-api: down
```
"""


def blocks(text: str) -> list[tuple[int, str]]:
    return [(block.line, block.text) for block in read_document("postmortems/x.md", text).blocks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            SLACK,
            [
                (4, "ledger-api shows negative numbers"),
                (7, "stock-api looks fine"),
                (8, "root cause: ledger-api read the wrong replica"),
            ],
        ),
        (PASTED, [(4, "ledger-api is down"), (6, "stock-api still works"), (9, "found it")]),
        (IRC, [(3, "ledger-api is down"), (4, "stock-api is fine")]),
        (STAMPED, [(3, "ledger-api is down\nand stays down"), (5, "stock-api is fine")]),
        (FENCED, [(4, "ledger-api is down"), (5, "stock-api is fine")]),
        (LOG, [(4, "10:01:12 ERROR stock-api: down\n10:02:05 ERROR stock-api: down\n")]),
    ],
)
def test_each_message_is_a_block_on_its_own_line(text: str, expected: list[tuple[int, str]]) -> None:
    assert blocks(text) == expected


@pytest.mark.parametrize("text", [SLACK, PASTED, IRC, STAMPED, FENCED])
def test_service_that_is_said_to_be_fine_is_not_affected(text: str) -> None:
    inventory = Inventory(
        (InventoryService("service:ledger-api", "ledger-api"), InventoryService("service:stock-api", "stock-api"))
    )
    found = read_by_rules(read_document("postmortems/x.md", text), inventory, None, incident=True)
    assert [claim.service for claim in found.services] == ["service:ledger-api"]


def test_paragraph_with_one_time_in_it_is_prose() -> None:
    text = "# Minutes\n\nWe met on Monday 10:00\nand decided to wait.\n"
    assert blocks(text) == [(3, "We met on Monday 10:00\nand decided to wait.")]
