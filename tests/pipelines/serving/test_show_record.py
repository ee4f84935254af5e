import json
from pathlib import Path

import pytest

from parsed_graph.model import Edge, Evidence
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from pipelines.serving.cli import main
from tests.small_estate import add_edge, add_node, write_shop


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """ADR-2 governs web, is said to touch orders, replaces ADR-1 and decides one thing; INC-7 references it."""
    graph = PropertyGraph()
    web, orders = (add_node(graph, NodeLabel.SERVICE, name) for name in ("web", "orders"))
    old = add_node(graph, NodeLabel.ADR, "ADR-1", number="1", title="Poll", status="superseded")
    new = add_node(graph, NodeLabel.ADR, "ADR-2", number="2", title="Push", status="accepted", repo="shop", path="2.md")
    incident = add_node(graph, NodeLabel.INCIDENT, "INC-7", number="INC-7", title="Late orders", severity="SEV2")
    decision = add_node(graph, NodeLabel.DECISION, "Push events", text="Push events", category="api")
    add_edge(graph, web, EdgeType.GOVERNED_BY, new, layer=Layer.DECLARED)
    quote = (Evidence("shop", "2.md", 9, "prose rules", "orders pushes events"),)
    graph.add_edge(Edge(new, EdgeType.RELATES_TO, orders, Layer.EXTRACTED, 0.8, {"impact": "indirect"}, quote))
    add_edge(graph, new, EdgeType.SUPERSEDES, old)
    add_edge(graph, incident, EdgeType.REFERENCES, new, relation="references")
    add_edge(graph, new, EdgeType.DECIDES, decision, 0.8, Layer.EXTRACTED)
    return write_shop(tmp_path, graph)


def shown(output: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["show", *arguments, "--output", str(output)])
    assert not ended.value.code
    return capsys.readouterr().out


def test_show_prints_a_record_with_services_chain_references_and_decisions(
    output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(output, capsys, "ADR-0002").splitlines() == [
        "ADR-2  Push",
        "  accepted  shop:2.md",
        "governed  web",
        "    shop:src/Client.java:1",
        "indirect  orders",
        "    “orders pushes events”  shop:2.md:9",
        "supersedes: ADR-1 Poll",
        "    shop:src/Client.java:1",
        "referenced by: INC-7 Late orders",
        "    shop:src/Client.java:1",
        "decides [api] Push events",
        "    shop:src/Client.java:1",
    ]


def test_show_prints_a_postmortem(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(output, capsys, "inc-7").splitlines()
    assert lines[0] == "INC-7  Late orders"
    assert "references: ADR-2 Push" in lines


def test_the_json_of_a_record_is_a_card_and_its_description(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(shown(output, capsys, "push", "--json"))
    assert found["node"]["id"] == "adr:ADR-2"
    assert [(each["node"]["name"], each["how"]) for each in found["record"]["services"]] == [
        ("web", "governed"),
        ("orders", "indirect"),
    ]
    assert "node" not in found["record"]
