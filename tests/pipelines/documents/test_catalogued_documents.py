"""A catalogue entry may say where the documents of its component are."""

import json
from pathlib import Path

import pandas as pd
import pytest

from tests.pipelines.serving.test_commands import run

CATALOG = """apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: orders
  annotations:
    backstage.io/techdocs-ref: dir:../../handbook/orders
spec: {type: service, owner: team-a}
"""


def test_documents_of_the_catalogued_folder_document_the_service(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    estate, output = tmp_path / "estate", tmp_path / "output"
    (estate / "services" / "orders").mkdir(parents=True)
    (estate / "handbook" / "orders").mkdir(parents=True)
    (estate / "services" / "orders" / "Dockerfile").write_text("FROM node:20\nCMD node .\n", encoding="utf-8")
    (estate / "services" / "orders" / "package.json").write_text('{"name": "orders"}', encoding="utf-8")
    (estate / "services" / "orders" / "catalog-info.yaml").write_text(CATALOG, encoding="utf-8")
    (estate / "handbook" / "orders" / "README.md").write_text("# How we take orders\n", encoding="utf-8")

    assert run(["index", str(estate), "--output", str(output)], capsys)[0] == 0

    edges = pd.read_parquet(output / "edges.parquet")
    found = edges[edges["type"] == "DOCUMENTED_BY"]
    assert [(row.source, row.confidence) for row in found.itertuples()] == [("service:orders", 1.0)]
    assert json.loads(found.iloc[0]["evidence"])[0]["path"] == "handbook/orders/README.md"


@pytest.mark.parametrize(
    "location",
    ["../../handbook/adr", "https://github.com/acme/estate/tree/main/handbook/adr", "dir:../../handbook/adr"],
)
def test_records_of_the_catalogued_folder_govern_the_service(
    location: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = _governed(tmp_path, capsys, orders=location)
    assert found == [("service:orders", "adr:estate:handbook/adr/0001-use-a-queue", 1.0)]


def test_folder_of_records_that_several_services_share_governs_none_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _governed(tmp_path, capsys, orders="../../handbook/adr", stock="../../handbook/adr") == []


def test_folder_of_records_in_another_repository_governs_nothing_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _governed(tmp_path, capsys, orders="https://github.com/acme/other/tree/main/handbook/adr") == []


def _governed(tmp_path: Path, capsys: pytest.CaptureFixture[str], **locations: str) -> list[tuple[str, str, float]]:
    estate, output = tmp_path / "estate", tmp_path / "output"
    (estate / "handbook" / "adr").mkdir(parents=True)
    (estate / "handbook" / "adr" / "0001-use-a-queue.md").write_text("# 1. Use a queue\n", encoding="utf-8")
    for name, location in locations.items():
        folder = estate / "services" / name
        folder.mkdir(parents=True)
        (folder / "Dockerfile").write_text("FROM node:20\nCMD node .\n", encoding="utf-8")
        (folder / "package.json").write_text(json.dumps({"name": name}), encoding="utf-8")
        text = CATALOG.replace("techdocs-ref: dir:../../handbook/orders", f"adr-location: {location}")
        (folder / "catalog-info.yaml").write_text(text.replace("name: orders", f"name: {name}"), encoding="utf-8")
    assert run(["index", str(estate), "--output", str(output)], capsys)[0] == 0
    edges = pd.read_parquet(output / "edges.parquet")
    return [(e.source, e.target, e.confidence) for e in edges[edges["type"] == "GOVERNED_BY"].itertuples()]
