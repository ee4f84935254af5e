from pathlib import Path

import pytest

from parsed_graph.view import EVERYBODY, Principal
from pipelines.serving import questions
from pipelines.serving.kept_answers import KeptAnswer, KeptAnswers, Question
from tests.pipelines.serving.http.served_estate import bearing, guarded_settings, serving
from tests.small_estate import write_shop


def test_the_answers_that_were_used_last_are_kept_within_the_size() -> None:
    kept = KeptAnswers(most_characters=30)
    asked = [Question("s", EVERYBODY, str(number).encode()) for number in range(12)]
    for question in asked[:10]:
        kept.keep(question, KeptAnswer("abc", ""))
    assert kept.find(asked[0]) is not None
    kept.keep(asked[10], KeptAnswer("abc", ""))
    assert kept.find(asked[1]) is None
    assert kept.find(asked[0]) is not None
    kept.keep(asked[11], KeptAnswer("much too long", ""))
    assert kept.find(asked[11]) is None


def test_a_kept_answer_is_nobody_elses_and_of_no_other_snapshot() -> None:
    kept = KeptAnswers()
    kept.keep(Question("s", EVERYBODY, b"q"), KeptAnswer("1", ""))
    assert kept.find(Question("t", EVERYBODY, b"q")) is None
    assert kept.find(Question("s", Principal("ana", frozenset({"service:orders"})), b"q")) is None


def test_the_same_question_is_worked_out_once_and_for_each_caller_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, tokens = guarded_settings(tmp_path)
    asked = []
    show = questions.show
    monkeypatch.setattr(questions, "show", lambda view, name: (asked.append(view.principal.name), show(view, name))[1])
    with serving(write_shop(tmp_path / "output"), settings) as client:
        first, second = (client.get("/api/v1/nodes/orders", headers=bearing(tokens["ops"])) for _ in range(2))
        hidden = client.get("/api/v1/nodes/orders", headers=bearing(tokens["ana"]))
    assert first.json()["result"] == second.json()["result"]
    assert hidden.status_code == 404
    assert asked == ["ops", "ana"]
