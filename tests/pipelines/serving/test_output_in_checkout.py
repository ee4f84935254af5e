"""An output folder may lie in the checkout that is read, as it does by default."""

from pathlib import Path

import pytest

from tests.pipelines.serving.test_commands import run


def test_what_a_run_writes_is_not_read_by_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "services.yaml").write_text("- name: orders\n", encoding="utf-8")
    run(["index", "."], capsys)
    _, out, _ = run(["index", "."], capsys)
    assert out.startswith("Nothing changed")
    assert (tmp_path / "output" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_folder_that_holds_more_than_output_is_left_to_git(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "services.yaml").write_text("- name: orders\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run(["index", "shop", "--output", "."], capsys)
    assert not (tmp_path / ".gitignore").exists()


def test_checkout_itself_is_refused_as_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "services.yaml").write_text("- name: orders\n", encoding="utf-8")
    code, _, err = run(["index", ".", "--output", "."], capsys)
    assert (code, "cannot be the output folder" in err) == (3, True)
    assert [path.name for path in tmp_path.iterdir()] == ["services.yaml"]
