"""`services.yaml` through the commands: what it says of what was found is in the snapshot, what is wrong in it in `status`."""

import json
from pathlib import Path

import pytest

from parsed_graph.facts import ServiceDecl, ServiceOverride
from parsed_graph.parser import Artefact
from parsed_graph.parsers.services_yaml import PARSER
from tests.pipelines.serving.test_commands import run

COMPOSE = """\
services:
  orders: {build: orders, environment: {BILLING_URL: "http://invoice-app:8080"}, depends_on: [invoice-app]}
  invoice-app: {build: invoice}
  loadgen: {build: loadgen}
"""
ENTRIES = """\
- name: billing
  is: invoice-app
- name: loadgen
  ignore: true
- name: reports
  path: jobs/reports
- name: stock
  is: warehouse
"""


def write_estate(root: Path, entries: str) -> None:
    for folder in ("orders", "invoice", "loadgen", "jobs/reports"):
        (root / folder).mkdir(parents=True, exist_ok=True)
        (root / folder / "run.py").write_text("def run():\n    pass\n", encoding="utf-8")
    (root / "compose.yaml").write_text(COMPOSE, encoding="utf-8")
    (root / "services.yaml").write_text(entries, encoding="utf-8")


def services(capsys: pytest.CaptureFixture[str]) -> list[str]:
    _, out, _ = run(["cypher", "MATCH (s:Service) RETURN s.name AS name", "--json"], capsys)
    return sorted(row["name"] for row in json.loads(out)["rows"])


def test_entries_count_in_the_snapshot_and_a_wrong_one_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_estate(tmp_path / "shop", ENTRIES)

    run(["index", "shop"], capsys)

    assert services(capsys) == ["billing", "orders", "reports"]
    assert (
        "Service(orders) --DEPENDS_ON(http declared 0.6)--> Service(billing)"
        in run(["path", "orders", "invoice-app"], capsys)[1]
    )
    problems = run(["status", "--problems"], capsys)[1]
    assert "nothing is found under the name warehouse: correct it or take it out" in problems
    assert "services.yaml:7" in problems


def test_run_after_an_edit_of_the_entries_follows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_estate(tmp_path / "shop", ENTRIES)
    run(["index", "shop"], capsys)

    (tmp_path / "shop" / "services.yaml").write_text("- path: invoice\n  ignore: true\n", encoding="utf-8")
    run(["index", "shop"], capsys)

    assert services(capsys) == ["loadgen", "orders"]


def test_every_entry_that_init_shows_is_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["init", str(tmp_path)], capsys)
    written = (tmp_path / "services.yaml").read_text(encoding="utf-8")
    entries = "\n".join(line[2:] for line in written.splitlines() if line.startswith(("# - ", "#   ")))

    facts = list(PARSER.parse(Artefact("services.yaml", entries.encode())))

    assert {type(fact) for fact in facts} == {ServiceDecl, ServiceOverride}
    assert [fact.name for fact in facts if isinstance(fact, ServiceOverride)] == [
        "billing",
        "shipping",
        "monthly-reports",
        "load-generator",
        "",
    ]
