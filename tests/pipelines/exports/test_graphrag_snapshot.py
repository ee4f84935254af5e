"""GraphRAG's tables beside the others in a snapshot, for the example estate, by the real command."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

SHOP = Path(__file__).parents[3] / "examples" / "shop"


def index(output: Path) -> None:
    command = [sys.executable, "-m", "pipelines.serving.cli", "index", str(SHOP), "--output", str(output)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    index(folder)
    return folder


def rows(output: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(output / f"{table}.parquet").to_pylist()
    return found


def test_the_tables_stand_beside_the_graph_and_fit_together(output: Path) -> None:
    entities = {row["id"] for row in rows(output, "entities")}
    links = {row["id"] for row in rows(output, "relationships")}
    claims = {row["id"] for row in rows(output, "covariates")}
    units = {row["id"] for row in rows(output, "text_units")}

    for unit in rows(output, "text_units"):
        assert set(unit["entity_ids"]) <= entities
        assert set(unit["relationship_ids"]) <= links
        assert set(unit["covariate_ids"]) <= claims
    for row in (
        *rows(output, "entities"),
        *rows(output, "relationships"),
        *rows(output, "communities"),
        *rows(output, "documents"),
    ):
        assert set(row["text_unit_ids"]) <= units
    assert {row["text_unit_id"] for row in rows(output, "covariates")} <= units


def test_every_entity_is_in_a_community_and_every_community_has_a_report(output: Path) -> None:
    [top] = [row for row in rows(output, "communities") if row["level"] == 0]

    assert set(top["entity_ids"]) == {row["id"] for row in rows(output, "entities")}
    assert [row["id"] for row in rows(output, "community_reports")] == [
        row["id"] for row in rows(output, "communities")
    ]


def test_a_record_brings_its_own_text_to_the_services_it_binds(output: Path) -> None:
    orders = next(row for row in rows(output, "entities") if row["title"] == "Service(orders-api)")
    decided = "adr:shop:docs/adr/0005-one-database-per-service"

    assert "facts:service:orders-api#1" in orders["text_unit_ids"]
    assert any(unit.startswith(decided) for unit in orders["text_unit_ids"])
    assert any(
        row["subject_id"] == "Service(orders-api)" and row["object_id"] == "ADR(ADR-0005)"
        for row in rows(output, "covariates")
    )


def test_a_run_over_the_same_input_writes_nothing(output: Path) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in (output / "current").resolve().iterdir()}

    index(output)

    assert {path.name: path.stat().st_mtime_ns for path in (output / "current").resolve().iterdir()} == before
