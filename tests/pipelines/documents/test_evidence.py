"""Quotations are verbatim, white space and markup folded."""

from pipelines.documents.evidence import EvidenceIndex
from pipelines.documents.read_document import read_document

TEXT = """---
scope: Ledger
---
# 1. Use **Kafka**

We will send `OrderPlaced` from the
[orders service](https://x.org/orders) to *payments*.

| Step | Owner |
|---|---|
| Send | Orders |

- first item
"""


def line_of(quote: str) -> int | None:
    return EvidenceIndex(read_document("adr/0001-kafka.md", TEXT)).line_of(quote)


def test_quote_over_a_line_end_is_found_on_its_first_line() -> None:
    assert line_of("from the orders service to payments") == 6


def test_quote_with_its_markup_is_found() -> None:
    assert line_of("[orders service](https://x.org/orders) to *payments*") == 7


def test_heading_row_item_and_front_matter_can_be_quoted() -> None:
    assert [line_of(q) for q in ("Use Kafka", "Send | Orders", "- first item", "Ledger")] == [4, 11, 13, 2]


def test_words_that_do_not_stand_there_are_not_found() -> None:
    assert line_of("We will send OrderPlaced from payments") is None


def test_quote_too_short_to_tell_is_not_found() -> None:
    assert line_of("a") is None
