from pathlib import Path

import pytest

from parsed_graph.model import Edge, Evidence
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.impact.adr import find_adr_impact
from pipelines.impact.service import find_service_impact
from pipelines.serving.cli import main
from pipelines.serving.impact_markdown import adr_markdown, service_markdown
from tests.pipelines.impact.decided_estate import decided
from tests.small_estate import add_node, view_of, write_shop


def test_a_service_in_markdown(tmp_path: Path) -> None:
    view = view_of(tmp_path, decided())
    assert service_markdown(view, find_service_impact(view, "web", 1)).splitlines()[:16] == [
        "### 4 accepted ADRs over web",
        "",
        "| Record | Why |",
        "|---|---|",
        "| **ADR-1** (accepted) | its author says so |",
        "| **ADR-2** (accepted) | its text, direct |",
        "| **ADR-3** (accepted) | its text, indirect |",
        "| **ADR-4** (accepted) | its author says so, through web → orders |",
        "",
        "**In force for what it replaces**",
        "",
        "| Record | Why |",
        "|---|---|",
        "| **ADR-11** (accepted) | its text, direct; replaces ADR-9 |",
        "",
        "**Proposed**",
    ]


def test_a_record_in_markdown(tmp_path: Path) -> None:
    view = view_of(tmp_path, decided())
    text = adr_markdown(view, find_adr_impact(view, "ADR-5"))
    assert text.startswith("### **ADR-5** (accepted)\n\n| Service | How |\n|---|---|\n| ledger | governed |\n")
    assert "| 2 | orders → payments → ledger |\n" in text
    assert text.endswith("- **ledger** (governed): shop:src/Client.java:1\n\n</details>\n")


def test_a_text_cannot_ping_link_or_break_out(tmp_path: Path) -> None:
    graph = PropertyGraph()
    web = add_node(graph, NodeLabel.SERVICE, "web")
    title = "Ask @everyone | </details> [x](https://evil.example) #7 `a` \x1b[31m"
    record = add_node(graph, NodeLabel.ADR, "ADR-1", status="accepted", title=title)
    quote = Evidence("shop", "1.md", 3, "prose rules", "line one\n<img src=x>\n# heading " + "long " * 100)
    graph.add_edge(Edge(record, EdgeType.RELATES_TO, web, Layer.EXTRACTED, 0.8, {"impact": "direct"}, (quote,)))
    view = view_of(tmp_path, graph)
    text = service_markdown(view, find_service_impact(view, "web"))
    assert (
        "**ADR-1** Ask @&#8203;everyone \\| &lt;/details&gt; \\[x\\](https:&#8203;//evil.example) #&#8203;7 \\`a\\` (accepted)"
        in text
    )
    assert "<img" not in text
    assert "\x1b" not in text
    assert len(text) < 800


def test_a_comment_stays_short_for_a_service_with_many_records(tmp_path: Path) -> None:
    graph = PropertyGraph()
    web = add_node(graph, NodeLabel.SERVICE, "web")
    for number in range(500):
        record = add_node(graph, NodeLabel.ADR, f"ADR-{number}", status="accepted", title="A title of some words " * 4)
        quote = Evidence("shop", f"docs/adr/{number}.md", 3, "prose rules", "A sentence that says so. " * 20)
        graph.add_edge(Edge(record, EdgeType.RELATES_TO, web, Layer.EXTRACTED, 0.8, {"impact": "direct"}, (quote,)))
    view = view_of(tmp_path, graph)
    text = service_markdown(view, find_service_impact(view, "web"))
    assert "\nand 480 more\n" in text
    assert len(text) < 20_000


@pytest.mark.parametrize("arguments", [["service", "web"], ["adr", "ADR-5"]])
def test_the_commands_write_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    write_shop(tmp_path, decided())
    with pytest.raises(SystemExit):
        main(["impact", *arguments, "--format", "markdown", "--output", str(tmp_path)])
    assert capsys.readouterr().out.startswith("### ")
