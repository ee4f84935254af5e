from pathlib import Path

import pytest
import yaml

from parsed_graph.errors import SettingsError
from pipelines.query_defaults import changes_queries
from pipelines.query_settings import load_query_settings
from pipelines.settings import Settings, load_settings
from pipelines.settings_text import settings_text

SHIPPED = Path(__file__).resolve().parents[2] / "settings.yaml"


def written(folder: Path, text: str) -> Path:
    file = folder / "settings.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_shipped_file_lists_every_setting_at_its_default() -> None:
    shipped = SHIPPED.read_text(encoding="utf-8")
    assert shipped == settings_text(Settings)
    read = Settings.model_validate(yaml.safe_load(shipped))
    assert read.model_dump(exclude_unset=True) == Settings().model_dump()


def test_every_section_is_explained() -> None:
    sections = [line for line in settings_text(Settings).splitlines() if line[:1].isalpha()]
    assert all(":  # " in line for line in sections)


def test_without_a_file_there_are_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_settings() == Settings()
    assert load_query_settings().confidence == 0.5


def test_a_file_here_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "store:\n  keep_snapshots: 2\nquery:\n  confidence: 0.8\n")
    assert load_settings().store.keep_snapshots == 2
    assert load_query_settings().confidence == 0.8


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "store:\n  # keep_snapshots: 9\n"])
def test_what_is_left_out_keeps_its_default(tmp_path: Path, text: str) -> None:
    assert load_settings(written(tmp_path, text)) == Settings()
    assert load_query_settings(written(tmp_path, text)).confidence == 0.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "store:\n  keep_snapshot: 2\n",
            ":2: no setting is called store.keep_snapshot; did you mean store.keep_snapshots?",
        ),
        ("stores:\n  keep_snapshots: 2\n", ":1: no setting is called stores; did you mean store?"),
        ("query:\n  confidence: 0.1\n", ":2: query.confidence: input should be greater than or equal to 0.3, not 0.1"),
        ("query:\n\n  confidence: high\n", ":3: query.confidence: "),
        ("query: 3\n", ":1: query: "),
        ("- a\n- b\n", ":1: the file: "),
        ("store:\n  keep_snapshots: [1\n", ":3: "),
        ("store:\n\tkeep_snapshots: 1\n", ":2: "),
    ],
)
def test_a_mistake_names_file_line_and_key(tmp_path: Path, text: str, message: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(SettingsError) as error:
        load_settings(file)
    assert f"{file}{message}" in str(error.value)


def test_a_file_that_is_missing_says_how_to_write_one(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="Write one with: estategraph init"):
        load_settings(tmp_path / "none.yaml")


def test_questions_do_not_mind_a_mistake_in_another_section(tmp_path: Path) -> None:
    file = written(tmp_path, "store:\n  nonsense: 1\nquery:\n  cypher_rows: 7\n")
    assert load_query_settings(file).cypher_rows == 7
    with pytest.raises(
        SettingsError, match=r":2: no setting is called query\.cypher_row; did you mean query\.cypher_rows\?"
    ):
        load_query_settings(written(tmp_path, "query:\n  cypher_row: 7\n"))


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("", False),
        ("query:\n  confidence: 0.5\n", False),
        ("store:\n  keep_snapshots: 1\n", False),
        ("query:\n  confidence: 0.8\n", True),
        ("query:\n  unknown: 1\n", True),
        ("query: 3\n", True),
        ("{", True),
    ],
)
def test_only_what_changes_questions_is_read_in_full(tmp_path: Path, text: str, changed: bool) -> None:
    assert changes_queries(written(tmp_path, text)) is changed


def test_the_shipped_file_changes_nothing() -> None:
    assert not changes_queries(SHIPPED)
