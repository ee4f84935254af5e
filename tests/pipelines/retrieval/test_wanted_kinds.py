import pytest

from pipelines.retrieval.wanted_kinds import likely_kinds, without_kind


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Which function frees reservations?", {"code"}),
        ("Where is the signature verified?", {"code"}),
        ("Onde é verificada a assinatura?", {"code"}),
        ("Why do we use Kafka?", {"adr", "RFC"}),
        ("Por que usamos Kafka?", {"adr", "RFC"}),
        ("What happened when the sale filled Redis?", {"incident"}),
        ("What should I do when a consumer is stuck?", {"runbook", "README", "doc"}),
        ("O que devo fazer quando a fila para?", {"runbook", "README", "doc"}),
        ("Tell me about parcels", set()),
    ],
)
def test_form_of_a_question_says_which_kind_of_text_is_meant(question: str, kinds: set[str]) -> None:
    assert likely_kinds(question) == kinds


def test_words_that_only_name_the_kind_are_not_searched_for() -> None:
    assert without_kind("Which function frees reservations?").split() == ["frees", "reservations?"]
    assert without_kind("the status code of an answer") == "the status code of an answer"
