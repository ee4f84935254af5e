"""Runs with a model, through the real command and a server on the loopback interface: what they cost, and what they say when it fails."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loopback_model import EMPTY_FORM, Act, LoopbackModel
from tests.pipelines.serving.test_commands import run

ADR = "# 1. Use a queue\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\norders publishes to a queue.\n"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackModel]:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    model = LoopbackModel()
    model.answer = lambda call: EMPTY_FORM
    yield model
    model.close()


@pytest.fixture
def estate(tmp_path: Path) -> Path:
    folder = tmp_path / "estate"
    (folder / "docs" / "adr").mkdir(parents=True)
    for number in (1, 2, 3):
        text = ADR.replace("# 1. Use a queue", f"# {number}. Use queue {number}")
        (folder / "docs" / "adr" / f"000{number}-use-queue-{number}.md").write_text(text, encoding="utf-8")
    (folder / "services.yaml").write_text("- name: orders\n", encoding="utf-8")
    return folder


def options(tmp_path: Path, server: LoopbackModel, more: str = "") -> list[str]:
    text = f"model:\n  provider: openai\n  base_url: {server.address}/v1\n  retries: 0\n{more}"
    (tmp_path / "settings.yaml").write_text(text, encoding="utf-8")
    return ["--settings", str(tmp_path / "settings.yaml"), "--output", str(tmp_path / "output")]


def test_run_report_gives_the_tokens_of_each_document(
    estate: Path, tmp_path: Path, server: LoopbackModel, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(["index", str(estate), *options(tmp_path, server)], capsys)
    report = json.loads((tmp_path / "output" / "run.json").read_text(encoding="utf-8"))["run"]
    # The server counts 100 tokens in, 40 of them cached, and 20 out for each call.
    assert report["document_tokens"]["adr:estate:docs/adr/0001-use-queue-1"] == {
        "input": 100,
        "cached_input": 40,
        "output": 20,
    }
    assert len([name for name in report["document_tokens"] if name.startswith("adr:")]) == 3
    assert "tokens in (" in out


def test_estimate_counts_the_calls_that_the_run_then_makes(
    estate: Path, tmp_path: Path, server: LoopbackModel, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = options(tmp_path, server)
    _, out, _ = run(["index", str(estate), "--estimate", "--json", *chosen], capsys)
    before = len(server.calls)
    run(["index", str(estate), *chosen], capsys)
    first_asked = [
        call for call in server.calls if len(call.messages) == 1 and "You answered" not in call.messages[0][1]
    ]
    assert (json.loads(out)["calls"], before) == (len(first_asked), 0)


@pytest.mark.parametrize(("status", "told"), [(401, "Check OPENAI_API_KEY"), (503, "Run again later")])
def test_provider_that_answers_nothing_leaves_the_last_snapshot(
    status: int, told: str, estate: Path, tmp_path: Path, server: LoopbackModel, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = options(tmp_path, server)
    run(["index", str(estate), *chosen], capsys)
    before = (tmp_path / "output" / "run.json").read_bytes()
    for path in (estate / "docs" / "adr").iterdir():
        path.write_text(path.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    server.script.extend([Act(status=status)] * 20)

    code, _, err = run(["index", str(estate), *chosen], capsys)

    assert code == 3
    assert told in err
    assert (tmp_path / "output" / "run.json").read_bytes() == before


def test_missing_key_is_named(
    estate: Path,
    tmp_path: Path,
    server: LoopbackModel,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    code, _, err = run(["index", str(estate), *options(tmp_path, server)], capsys)
    assert (code, "OPENAI_API_KEY is not set" in err) == (3, True)


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        (None, "there is no folder"),
        ("<!-- system -->\nRead: $services $records $more", "nothing fills $more"),
        ("<!-- system -->\nRead: $services", "$records is missing"),
    ],
)
def test_prompt_that_cannot_be_filled_is_told_before_any_call(
    prompt: str | None,
    told: str,
    estate: Path,
    tmp_path: Path,
    server: LoopbackModel,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "prompts"
    if prompt is not None:
        folder.mkdir()
        (folder / "extract_adr.md").write_text(prompt, encoding="utf-8")
    chosen = options(tmp_path, server, f"documents:\n  prompts: {folder}\n")
    code, _, err = run(["index", str(estate), *chosen], capsys)
    assert (code, told in err, len(server.calls)) == (3, True, 0)
