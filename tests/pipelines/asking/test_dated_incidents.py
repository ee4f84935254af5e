import pytest

from parsed_graph.view import View
from pipelines.asking.answer_question import answer_question
from pipelines.asking.dated_incidents import dated_incidents
from pipelines.asking.question import read_words

JULY = "incident:shop:docs/postmortems/2024-07-02-shipping-stopped-reading-orders"
WAREHOUSE = "incident:shop:docs/postmortems/2025-02-03-exportacao-noturna-parada"


@pytest.mark.parametrize(
    "question",
    [
        "what was the cause of the July incident?",
        "What came of the outage of 2 July 2024?",
        "who answered for the incident on July 2nd 2024",
        "the postmortem of 2024-07-02",
        "2024-07 incident",
        "o incidente de julho",
    ],
)
def test_an_incident_is_found_by_its_time(shop: View, question: str) -> None:
    (mention,) = dated_incidents(shop, read_words(question))
    assert [node.id for node in shop.nodes(mention.keys)] == [JULY]
    assert mention.is_found


def test_two_incidents_of_one_month_are_unclear_until_the_year_is_said(shop: View) -> None:
    (both,) = dated_incidents(shop, read_words("What happened in the incident of February?"))
    assert both.is_unclear
    assert len(both.keys) == 2
    (one,) = dated_incidents(shop, read_words("O que aconteceu no incidente de fevereiro de 2025?"))
    assert [node.id for node in shop.nodes(one.keys)] == [WAREHOUSE]


@pytest.mark.parametrize(
    "question",
    ["Which incident was there in May?", "the July release", "may an incident happen again?", "2 July 2023 outage"],
)
def test_another_time_or_no_incident_names_nothing(shop: View, question: str) -> None:
    assert not dated_incidents(shop, read_words(question))


def test_an_answer_is_about_the_incident_of_that_time(shop: View) -> None:
    assert answer_question(shop, "Which services did the outage of 2 July 2024 touch?").nodes[:1]
    assert JULY in answer_question(shop, "what was the cause of the July incident?").nodes
