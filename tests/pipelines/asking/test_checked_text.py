import pytest

from pipelines.asking.checked_text import CheckedText


def _through(text: str, *numbers: int, size: int = 3) -> tuple[str, list[str]]:
    checked = CheckedText(frozenset(numbers))
    pieces = [checked.add(text[place : place + size]) for place in range(0, len(text), size)]
    return "".join(pieces) + checked.close(), checked.removed


@pytest.mark.parametrize("size", [1, 2, 5, 200])
def test_sentences_with_a_source_pass_however_the_text_is_cut(size: int) -> None:
    text = "No. orders calls payments [1]. It stores in orders-db.[2] Ask team-a [1][2]."
    assert _through(text, 1, 2, size=size) == (text, [])


def test_a_mark_that_was_not_given_is_taken_out_and_reported() -> None:
    assert _through("orders calls payments [1][7].", 1) == ("orders calls payments [1].", ["[7] is not in the context"])


def test_a_sentence_without_a_source_is_taken_out_and_reported() -> None:
    text, removed = _through("orders calls payments [1]. It was written in 1999. mail reads it [1].", 1)
    assert text == "orders calls payments [1]. mail reads it [1]."
    assert removed == ["without a source: It was written in 1999."]
