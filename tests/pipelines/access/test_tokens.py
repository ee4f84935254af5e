"""The file of bearer tokens."""

from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from pipelines.access.tokens import add_token, read_tokens

HASH = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
"""SHA-256 of `secret`."""


def written(folder: Path, text: str) -> Path:
    file = folder / "tokens.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_token_belongs_to_the_caller_of_its_hash(tmp_path: Path) -> None:
    tokens = read_tokens(written(tmp_path, f"- caller: ana\n  sha256: {HASH}\n"))
    assert tokens.caller("secret") == "ana"
    assert tokens.caller("secrets") is None


def test_a_new_token_is_added_to_the_others(tmp_path: Path) -> None:
    file = written(tmp_path, f"- caller: ana\n  sha256: {HASH}\n")
    token = add_token(file, "bob")
    assert [read_tokens(file).caller(given) for given in ("secret", token)] == ["ana", "bob"]


@pytest.mark.parametrize("text", ["", "# nobody\n", "[]\n", "{}\n"])
def test_an_empty_file_lets_nobody_in(tmp_path: Path, text: str) -> None:
    assert read_tokens(written(tmp_path, text)).caller("secret") is None


def test_every_mistake_names_its_line(tmp_path: Path) -> None:
    file = written(tmp_path, f"- caller: 3\n  sha256: {HASH}\n- caler: ana\n  sha256: {HASH[1:]}\n")
    with pytest.raises(SettingsError) as error:
        read_tokens(file)
    assert str(error.value).splitlines() == [
        f"{file}:1: 0.caller: must be a text, not 3",
        f"{file}:3: no setting is called 1.caler; did you mean 1.caller?",
        f"{file}:3: 1.caller: is missing",
        rf"{file}:4: 1.sha256: must be a text of the form ^[0-9a-f]{{64}}\Z, not '{HASH[1:]}'",
    ]


def test_a_line_end_is_no_part_of_a_hash(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="sha256"):
        read_tokens(written(tmp_path, f"- caller: ana\n  sha256: |\n    {HASH}\n"))
