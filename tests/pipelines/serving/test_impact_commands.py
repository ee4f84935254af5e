import json
from pathlib import Path

import pytest

from pipelines.serving.cli import main
from tests.pipelines.impact.decided_estate import decided
from tests.small_estate import write_shop


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return write_shop(tmp_path, decided())


def report(output: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["impact", *arguments, "--output", str(output)])
    assert not ended.value.code
    return capsys.readouterr().out


def test_the_report_on_a_service_says_why_each_record_binds(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(output, capsys, "service", "web", "--depth", "1").splitlines() == [
        "4 accepted ADRs over web  [team-web]",
        "  ADR-1 (accepted)",
        "    its author says so",
        "      shop:src/Client.java:1  test",
        "  ADR-2 (accepted)",
        "    its text says so",
        "      shop:src/Client.java:1  test",
        "  ADR-3 (accepted)",
        "    its text says so, indirectly",
        "      shop:src/Client.java:1  test",
        "  ADR-4 (accepted)",
        "    its author says so of orders, through web -> orders",
        "      needs orders: shop:src/Client.java:1  test",
        "      shop:src/Client.java:1  test",
        "",
        "In force for what it replaces",
        "  ADR-11 (accepted), replaces ADR-9",
        "    the text of ADR-9 says so",
        "      shop:src/Client.java:1  test",
        "",
        "Proposed",
        "  ADR-12 (proposed)",
        "    its author says so",
        "      shop:src/Client.java:1  test",
        "",
        "2 more ADRs not in force; --all lists them",
        "",
        "Whom to ask",
        "  team-web  for web",
        "  team-orders  for orders",
    ]


def test_all_lists_what_is_not_in_force(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = report(output, capsys, "service", "web", "--all")
    assert "No longer in force, or of no known status\n" in out
    assert "  ADR-13 (rejected)\n" in out


def test_a_service_without_records_says_so(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = report(output, capsys, "service", "payments", "--depth", "0")
    assert out.splitlines()[0] == "1 accepted ADR over payments  [team-payments]"
    assert (
        report(output, capsys, "service", "tax", "--confidence", "1")
        .splitlines()[0]
        .startswith("1 accepted ADR over tax")
    )


def test_the_report_on_a_record_lists_dependents_and_teams(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = report(output, capsys, "adr", "adr 0005")
    assert out.splitlines()[0] == "ADR-5 (accepted), if it is changed or dropped"
    assert "\n2 services depending on these, within 2 hops\n" in out
    assert "  hop 2: orders -> payments -> ledger  [team-orders]\n" in out
    assert "\nTeams to notify\n  team-ledger  for ledger\n" in out


def test_a_record_over_nothing_says_so(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "  No service is known to be concerned.\n" in report(output, capsys, "adr", "10")


def test_a_record_that_is_not_in_force_says_so(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = report(output, capsys, "adr", "9")
    assert out.startswith("ADR-9 (superseded)\n  It is not known to be in force; ADR-10, ADR-11 came after it.\n")
    assert "Teams to notify" not in out


def test_reports_come_as_json(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    service = json.loads(report(output, capsys, "service", "web", "--json"))
    assert set(service) == {
        "service", "depth", "accepted", "successors", "proposed", "others", "incidents", "violations", "oppositions", "contacts"
    }  # fmt: skip
    assert service["accepted"][3]["ties"][0]["chain"] == ["service:web", "service:orders"]
    record = json.loads(report(output, capsys, "adr", "ADR-5", "--json"))
    assert set(record) == {
        "description", "depth", "surfaces", "dependents", "rebuilds", "decisions", "constraints", "violations", "oppositions", "contacts"
    }  # fmt: skip
    assert record["dependents"][0]["needs"][0]["evidence"][0]["path"] == "src/Client.java"
