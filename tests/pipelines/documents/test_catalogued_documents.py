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
