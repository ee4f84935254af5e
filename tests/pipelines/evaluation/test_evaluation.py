"""Question sets over the small estate of tests/small_estate.py."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from parsed_graph.errors import SettingsError
from parsed_graph.schema import EdgeType
from parsed_graph.view import View
from pipelines.asking.answer import Answer, AnswerEdge
from pipelines.asking.answer_question import answer_question
from pipelines.asking.intent import Intent, Operation, Strategy
from pipelines.evaluation.evaluate import evaluate
from pipelines.evaluation.generate_questions import generate_questions
from pipelines.evaluation.judge import faithfulness
from pipelines.evaluation.question_set import Expected, Question, read_questions
from pipelines.evaluation.run_evaluation import generated_yaml
from pipelines.evaluation.score import score_answer
from pipelines.serving.cli import estategraph
from prompts.prompt import load_prompt
from tests.small_estate import view_of, write_shop

MAIL_READS = ("service:mail", "CONSUMES", "topic:kafka:orders-events")


@pytest.fixture
def view(tmp_path: Path) -> View:
    return view_of(tmp_path / "estate")


def _answer(**parts: Any) -> Answer:
    return Answer("q", "en", Intent.RELATIONSHIP, Strategy.SCOPED, Operation.CONSUMERS, (), "text", **parts)


def _edge(source: str, target: str = "topic:kafka:orders-events") -> AnswerEdge:
    return AnswerEdge(source, EdgeType.CONSUMES, target, "parsed", 1.0)


def _asked(**expected: Any) -> Question:
    return Question("one", "en", Intent.RELATIONSHIP, "q", Expected(**expected))


def test_an_edge_too_many_costs_precision_and_one_too_few_recall(view: View) -> None:
    question = _asked(edges=(("Service(mail)", "CONSUMES", "Topic(orders-events)"),))
    both = score_answer(view, question, _answer(edges=(_edge("service:mail"), _edge("service:storefront"))))
    none = score_answer(view, question, _answer())
    assert (both.figures["edge_recall"], both.figures["edge_precision"]) == (1.0, 0.5)
    assert (none.figures["edge_recall"], none.is_right) == (0.0, False)


def test_what_is_optional_costs_nothing(view: View) -> None:
    question = _asked(edges=(MAIL_READS,), optional=("Service(storefront)",))
    found = score_answer(view, question, _answer(edges=(_edge("service:mail"), _edge("service:storefront"))))
    assert found.is_right


def test_a_path_is_measured_against_the_nearest_that_is_expected(view: View) -> None:
    question = _asked(paths=(("Service(storefront)", "Service(orders)"), ("Service(storefront)", "Service(mail)")))
    found = score_answer(view, question, _answer(path=("service:storefront", "service:orders", "service:mail")))
    assert found.figures["path_distance"] == 1


def test_a_no_where_a_no_is_expected_counts_as_refusal(view: View) -> None:
    assert score_answer(view, _asked(answer="no"), _answer(yes_no="no")).figures["refusal"] == 1
    assert score_answer(view, _asked(answer="unknown"), _answer(yes_no="no")).figures["refusal"] == 0


def test_a_mark_without_its_citation_is_not_valid(view: View) -> None:
    answer = _answer()
    invented = Answer(
        **{name: getattr(answer, name) for name in answer.__dataclass_fields__} | {"text": "mail reads it [1]"}
    )
    assert score_answer(view, _asked(answer="no"), invented).figures["citation_validity"] == 0


def test_questions_built_from_the_graph_are_answered_right(view: View) -> None:
    questions = generate_questions(view, 5)
    found = evaluate(view, "generated", questions, lambda text: answer_question(view, text))
    assert {question.intent for question in questions} == {
        Intent.RELATIONSHIP,
        Intent.TRACE,
        Intent.BLAST,
        Intent.YESNO,
    }
    assert [(miss.question.text, miss.because) for miss in found.misses] == []
    assert found.rows[-1].figures["consistency"] == 1


def test_a_wrong_answer_to_one_of_two_wordings_is_inconsistent(view: View) -> None:
    questions = [
        Question("a", "en", Intent.RELATIONSHIP, "Who consumes orders-events?"),
        Question("b", "en", Intent.RELATIONSHIP, "Who publishes orders-events?", pair="a"),
    ]
    found = evaluate(view, "pair", questions, lambda text: answer_question(view, text))
    assert found.rows[-1].figures["consistency"] == 0


def test_a_generated_set_can_be_written_and_read_again(view: View, tmp_path: Path) -> None:
    file = tmp_path / "set.yaml"
    file.write_text(generated_yaml(view, 2), encoding="utf-8")
    assert "Service(mail)" in file.read_text(encoding="utf-8")
    assert [q.id for q in read_questions(file)] == [q.id for q in generate_questions(view, 2)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "a mapping with a list called questions"),
        ("questions: [{id: a}]", "question 1 needs id, intent and question"),
        ("questions: [{id: a, intent: gossip, question: q}]", "no intent is called gossip"),
        ("questions: [{id: a, intent: blast, question: q, expected: {edge: []}}]", "nothing else"),
        ("questions: [{id: a, intent: blast, question: q, expected: {edges: [[x]]}}]", "cannot be read"),
        (
            "questions: [{id: a, intent: blast, question: q}, {id: a, intent: blast, question: q}]",
            "two questions are called a",
        ),
        ("a: [", "no YAML"),
    ],
)
def test_a_bad_question_file_says_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=said):
        read_questions(file)


def test_eval_compares_with_the_last_run_of_the_same_set(tmp_path: Path) -> None:
    output, file = tmp_path / "output", tmp_path / "set.yaml"
    write_shop(output)
    _write_set(file, "no")
    first = _run("eval", str(file), "--output", str(output), "--json")
    _write_set(file, "yes")
    second = _run("eval", str(file), "--output", str(output), "--json")
    assert json.loads(first)["since_last_run"] is None
    assert json.loads(second)["since_last_run"]["gained"] == ["one"]
    assert json.loads(second)["rows"][-1]["right"] == 1


def test_eval_exits_with_one_for_a_miss_only_when_asked_to(tmp_path: Path) -> None:
    output, file = tmp_path / "output", tmp_path / "set.yaml"
    write_shop(output)
    _write_set(file, "no")
    arguments = ["eval", str(file), "--output", str(output)]
    assert estategraph.main(arguments, standalone_mode=False) is None
    assert estategraph.main([*arguments, "--fail-on-miss"], standalone_mode=False) == 1


def test_faithfulness_is_the_share_of_claims_that_the_context_bears_out() -> None:
    reply = 'Sure: [{"claim": "a", "supported": true}, {"claim": "b", "supported": false}]'
    assert faithfulness(_writes(reply), load_prompt("judge_claims"), _answer()) == 0.5
    assert faithfulness(_writes("no list"), load_prompt("judge_claims"), _answer()) is None


def _writes(reply: str) -> Callable[[str, str, Callable[[str], None]], str]:
    return lambda system, user, on_text: reply


def _write_set(file: Path, answer: str) -> None:
    question = {
        "id": "one",
        "intent": "yesno",
        "question": "Does mail depend on orders?",
        "expected": {"answer": answer},
    }
    file.write_text(yaml.safe_dump({"questions": [question]}), encoding="utf-8")


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(estategraph, list(arguments), standalone_mode=False)
    assert result.exception is None
    return result.stdout
