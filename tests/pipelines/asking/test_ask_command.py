"""`ask` as it is typed, over the small estate."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipelines.serving.cli import estategraph
from tests.small_estate import write_shop


def _ask(output: Path, *arguments: str) -> str:
    result = CliRunner().invoke(estategraph, ["ask", *arguments, "--output", str(output)], standalone_mode=False)
    assert result.exception is None, result.exception
    return result.stdout


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return write_shop(tmp_path / "output")


def test_the_answer_comes_first_and_its_sources_last(output: Path) -> None:
    lines = _ask(output, "Who consumes orders-events?").splitlines()
    assert lines[0] == "1 service consumes Topic(orders-events): mail."
    assert lines[-1] == "[1] shop:src/Client.java:12  test  (Service(mail), team-mail)"


def test_a_question_may_be_typed_without_quotes(output: Path) -> None:
    assert _ask(output, "who", "consumes", "orders-events").startswith("1 service consumes")


def test_explain_shows_intent_entities_plan_and_edges(output: Path) -> None:
    text = _ask(output, "Does mail depend on orders?", "--explain")
    assert "intent     yesno (dependencies), scoped" in text
    assert "entity     'mail' is service:mail  (name, score 100, margin 100)" in text
    assert "plan       check depends(mail, orders)" in text
    assert "edges      Service(mail) --DEPENDS_ON(event)--> Service(orders)" in text


def test_json_has_every_part_for_machines(output: Path) -> None:
    answer = json.loads(_ask(output, "How does storefront reach mail?", "--json"))
    assert answer["intent"] == "trace"
    assert answer["path"] == ["service:storefront", "service:orders", "service:mail"]
    assert {"source", "type", "target", "layer", "confidence"} <= set(answer["edges"][0])
    assert {"number", "repo", "path", "line", "service", "owner", "oncall"} <= set(answer["citations"][0])
    assert {"question", "language", "strategy", "entities", "text", "nodes", "count", "yes_no", "hits", "plan"} <= set(
        answer
    )


def test_a_lower_confidence_brings_in_what_is_less_sure(output: Path) -> None:
    question = "Does mail depend on storefront?"
    assert json.loads(_ask(output, question, "--json"))["yes_no"] == "no"
    assert json.loads(_ask(output, question, "--json", "--confidence", "0.4"))["yes_no"] == "yes"


def test_kinds_that_are_left_out_by_default_count_when_they_are_named(output: Path) -> None:
    question = "Who is hit if config-server fails?"
    assert json.loads(_ask(output, question, "--json"))["nodes"] == []
    assert json.loads(_ask(output, question, "--json", "--kinds", "config"))["nodes"][0] == "service:orders"


def test_the_triple_limit_bounds_the_fragment(output: Path) -> None:
    answer = json.loads(_ask(output, "Who is hit if orders-db fails?", "--json", "--triple-limit", "1"))
    assert answer["fragment"][-1].startswith("... and ")


@pytest.mark.parametrize(
    "question",
    [
        "?",
        "",
        "\x1b[31m\u202e",
        "a" * 9000,
        "who who who who",
        "<0:service> calls <1:service>",
        "GET /",
        "Service()",
        "adr:",
        "(((((",
        "does does does",
    ],
)
def test_any_text_gets_an_answer(output: Path, question: str) -> None:
    text = _ask(output, question)
    assert text
    assert "\x1b" not in text
    assert "\u202e" not in text
