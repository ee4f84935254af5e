import pytest

from pipelines.words.portuguese import in_english, is_portuguese, portuguese_stem
from pipelines.words.spelling import other_spelling
from pipelines.words.synonyms import synonyms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("catalogue", "catalog"),
        ("colour", "color"),
        ("authorise", "authorize"),
        ("cancelled", "canceled"),
        ("centre", "center"),
    ],
)
def test_each_spelling_gives_the_other(one: str, other: str) -> None:
    assert other_spelling(one) == other
    assert other_spelling(other) == one


def test_words_that_both_write_alike_have_no_other_spelling() -> None:
    assert other_spelling("order") == ""
    assert other_spelling("our") == ""


@pytest.mark.parametrize(
    ("word", "english"),
    [("pedidos", "order"), ("pagamento", "payment"), ("fila", "queue"), ("estoque", "stock"), ("mensagens", "message")],
)
def test_inflected_portuguese_words_are_translated(word: str, english: str) -> None:
    assert english in in_english(word)


def test_unknown_word_is_not_translated() -> None:
    assert in_english("kubernetes") == ()


def test_forms_of_a_portuguese_word_share_a_stem() -> None:
    assert portuguese_stem("enviados") == portuguese_stem("enviar") == "envi"
    assert portuguese_stem("fila") == "fila"


def test_language_is_told_by_the_words_that_every_sentence_has() -> None:
    assert is_portuguese("por que os e mails sao enviados por uma fila".split())
    assert not is_portuguese("why do we send an order by a queue".split())
    assert not is_portuguese("orders api".split())


def test_synonyms_are_found_for_plain_and_inflected_words() -> None:
    assert "cart" in synonyms("basket")
    assert "count" in synonyms("counter")
    assert "verify" in synonyms("checked")
    assert synonyms("kubernetes") == ()
