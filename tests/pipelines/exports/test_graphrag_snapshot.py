"""GraphRAG's tables beside the others in a snapshot, for the example estate, by the real command."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from parsed_graph.grant import Grant
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.view import Principal, View
from pipelines.exports.exported_estate import read_estate
from pipelines.exports.graphrag.build import build_tables

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


def test_what_a_caller_may_not_see_is_in_no_table(output: Path) -> None:
    grant = Grant(services=frozenset({"orders-api", "inventory"}))
    view = View(open_snapshot(output), Principal("ana", grant=grant))

    tables = build_tables(read_estate(view))

    written = [text for row in (*tables.documents, *tables.text_units) for text in (row.text, str(row))]
    told = [str(row) for row in (*tables.entities, *tables.relationships, *tables.communities, *tables.covariates)]
    assert not [
        text for text in (*written, *told) if re.search("payments|storefront|shipping|fraud", text, re.IGNORECASE)
    ]
    assert {row.title for row in tables.entities} > {"Service(orders-api)", "Service(inventory)", "Team(orders-team)"}
    assert any(row.text.startswith("## Decision") for row in tables.text_units)


def test_reports_for_such_a_caller_are_of_what_it_sees(output: Path) -> None:
    grant = Grant(services=frozenset({"orders-api", "inventory"}))
    view = View(open_snapshot(output), Principal("ana", grant=grant))

    tables = build_tables(read_estate(view))

    assert [report.id for report in tables.community_reports] == [community.id for community in tables.communities]
    assert not [report for report in tables.community_reports if re.search("payments|storefront", report.full_content)]
    assert any("inventory" in report.full_content for report in tables.community_reports)
