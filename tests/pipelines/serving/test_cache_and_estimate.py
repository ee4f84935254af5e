"""`cache` and `index --estimate`: what was paid for, and what would have to be paid."""

import json
from pathlib import Path

import pytest

from pipelines.models.cache import Origin, open_replies
from pipelines.models.model import ModelReply, Usage
from tests.pipelines.serving.test_commands import run

ADR = "# 1. Use a queue\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\norders publishes to a queue.\n"


def with_a_reply(output: Path) -> Path:
    with open_replies(output) as cache:
        cache.put("k1", "openai:gpt", Origin("prompt", "adr:1"), ModelReply('{"decisions": []}', Usage(10, 0, 5)))
    return output


def test_exported_replies_come_in_elsewhere_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, there, file = with_a_reply(tmp_path / "here"), tmp_path / "there", tmp_path / "replies.jsonl"
    assert run(["cache", "export", "--file", str(file), "--output", str(here)], capsys)[0] == 0

    _, first, _ = run(["cache", "import", str(file), "--output", str(there), "--json"], capsys)
    _, again, _ = run(["cache", "import", str(file), "--output", str(there), "--json"], capsys)

    assert json.loads(first) == {"new": 1, "replies": 1}
    assert json.loads(again) == {"new": 0, "replies": 1}


def test_prune_keeps_what_was_used_today(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = with_a_reply(tmp_path / "output")
    _, out, _ = run(["cache", "prune", "--days", "1", "--output", str(output), "--json"], capsys)
    assert json.loads(out) == {"removed": 0, "left": 1}


def test_a_line_that_is_no_reply_is_named_and_nothing_is_taken_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"\xff nonsense\n")
    code, _, err = run(["cache", "import", str(file), "--output", str(tmp_path / "output")], capsys)
    assert code == 3
    assert "line 1" in err


def test_an_estimate_makes_no_snapshot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    estate, output = tmp_path / "estate", tmp_path / "output"
    (estate / "docs" / "adr").mkdir(parents=True)
    (estate / "docs" / "adr" / "0001-use-a-queue.md").write_text(ADR, encoding="utf-8")
    (estate / "services.yaml").write_text("- name: orders\n", encoding="utf-8")
    (tmp_path / "settings.yaml").write_text("model:\n  provider: openai\n", encoding="utf-8")
    options = ["--settings", str(tmp_path / "settings.yaml"), "--output", str(output), "--json"]

    code, out, _ = run(["index", str(estate), "--estimate", *options], capsys)

    assert code == 0
    assert list(json.loads(out)["by_document"]) == ["adr:estate:docs/adr/0001-use-a-queue", "community"]
    assert not (output / "current").exists()


@pytest.mark.parametrize("arguments", [["prune"], ["export", "--file", "replies.jsonl"]])
def test_folder_without_replies_is_named(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(["cache", *arguments, "--output", str(tmp_path / "none")], capsys)
    assert (code, "holds no cache of replies" in err) == (3, True)
    assert not (tmp_path / "none").exists()
