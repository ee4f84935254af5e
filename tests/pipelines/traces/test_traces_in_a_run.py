"""Large trace files and received observations are in the run, its problems and what it remembers."""

import json
from pathlib import Path

import pandas as pd
import pytest

from parsed_graph.traces.interactions import observe
from parsed_graph.traces.payload_spans import payload_spans
from pipelines.community_flags import CommunityFlags
from pipelines.index import index_estate
from pipelines.traces.received import keep_observations
from tests.pipelines.traces.test_large_file import calls

COMPOSE = "services:\n  orders: {image: orders}\n  stock: {image: stock}\n"
SETTINGS = "retrieval: {embeddings: {provider: none}}\ntraces: {megabytes: 2}\n"


def index(shop: Path, output: Path, settings: Path) -> bool:
    return index_estate([str(shop)], output, settings, CommunityFlags(), lambda *_: None).is_new


def edges(output: Path) -> list[tuple[str, str]]:
    table = pd.read_parquet(output / "edges.parquet")
    return [(row.source, row.target) for row in table[table["layer"] == "observed"].itertuples()]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "compose.yaml").write_text(COMPOSE)
    (tmp_path / "settings.yaml").write_text(SETTINGS)
    return tmp_path / "shop"


def test_a_trace_file_over_a_megabyte_is_read_and_one_over_its_own_limit_is_a_problem(
    shop: Path, tmp_path: Path
) -> None:
    (shop / "a.json").write_text(json.dumps({"resourceSpans": calls(2_000)}))
    (shop / "b.json").write_text(json.dumps({"resourceSpans": calls(4_000)}))
    (shop / "c.json").write_text(json.dumps({"x": "y" * 1_200_000}))

    index(shop, tmp_path / "out", tmp_path / "settings.yaml")

    problems = pd.read_parquet(tmp_path / "out" / "problems.parquet")
    assert edges(tmp_path / "out") == [("service:orders", "service:stock")]
    assert [
        (row.path, "traces.megabytes" in row.detail) for row in problems.itertuples() if row.reason == "too-large"
    ] == [
        ("shop:b.json", True),
        ("shop:c.json", False),
    ]


def test_what_a_receiver_kept_is_read_by_the_next_run_alone(shop: Path, tmp_path: Path) -> None:
    output, settings = tmp_path / "out", tmp_path / "settings.yaml"
    index(shop, output, settings)
    assert edges(output) == []

    keep_observations(output, observe(payload_spans({"resourceSpans": calls(3)})))

    assert index(shop, output, settings)
    assert edges(output) == [("service:orders", "service:stock")]
    assert not index(shop, output, settings)
