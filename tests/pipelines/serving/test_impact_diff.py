"""`impact diff` on the command line."""

import json
from pathlib import Path

import pytest

from pipelines.serving.cli import main
from tests.pipelines.impact.two_states import STOCK, commit, shop

LEVELS = "stock/src/main/java/shop/Levels.java"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    commit(tmp_path / "shop", shop())
    commit(
        tmp_path / "shop", {**shop(), LEVELS: STOCK.replace("/levels/", "/quantities/").replace("level(", "amount(")}
    )
    return tmp_path / "shop"


def run(folder: Path, *arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["impact", "diff", *arguments, "--repo", str(folder), "--output", str(folder.parent / "output")])
    return int(ended.value.code or 0)


def test_the_report_says_what_breaks_whom_and_where(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "HEAD~1..HEAD") == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[0].endswith("1 breaking, 1 that break nothing known; 1 file differs")
    assert lines[1:8] == [
        "",
        "Breaking",
        "  endpoint GET /levels/{} of stock removed",
        "      it is gone, and a caller still uses it",
        f"      shop:{LEVELS}:5",
        "      orders calls it  shop:orders/src/main/java/shop/Stock.java:5",
        "",
    ]


def test_fail_on_ends_with_one_and_says_why(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "HEAD~1..HEAD", "--fail-on", "breaking") == 1
    assert capsys.readouterr().err.splitlines()[-1] == "--fail-on: 1 breaking change"
    assert run(folder, "HEAD..HEAD", "--fail-on", "breaking", "--fail-on", "ungoverned") == 0


def test_json_gives_the_verdict_of_each_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "HEAD~1..HEAD", "--json") == 0
    found = json.loads(capsys.readouterr().out)

    assert [(each["name"], each["verdict"]) for each in found["changes"]] == [
        ("GET /levels/{}", "breaking"),
        ("GET /quantities/{}", "non-breaking"),
    ]


def test_a_page_draws_what_changed_and_who_is_hit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "HEAD~1..HEAD", "--format", "html") == 0
    page = capsys.readouterr().out

    assert "<title>Impact on the estate: breaking</title>" in page
    assert '<g class="breaking"><title>GET /levels/{} removed</title>' in page


def test_a_spreadsheet_lists_changes_and_hits(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "HEAD~1..HEAD", "--format", "csv") == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[0] == "section,subject,what,detail,place"
    assert lines[1].startswith(
        'Breaking,endpoint GET /levels/{} removed,stock,"it is gone, and a caller still uses it",'
    )
    assert lines[3].startswith("Who is hit,orders,calls it,endpoint GET /levels/{} removed,")


def test_markdown_is_a_table_and_the_rest_is_folded(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "HEAD~1..HEAD", "--format", "markdown") == 0
    text = capsys.readouterr().out

    assert text.startswith("### Impact on the estate: breaking\n")
    row = "| **breaking** | endpoint **GET /levels/{}** of stock removed | it is gone, and a caller still uses it | orders |"
    assert row in text
    assert text.count("<details>") == text.count("</details>") == 2
