"""Whatever words come in whatever order: there is an answer, the same each time, and every citation is listed."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsed_graph.view import View
from pipelines.asking.answer_question import answer_question
from tests.small_estate import view_of

WORDS = """who what which how why when where is are does do did not never no by to from of on if and both without between through list all many most per more than two
calls called call consumes consumed consumer publishes depends dependents uses owns owner page fails down dies path reach decisions adr governed replaced subsystem system
services service topic topics events endpoints database team teams incidents language python in force status accepted directly indirectly overview whole nobody anything
quem qual o que de do para se cair consome chama depende quantos quais serviços caminho até sem dono
orders storefront mail orders-db orders-events OrderCreated mailer config-server team-web GET /orders/{id} Service(orders) service:mail topic:kafka:orders-events unheard-of ordrs ADR 5 2024 ? , ( )""".split()


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    folder: Path = tmp_path_factory.mktemp("any")
    return view_of(folder)


@settings(max_examples=400)
@given(words=st.lists(st.sampled_from(WORDS), max_size=12))
def test_any_words_get_an_answer_whose_marks_are_all_listed(view: View, words: list[str]) -> None:
    question = " ".join(words)
    answer = answer_question(view, question)
    assert answer == answer_question(view, question)
    assert answer.text
    assert {int(mark) for mark in re.findall(r"\[(\d+)\]", answer.text)} <= {each.number for each in answer.citations}
    assert (answer.yes_no != "") == (answer.intent == "yesno") or answer.yes_no == ""


@given(text=st.text(max_size=200))
def test_any_text_gets_an_answer(view: View, text: str) -> None:
    assert answer_question(view, text).text
