"""Quotes: verbatim, whole words, both names in one paragraph."""

from hypothesis import given
from hypothesis import strategies as st

from pipelines.imports.quotation import find_quote


def test_a_name_is_found_in_any_case_and_spelling_as_whole_words() -> None:
    text = "Reorders are rare.\n\nThe *orders-api* takes orders."

    assert find_quote(text, ["ORDERS API"]) == (25, "The *orders-api* takes orders.")
    assert find_quote(text, ["RARE REORDERS"]) is None
    assert find_quote("Reorders are rare.", ["ORDERS"]) is None


def test_two_names_must_stand_in_one_paragraph() -> None:
    together = "Refunds go out.\nThe desk asks\npayments for refunds."
    apart = "The desk waits.\n\nPayments runs."

    assert find_quote(together, ["DESK", "PAYMENTS"]) == (20, "The desk asks payments for refunds.")
    assert find_quote(apart, ["DESK", "PAYMENTS"]) is None


def test_a_name_without_words_is_found_nowhere() -> None:
    assert find_quote("- - -", [" - "]) is None
    assert find_quote("", [""]) is None


@given(st.text(max_size=200), st.lists(st.text(max_size=10), min_size=1, max_size=2))
def test_a_quote_is_of_the_text(text: str, names: list[str]) -> None:
    found = find_quote(text, names)

    if found:
        offset, words = found
        assert 0 <= offset < len(text)
        assert words in " ".join(text.split())
