"""`status --problems`: what could not be used, by file, within what the caller may know."""

import json
from pathlib import Path

import pytest

from tests.pipelines.serving.test_commands import run

COMPOSE = "services:\n  orders:\n    build: orders\n  secret:\n    build: secret\n"
BROKEN = '{"name": '


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "docker-compose.yml": COMPOSE,
        "package.json": BROKEN,
        "orders/Dockerfile": "FROM scratch\n",
        "orders/package.json": BROKEN,
        "orders/Huge.java": "/" * 1_500_000,
        "secret/Dockerfile": "FROM scratch\n",
        "secret/package.json": BROKEN,
    }.items():
        (tmp_path / "estate" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "estate" / name).write_text(text)
    (tmp_path / "policy.yaml").write_text("callers:\n  ana: [some]\ngroups:\n  some: {services: [orders]}\n")
    (tmp_path / "guarded.yaml").write_text("access:\n  policy: policy.yaml\n")
    assert run(["index", "estate"], capsys)[0] == 0
    return tmp_path


def paths(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str]]:
    _, out, _ = run(["status", "--problems", *arguments, "--json"], capsys)
    return [(problem["path"], problem["reason"]) for problem in json.loads(out)]


@pytest.mark.usefixtures("folder")
def test_every_problem_is_listed_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    found = paths([], capsys)
    assert {
        ("estate:package.json", "unparseable"),
        ("estate:orders/package.json", "unparseable"),
        ("estate:orders/Huge.java", "too-large"),
    } <= set(found)
    assert found == sorted(found, key=lambda each: (each[1], each[0]))
    _, out, _ = run(["status", "--problems"], capsys)
    assert out.splitlines()[0].split() == ["where", "reason", "detail"]
    assert "estate:orders/package.json:" in out


@pytest.mark.usefixtures("folder")
def test_a_reason_picks_its_problems(capsys: pytest.CaptureFixture[str]) -> None:
    assert paths(["too-large"], capsys) == [("estate:orders/Huge.java", "too-large")]


@pytest.mark.usefixtures("folder")
def test_an_unknown_reason_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(["status", "--problems", "too-big"], capsys)
    assert code == 3
    assert "no problem has the reason 'too-big'; there are: too-large, unparseable" in err


@pytest.mark.usefixtures("folder")
def test_the_closing_table_says_how_to_list_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`estategraph status --problems`" in run(["status"], capsys)[1]


@pytest.mark.usefixtures("folder")
def test_a_caller_gets_only_what_lies_in_services_that_it_sees(capsys: pytest.CaptureFixture[str]) -> None:
    found = paths(["--as", "ana", "--settings", "guarded.yaml"], capsys)
    assert set(found) == {("estate:orders/Huge.java", "too-large"), ("estate:orders/package.json", "unparseable")}
