"""Impact reports as pages and spreadsheets."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from parsed_graph.model import Edge, Evidence
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.serving.cli import main
from pipelines.serving.drawings.columns import MOST, Box, Column, Join, columns_svg
from tests.pipelines.impact.decided_estate import decided
from tests.small_estate import add_node, write_shop


def report(output: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["impact", *arguments, "--output", str(output)])
    assert not ended.value.code
    return capsys.readouterr().out


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_service_as_a_spreadsheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(report(write_shop(tmp_path, decided()), capsys, "service", "web", "--depth", "1", "--format", "csv"))

    assert [(row["section"], row["subject"], row["what"]) for row in found[:5]] == [
        ("Accepted ADRs", "ADR-1 (accepted)", "author says so"),
        ("Accepted ADRs", "ADR-2 (accepted)", "text says so"),
        ("Accepted ADRs", "ADR-3 (accepted)", "text says so, indirectly"),
        ("Accepted ADRs", "ADR-4 (accepted)", "author says so, through web -> orders"),
        ("In force for what it replaces", "ADR-11 (accepted)", "text says so; replaces ADR-9"),
    ]
    assert found[0]["place"] == "shop:src/Client.java:1"


def test_a_record_as_a_spreadsheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(report(write_shop(tmp_path, decided()), capsys, "adr", "ADR-5", "--format", "csv"))

    assert [(row["section"], row["subject"], row["what"], row["detail"]) for row in found[:3]] == [
        ("Services", "ledger", "author says so", ""),
        ("Dependents", "payments", "hop 1", "payments -> ledger"),
        ("Dependents", "orders", "hop 2", "orders -> payments -> ledger"),
    ]


def test_json_is_a_format_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = write_shop(tmp_path, decided())

    assert json.loads(report(output, capsys, "adr", "ADR-5", "--format", "json")) == json.loads(
        report(output, capsys, "adr", "ADR-5", "--json")
    )


def test_a_page_draws_the_record_its_services_and_their_dependents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = report(write_shop(tmp_path, decided()), capsys, "adr", "ADR-5", "--format", "html")
    drawing = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])

    texts = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["ADR", "concerns", "depends on these, hop 1", "depends on these, hop 2", "ADR-5", "ledger", "payments", "orders"]  # fmt: skip
    assert "default-src 'none'" in page


def test_what_a_repository_says_is_text_in_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = PropertyGraph()
    web = add_node(graph, NodeLabel.SERVICE, "<script>alert(1)</script>", "web")
    record = add_node(graph, NodeLabel.ADR, "ADR-1", status="accepted", title="=HYPERLINK(1)</style><img src=x>")
    quote = Evidence("shop", "1.md", 3, "prose rules", '=cmd|"x"!A1 </td><script>x</script>')
    graph.add_edge(Edge(web, EdgeType.GOVERNED_BY, record, Layer.DECLARED, 1.0, {}, (quote,)))
    output = write_shop(tmp_path, graph)
    page = report(output, capsys, "adr", "ADR-1", "--format", "html")
    sheet = rows(report(output, capsys, "adr", "ADR-1", "--format", "csv"))

    assert "<script" not in page
    assert "<img" not in page
    assert sheet[0]["detail"].startswith("'=cmd")


def test_a_long_column_counts_what_it_leaves_out() -> None:
    boxes = tuple(Box(f"b{number}", f"box {number}", "plain") for number in range(MOST + 5))
    svg = columns_svg([Column("many", boxes)], [Join("b0", "b1")], "drawing")

    assert "and 6 more" in svg
    assert svg.count("<rect") == MOST


def test_nothing_to_draw_is_no_drawing() -> None:
    assert columns_svg([Column("none", ())], [], "drawing") == ""
