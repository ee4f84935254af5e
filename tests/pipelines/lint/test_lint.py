"""`lint` through the real command: what it finds, proposes and puts right, and what it leaves alone."""

import json
from pathlib import Path

import pytest

from tests.pipelines.serving.test_commands import run

SOUND = """---
status: accepted
date: 2024-01-02
applies_to: [orders-api]
---
# 1. Use a queue

## Decision

We will put orders into a queue.
"""


@pytest.fixture
def estate(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "adr").mkdir(parents=True)
    (tmp_path / "services.yaml").write_text(
        "- name: orders-api\n- name: payments\n- name: stock-service\n", encoding="utf-8"
    )
    write(tmp_path, "0001-use-a-queue.md", SOUND)
    return tmp_path


def write(estate: Path, name: str, text: str) -> Path:
    file = estate / "docs" / "adr" / name
    file.write_text(text, encoding="utf-8", newline="")
    return file


def lint(estate: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, dict[str, object]]:
    arguments = ["lint", str(estate / "docs" / "adr"), "--json", "--output", str(estate / "output"), *more]
    code, out, _ = run(arguments, capsys)
    return code, json.loads(out)


def found(report: dict[str, object]) -> list[tuple[str, int, str]]:
    findings = report["findings"]
    assert isinstance(findings, list)
    return [(Path(f["path"]).name, f["line"], f["rule"]) for f in findings if f["level"] != "note"]


