"""The decision layer of the example estate against its hand-written truth."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml

SHOP = Path(__file__).parents[1] / "examples" / "shop"
TRUTH: dict[str, Any] = yaml.safe_load((SHOP / "expected.yaml").read_text(encoding="utf-8"))
BROKERS = {"kafka", "pubsub"}
ANSWERS = 0.5


class Decisions:
    def __init__(self, output: Path) -> None:
        nodes = pd.read_parquet(output / "nodes.parquet")
        self.properties = {i: json.loads(p) for i, p in zip(nodes["id"], nodes["properties"], strict=True)}
        self.labels = dict(zip(nodes["id"], nodes["label"], strict=True))
        self.names = dict(zip(nodes["id"], nodes["name"], strict=True))
        self.edges = [
            (row.type, row.source, row.target, json.loads(row.properties), json.loads(row.evidence))
            for row in pd.read_parquet(output / "edges.parquet").itertuples()
            if row.confidence >= ANSWERS
        ]

    def records(self, label: str) -> dict[str, dict[str, Any]]:
        """Properties by the path that a record is read from."""
        return {self.properties[i]["path"]: self.properties[i] for i, found in self.labels.items() if found == label}

    def related(self) -> dict[str, dict[str, str]]:
        """Path of a record -> service -> impact."""
        found: dict[str, dict[str, str]] = {}
        for kind, source, target, properties, _ in self.edges:
            if kind == "RELATES_TO":
                found.setdefault(self.properties[source]["path"], {})[self.names[target]] = properties["impact"]
        return found

    def between(self, kind: str) -> set[tuple[str, str]]:
        return {
            (self.properties[source]["path"], self.properties[target]["path"])
            for found, source, target, _, _ in self.edges
            if found == kind and self.labels[source] != "Service"
        }


@pytest.fixture(scope="module")
def decisions(tmp_path_factory: pytest.TempPathFactory) -> Decisions:
    output = tmp_path_factory.mktemp("decisions")
    command = [sys.executable, "-m", "pipelines.serving.cli", "index", str(SHOP), "--output", str(output)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return Decisions(output)


def test_records_have_their_status_and_date(decisions: Decisions) -> None:
    wanted = {adr["path"]: (adr["status"], str(adr["date"])) for adr in TRUTH["adrs"]}
    found = decisions.records("ADR")
    assert {path: (found[path]["status"], found[path]["date"]) for path in found} == wanted


def test_incidents_have_their_date_and_severity(decisions: Decisions) -> None:
    wanted = {each["path"]: (str(each["date"]), each["severity"].replace("-", "")) for each in TRUTH["incidents"]}
    found = decisions.records("Incident")
    assert {path: (found[path]["date"], found[path]["severity"]) for path in found} == wanted


def test_supersession_and_amendment_are_those_of_the_truth(decisions: Decisions) -> None:
    paths = {adr["number"]: adr["path"] for adr in TRUTH["adrs"]}
    superseded = {(adr["path"], paths[adr["supersedes"]]) for adr in TRUTH["adrs"] if "supersedes" in adr}
    amended = {(adr["path"], paths[adr["amends"]]) for adr in TRUTH["adrs"] if "amends" in adr}
    assert decisions.between("SUPERSEDES") == superseded
    assert decisions.between("AMENDS") == amended


def test_front_matter_governs_exactly_the_services_it_names(decisions: Decisions) -> None:
    wanted = {(service, adr["path"]) for adr in TRUTH["adrs"] for service in adr.get("governs", ())}
    found = {
        (decisions.names[source], decisions.properties[target]["path"])
        for kind, source, target, _, _ in decisions.edges
        if kind == "GOVERNED_BY"
    }
    assert found == wanted


def test_prose_relates_to_no_service_that_it_only_mentions(decisions: Decisions) -> None:
    related = decisions.related()
    taken = {
        (record["path"], service)
        for record in (*TRUTH["adrs"], *TRUTH["incidents"])
        for service in record.get("mentioned_only", ())
        if service in related.get(record["path"], {})
    }
    assert taken == set()


def test_prose_relates_to_every_service_that_it_affects(decisions: Decisions) -> None:
    related = decisions.related()
    wanted = {
        (record["path"], service)
        for record in (*TRUTH["adrs"], *TRUTH["incidents"])
        for key in ("direct", "indirect")
        for service in record.get(key, ())
        if service not in BROKERS
    }
    missed = {pair for pair in wanted if pair[1] not in related.get(pair[0], {})}
    assert missed == set()


def test_every_relation_of_prose_has_a_verbatim_quote(decisions: Decisions) -> None:
    for kind, _, _, _, evidence in decisions.edges:
        if kind == "RELATES_TO":
            for place in evidence:
                text = folded((SHOP / place["path"]).read_text(encoding="utf-8"))
                assert place["quote"], place
                assert folded(place["quote"]) in text, place


def folded(text: str) -> str:
    """White space and inline markup folded, as a reader sees it."""
    return " ".join(re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", text).split())
