from pathlib import Path

import msgspec
import pytest
import yaml

from parsed_graph.errors import SettingsError
from pipelines.documents.document_settings import DocumentPatterns, DocumentSettings
from pipelines.models.model_settings import ModelSettings, Price
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
    assert yaml.safe_load(shipped) == msgspec.json.decode(msgspec.json.encode(Settings()))
    assert load_settings(SHIPPED) == Settings()


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
        ("query:\n  confidence: 0.1\n", ":2: query.confidence: must be a number from 0.3 to 1, not 0.1"),
        ("query:\n\n  confidence: high\n", ":3: query.confidence: must be a number from 0.3 to 1, not 'high'"),
        ("query:\n  confidence: .nan\n", ":2: query.confidence: must be a number from 0.3 to 1, not nan"),
        ("confidence: 0.8\n", ":1: no setting is called confidence; did you mean query.confidence?"),
        ("query: 3\n", ":1: query: must be a mapping, not 3"),
        ("serve:\n  port: 99999999999999999999\n", ":2: serve.port: must be a whole number from 0 to 65535, not 999"),
        ("store:\n  keep_snapshots: 2.5\n", ":2: store.keep_snapshots: must be a whole number of at least 1, not 2.5"),
        (
            "store:\n  keep_snapshots: true\n",
            ":2: store.keep_snapshots: must be a whole number of at least 1, not True",
        ),
        ("index:\n  seconds_per_file: 0\n", ":2: index.seconds_per_file: must be a number above 0, not 0"),
        ("documents:\n  enabled: maybe\n", ":2: documents.enabled: must be true or false, not 'maybe'"),
        ("access:\n  policy:\n", ":2: access.policy: must be a text; nothing is given"),
        ("communities:\n  declared: pinned\n", ":2: communities.declared: must be pin, seed or ignore, not 'pinned'"),
        ("documents:\n  patterns:\n    adr: a.md\n", ":3: documents.patterns.adr: must be a list, not 'a.md'"),
        ("communities:\n  systems:\n    a:\n    - b\n    - 3\n", ":5: communities.systems.a.1: must be a text, not 3"),
        ("model:\n  prices:\n    own:\n      input: 1\n", ":3: model.prices.own.output: is missing"),
        ("- a\n- b\n", ":1: the file: must be a mapping, not ['a', 'b']"),
        ("store:\n  keep_snapshots: [1\n", ":3: "),
        ("store:\n\tkeep_snapshots: 1\n", ":2: "),
    ],
)
def test_a_mistake_names_file_line_and_key(tmp_path: Path, text: str, message: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(SettingsError) as error:
        load_settings(file)
    assert f"{file}{message}" in str(error.value)


def test_every_mistake_is_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = (
        "query:\n  confidence: 2\n  cypher_row: 7\n"
        "model:\n  prices:\n    own:\n      input: -1\n      outputs: 3\n"
        "retrieval:\n  embeddings:\n    provider: word\n    tomorrow: 1\n"
    )
    file = written(tmp_path, text)
    with pytest.raises(SettingsError) as error:
        load_settings(file)
    assert str(error.value).splitlines() == [
        f"{file}:2: query.confidence: must be a number from 0.3 to 1, not 2",
        f"{file}:3: no setting is called query.cypher_row; did you mean query.cypher_rows?",
        f"{file}:6: model.prices.own.output: is missing",
        f"{file}:7: model.prices.own.input: must be a number of at least 0, not -1",
        f"{file}:8: no setting is called model.prices.own.outputs; did you mean model.prices.own.output?",
        f"{file}:11: retrieval.embeddings.provider: must be wordllama, openai-compatible or none, not 'word'",
        f"{file}:12: no setting is called retrieval.embeddings.tomorrow",
    ]


def test_numbers_may_be_quoted_and_truth_values_too(tmp_path: Path) -> None:
    text = "store: {keep_snapshots: '2'}\ntraces: {days: 30.0}\nindex: {seconds_per_file: 3}\ndocuments: {enabled: 'false'}\n"
    settings = load_settings(written(tmp_path, text))
    assert (settings.store.keep_snapshots, settings.traces.days, settings.index.seconds_per_file) == (2, 30, 3.0)
    assert not settings.documents.enabled


def test_what_is_given_stands_beside_the_other_defaults(tmp_path: Path) -> None:
    text = "documents:\n  patterns:\n    adr: [rfc/*.md]\nmodel:\n  prices:\n    own: {input: 1, output: 2}\n"
    settings = load_settings(written(tmp_path, text))
    assert settings.documents == DocumentSettings(patterns=DocumentPatterns(adr=("rfc/*.md",)))
    assert settings.model == ModelSettings(prices={"own": Price(input=1.0, output=2.0)})


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