def test_sound_records_give_nothing_and_exit_with_nought(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, report = lint(estate, capsys)
    assert (code, found(report), report["services_from"]) == (0, [], "declarations")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("0002-share-a-cache.md", "# 2. Share a cache\n\nStatus: bananas\n", (3, "unknown-status")),
        ("0002-share-a-cache.md", "# 2. Share a cache\n\nDate: 2024-02-30\n", (3, "unreadable-date")),
        ("0002-share-a-cache.md", "---\nstatus: [a\n---\n# 2. Share a cache\n\n## Status\n\nAccepted\n", (3, "front-matter")),
        ("0002-share-a-cache.md", "# 3. Share a cache\n", (1, "number-disagrees")),
        ("0002-share-a-cache.md", "# 2. Share a cache\n\nSee [queue](0009-use-a-lake.md).\n", (3, "dead-link")),
        ("0002-share-a-cache.md", "---\nsupersedes: ADR-7\n---\n# 2. Share a cache\n", (2, "unknown-record")),
        ("0002-share-a-cache.md", "# 2. Share a cache\n\n## Status\n\nSuperseded\n", (5, "no-successor")),
        ("0002-share-a-cache.md", "---\napplies_to: [basket]\n---\n# 2. Share a cache\n", (2, "unknown-service")),
    ],
)  # fmt: skip
def test_each_fault_is_found_on_its_line(
    name: str, text: str, expected: tuple[int, str], estate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(estate, name, text)
    code, report = lint(estate, capsys)
    assert (code, [(line, rule) for _, line, rule in found(report)]) == (1, [expected])


def test_records_that_supersede_one_another_in_a_circle_are_found(
    estate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, other in ((2, 3), (3, 4), (4, 2)):
        write(
            estate, f"000{number}-cache-{number}.md", f"---\nsupersedes: ADR-{other}\n---\n# {number}. Cache {number}\n"
        )
    rules = [(name, rule) for name, _, rule in found(lint(estate, capsys)[1])]
    assert ("0002-cache-2.md", "superseded-in-circle") in rules
    assert [rule for _, rule in rules].count("superseded-in-circle") == 1


def test_proposal_supersedes_nothing_yet(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(estate, "0002-use-a-log.md", "---\nstatus: proposed\nsupersedes: ADR-1\n---\n# 2. Use a log\n")
    assert found(lint(estate, capsys)[1]) == []


def test_record_without_scope_is_a_finding_only_where_it_is_required(
    estate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(estate, "0002-share-a-cache.md", "# 2. Share a cache\n\n## Status\n\nAccepted\n")
    write(estate, "0003-old-cache.md", "# 3. Old cache\n\n## Status\n\nRejected\n")
    assert found(lint(estate, capsys)[1]) == []
    code, report = lint(estate, capsys, "--require", "applies_to")
    assert (code, found(report)) == (1, [("0002-share-a-cache.md", 1, "missing-applies-to")])


def test_proposal_quotes_the_sentence_that_names_the_service(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "# 2. Share a cache\n\n## Status\n\nAccepted\n\n## Decision\n\nThe stock-service keeps counts in a cache, unlike orders-api.\n"
    write(estate, "0002-share-a-cache.md", text)
    proposals = lint(estate, capsys, "--suggest")[1]["proposals"]
    assert proposals == [
        {
            "path": "docs/adr/0002-share-a-cache.md",
            "service": "stock-service",
            "line": 9,
            "quote": "The stock-service keeps counts in a cache, unlike orders-api.",
        }
    ]


def test_misspelt_service_is_put_right_and_no_other_byte_changes(
    estate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\ufeff---\r\nstatus: accepted\r\napplies_to: [stock-servce, payments]  # both\r\n---\r\n# 2. Share a cache\r\n\r\n \tx  "
    file = write(estate, "0002-share-a-cache.md", text)
    code, report = lint(estate, capsys, "--fix")
    assert (code, found(report)) == (0, [])
    assert file.read_bytes() == text.replace("stock-servce", "stock-service").encode("utf-8")


def test_one_way_chain_is_completed_in_front_matter(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(estate, "0002-use-a-log.md", "---\nstatus: accepted\nsupersedes: ADR-1\n---\n# 2. Use a log\n")
    assert found(lint(estate, capsys)[1]) == [("0001-use-a-queue.md", 2, "one-way-chain")]
    assert lint(estate, capsys, "--fix")[0] == 0
    fixed = (estate / "docs" / "adr" / "0001-use-a-queue.md").read_text(encoding="utf-8")
    assert fixed == SOUND.replace("status: accepted\n", 'status: accepted\nsuperseded_by: "0002"\n')


def test_one_way_chain_is_completed_below_a_status_heading(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = "# 2. Share a cache\r\n\r\n## Status\r\n\r\nAccepted\r\n\r\n## Decision\r\n\r\nx\r\n"
    file = write(estate, "0002-share-a-cache.md", old)
    new = "# 3. Use no cache\n\n## Status\n\nAccepted\n\nSupersedes [2. Share a cache](0002-share-a-cache.md)\n"
    write(estate, "0003-use-no-cache.md", new)
    assert lint(estate, capsys, "--fix")[0] == 0
    line = "Accepted\r\n\r\nSuperseded by [3. Use no cache](0003-use-no-cache.md)\r\n"
    assert file.read_bytes() == old.replace("Accepted\r\n", line).encode()


def test_link_to_a_misspelt_file_is_put_right(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(estate, "0002-share-a-cache.md", "# 2. Share a cache\n\nSee [1](0001-use-a-quueue.md#decision).\n")
    lint(estate, capsys, "--fix")
    assert "See [1](0001-use-a-queue.md#decision)." in file.read_text(encoding="utf-8")


def test_without_fix_nothing_is_written(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(estate, "0002-share-a-cache.md", "---\napplies_to: [stock-servce]\n---\n# 2. Share a cache\n")
    before = file.stat().st_mtime_ns
    lint(estate, capsys, "--suggest")
    assert file.stat().st_mtime_ns == before


def test_findings_of_one_file_are_told_in_the_light_of_its_neighbours(
    estate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(estate, "0001-share-a-cache.md", "# 1. Share a cache\n")
    write(estate, "0002-bad.md", "# 2. Bad\n\nStatus: bananas\n")
    code, out, _ = run(["lint", str(file), "--json", "--output", str(estate / "output")], capsys)
    assert (code, found(json.loads(out))) == (1, [("0001-share-a-cache.md", 1, "duplicate-number")])


def test_record_without_a_number_among_numbered_ones_is_found(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(estate, "0002-use-a-log.md", "# 2. Use a log\n")
    write(estate, "adr-share-a-cache.md", "# Share a cache\n\n## Status\n\nAccepted\n\n## Decision\n\nx\n")
    assert found(lint(estate, capsys)[1]) == [("adr-share-a-cache.md", 1, "missing-number")]


def test_services_of_the_last_snapshot_and_those_declared_since_are_known(
    estate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["index", str(estate), "--output", str(estate / "output")], capsys)
    with (estate / "services.yaml").open("a", encoding="utf-8") as services:
        services.write("- name: basket\n")
    write(estate, "0002-share-a-cache.md", "---\napplies_to: [basket, payments]\n---\n# 2. Share a cache\n")
    code, report = lint(estate, capsys)
    assert (code, found(report), report["services_from"]) == (0, [], "snapshot")


def test_service_that_only_an_earlier_snapshot_has_is_gone(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(estate / "output")
    run(["index", str(estate), "--output", output], capsys)
    (estate / "services.yaml").write_text("- name: orders-api\n", encoding="utf-8")
    run(["index", str(estate), "--output", output], capsys)
    write(estate, "0002-share-a-cache.md", "---\napplies_to: [payments]\n---\n# 2. Share a cache\n")
    assert found(lint(estate, capsys)[1]) == [("0002-share-a-cache.md", 2, "service-gone")]


def test_names_are_not_checked_where_no_service_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs" / "adr").mkdir(parents=True)
    write(tmp_path, "0001-use-a-queue.md", SOUND)
    (tmp_path / ".git").mkdir()
    code, report = lint(tmp_path, capsys)
    assert (code, found(report), report["services_from"]) == (0, [], "")


def test_many_records_read_in_several_processes_give_the_same(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(2, 90):
        write(estate, f"{number:04}-cache-{number}.md", f"# {number}. Cache {number}\n\nStatus: bananas\n")
    report = lint(estate, capsys)[1]
    assert [line for _, line, rule in found(report) if rule == "unknown-status"] == [3] * 88


def test_sarif_names_rule_place_and_level(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(estate, "0002-a cache.md", "# 2. A cache\n\nStatus: bananas\n")
    _, out, _ = run(["lint", str(estate), "--format", "sarif", "--output", str(estate / "output")], capsys)
    log = json.loads(out)
    result = next(result for result in log["runs"][0]["results"] if result["level"] != "note")
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    place = result["locations"][0]["physicalLocation"]
    assert (log["version"], result["ruleId"], result["level"]) == ("2.1.0", "unknown-status", "error")
    assert rules[result["ruleIndex"]]["id"] == "unknown-status"
    assert place["artifactLocation"]["uri"] == "docs/adr/0002-a%20cache.md"
    assert place["region"] == {"startLine": 3}


def test_annotations_escape_what_a_workflow_would_obey(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(estate, "0002-a,cache.md", "# 2. A cache\n\nStatus: 100%::error\n")
    _, out, _ = run(["lint", str(estate), "--format", "github", "--output", str(estate / "output")], capsys)
    told = "::error file=docs/adr/0002-a%2Ccache.md,line=3,title=unknown-status::the status 100%25::error is none"
    assert [line for line in out.splitlines() if line.startswith(told)]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [(["lint", "nowhere"], 3, "no such file or folder"), (["lint", "--require", "love"], 2, "love")],
)
def test_wrong_use_is_told(arguments: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    found_code, _, err = run(arguments, capsys)
    assert (found_code, told in err) == (code, True)


def test_hostile_records_are_told_of_without_obeying_them(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(estate / "docs" / "adr").encode()
    with open(folder + b"/0002-\xff\xfe.md", "wb") as file:  # noqa: PTH123  # a name that is no text
        file.write(b"# 2. Bytes\n\nStatus: \x1b[31mred\x07\n")
    write(estate, "0003-deep.md", "# 3. Deep\n\n" + ">" * 3000 + "\n" + "- " * 2000)
    write(estate, "0004-nested.md", "---\napplies_to: " + "[" * 3000 + "\n---\n# 4. Nested\n")
    (estate / "docs" / "adr" / "0005-link.md").symlink_to("/etc/passwd")
    for form in ("text", "sarif", "github", "json"):
        code, out, _ = run(["lint", str(estate), "--format", form, "--output", str(estate / "output")], capsys)
        assert code == 1
        assert "\x1b" not in out
        assert "\x07" not in out


def test_what_could_not_be_put_right_is_not_promised_again(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(estate, "0002-share-a-cache.md", "---\napplies_to: [stock-servce, stock-servce]\n---\n# 2. Share a cache\n")
    findings = lint(estate, capsys, "--fix")[1]["findings"]
    assert isinstance(findings, list)
    assert [f["is_fixable"] for f in findings if f["rule"] == "unknown-service"] == [False]


def test_paths_are_told_from_the_checkout_on(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (estate / ".git").mkdir()
    (estate / "docs" / "services.yaml").write_text("- name: orders-api\n", encoding="utf-8")
    write(estate, "0002-share-a-cache.md", "# 2. Share a cache\n\nStatus: bananas\n")
    findings = lint(estate, capsys)[1]["findings"]
    assert isinstance(findings, list)
    assert {f["path"] for f in findings if f["level"] != "note"} == {"docs/adr/0002-share-a-cache.md"}


def test_folder_without_records_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(["lint", str(tmp_path), "--output", str(tmp_path / "output")], capsys)
    assert (code, out.startswith("No decision record is below here")) == (0, True)


def test_records_of_one_day_share_no_number(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(estate, "20240102-use-a-log.md", "# Use a log\n\n- Status: accepted\n")
    write(estate, "20240102-share-a-cache.md", "# Share a cache\n\n- Status: on hold\n")
    assert lint(estate, capsys)[0] == 0
