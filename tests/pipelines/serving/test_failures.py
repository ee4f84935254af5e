"""What goes wrong on the command line: a message that says what to do, an exit code, and no traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pipelines.serving.cli import main
from tests.pipelines.serving.test_commands import ROOT, run
from tests.small_estate import write_shop


@pytest.mark.parametrize("arguments", [["index", "."], ["index", ".", "--estimate"], ["impact", "diff", "a", "b"]])
@pytest.mark.parametrize("below", ["file/output", "/proc/output"])
def test_a_place_where_nothing_can_be_written_is_named(
    arguments: list[str],
    below: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    code, out, err = run([*arguments, "--output", below], capsys)
    assert (code, out) == (3, "")
    assert err.startswith(f"{below}")
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", [["export", "html"], ["export", "dot"], ["export", "graphml"]])
def test_a_file_that_cannot_be_written_is_named(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = write_shop(tmp_path)
    code, _, err = run([*arguments, "--output", str(output), "--file", "/proc/drawing"], capsys)
    assert (code, "/proc/drawing: " in err) == (3, True)


@pytest.mark.parametrize(
    ("arguments", "code", "kind"),
    [
        (["show", "nothing"], 3, "not-found"),
        (["show", "orders", "--output", "none"], 3, "no-snapshot"),
        (["show", "orders", "--settings", "none.yaml"], 3, "settings"),
        (["show", "orders", "--as", "ana"], 3, "forbidden"),
        (["show"], 2, "usage"),
        (["show", "orders", "--confidence", "7"], 2, "usage"),
        (["status", "--problems", "nothing"], 3, "not-found"),
    ],
)
def test_errors_under_json_are_json_on_standard_error(
    arguments: list[str],
    code: int,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write_shop(tmp_path / "output")
    ended, out, err = run([*arguments, "--json"], capsys)
    error = json.loads(err)["error"]
    assert (ended, out, error["type"]) == (code, "", kind)
    assert error["message"]


@pytest.mark.parametrize("arguments", [["status"], ["show", "orders", "--json"], ["export", "html"]])
def test_who_closes_the_pipe_early_ends_the_command_quietly(arguments: list[str], tmp_path: Path) -> None:
    write_shop(tmp_path / "output")
    command = [sys.executable, "-m", "pipelines.serving.cli", *arguments, "--output", str(tmp_path / "output")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        complaint = started.stderr.read()
    assert (started.returncode, complaint) == (0, b"")


def test_a_folder_with_nothing_to_read_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "photo.jpg").write_bytes(b"\xff\xd8")
    _, out, _ = run(["index", "empty"], capsys)
    assert "Nothing was read: " in out
    assert "estategraph index PATH" in out


def test_a_folder_without_a_service_says_how_to_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "Text.java").write_text("class Text { String trim(String text) { return text; } }\n")
    _, out, _ = run(["index", "library"], capsys)
    assert "No service was found. Name yours in a services.yaml" in out


@pytest.mark.parametrize("arguments", [["ask", "who owns \udce9"], ["show", "\udcff"], ["index", "caf\udce9"]])
def test_an_argument_that_is_no_text_is_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "no UTF-8 text" in capsys.readouterr().err
