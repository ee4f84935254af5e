import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import pytest

from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.service_map import Drawing, service_map, surroundings
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from parsed_graph.view import View
from pipelines.serving.drawings.areas import SHARED
from pipelines.serving.drawings.dot import dot
from pipelines.serving.drawings.graphml import graphml
from pipelines.serving.drawings.layout import lay_out
from pipelines.serving.drawings.mermaid import mermaid
from pipelines.serving.drawings.page import page_html
from tests.small_estate import add_edge, add_node, depend, view_of

EVIL = "</script><img src=x onerror=alert(1)>\"'`<!--\\"


def hostile(tmp_path: Path) -> View:
    graph = PropertyGraph()
    a = add_node(graph, NodeLabel.SERVICE, EVIL, "evil", owner=EVIL, oncall="javascript:alert(1)")
    b = add_node(graph, NodeLabel.SERVICE, "b\x1b[31m\u202e")
    depend(graph, a, b, "http")
    add_edge(graph, a, EdgeType.EXPOSES, add_node(graph, NodeLabel.ENDPOINT, EVIL, "evil", service=a))
    return view_of(tmp_path, graph)


def lines(drawing: Drawing) -> list[tuple[str, str, str]]:
    return [(line.source, line.name, line.target) for line in drawing.lines]


def test_the_map_shows_messages_through_their_topic(tmp_path: Path) -> None:
    assert lines(service_map(view_of(tmp_path))) == [
        ("service:orders", "database", "database:orders-db"),
        ("service:orders", "config", "service:config-server"),
        ("service:orders", "publishes", "topic:kafka:orders-events"),
        ("service:storefront", "http", "service:orders"),
        ("topic:kafka:orders-events", "consumed by", "service:mail"),
    ]


def test_an_event_dependency_without_a_topic_is_drawn(tmp_path: Path) -> None:
    graph = PropertyGraph()
    a, b = add_node(graph, NodeLabel.SERVICE, "a"), add_node(graph, NodeLabel.SERVICE, "b")
    depend(graph, a, b, "event")
    assert lines(service_map(view_of(tmp_path, graph))) == [("service:a", "event", "service:b")]


def test_a_link_known_in_two_layers_is_one_line(tmp_path: Path) -> None:
    graph = PropertyGraph()
    a, b = add_node(graph, NodeLabel.SERVICE, "a"), add_node(graph, NodeLabel.SERVICE, "b")
    add_edge(graph, a, EdgeType.DEPENDS_ON, b, 0.8, Layer.DECLARED, kinds=("http",))
    add_edge(graph, a, EdgeType.DEPENDS_ON, b, 0.7, Layer.PARSED, kinds=("grpc",))
    line = service_map(view_of(tmp_path, graph)).lines[0]
    assert (line.name, line.layers, line.confidence) == ("grpc, http", ("parsed", "declared"), 0.8)


def test_surroundings_hold_what_is_near(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    near = surroundings(view, "orders-db")
    assert [node.id for node in near.nodes] == ["database:orders-db", "service:orders"]
    assert near.centre == "database:orders-db"
    assert "service:mail" in [node.id for node in surroundings(view, "orders-db", depth=2).nodes]


def test_mermaid_names_shapes_and_lines(tmp_path: Path) -> None:
    text = mermaid(service_map(view_of(tmp_path)))
    assert text.startswith("flowchart LR\n")
    assert '  n0[("orders-db")]\n' in text
    assert '  n5>"orders-events"]\n' in text
    assert '  n4 -->|"http"| n3\n' in text


def test_dot_is_quoted(tmp_path: Path) -> None:
    text = dot(service_map(view_of(tmp_path)))
    assert '  "service:storefront" -> "service:orders" [label="http"]\n' in text
    assert '"database:orders-db" [label="orders-db", shape=cylinder]' in text


def test_graphml_is_xml(tmp_path: Path) -> None:
    tree = ElementTree.fromstring(graphml(service_map(view_of(tmp_path))))
    assert len(tree.findall(".//{*}node")) == 6
    assert len(tree.findall(".//{*}edge")) == 5


def test_hostile_names_stay_text_in_every_format(tmp_path: Path) -> None:
    drawing = service_map(hostile(tmp_path))
    assert "<" not in mermaid(drawing)
    assert '"' not in re.sub(r'"[^"\n]*"', "", mermaid(drawing))
    assert re.sub(r'"(?:[^"\\\n]|\\.)*"', "", dot(drawing)).count('"') == 0
    names = [item.text for item in ElementTree.fromstring(graphml(drawing)).iter() if item.get("key") == "node_name"]
    assert EVIL in names
    assert all("\x1b" not in text for text in (mermaid(drawing), dot(drawing), graphml(drawing)))


class Elements(HTMLParser):
    """The elements of a page, as a browser would find them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_a_hostile_repository_adds_no_element_to_the_page(tmp_path: Path) -> None:
    view = hostile(tmp_path)
    plain, evil = Elements(), Elements()
    plain.feed(page_html(view_of(tmp_path / "shop"), service_map(view_of(tmp_path / "shop"))))
    evil.feed(page_html(view, service_map(view)))
    assert [tag for tag, _ in evil.tags] == [tag for tag, _ in plain.tags]
    around = Elements()
    around.feed(page_html(view, surroundings(view, "service:evil")))
    assert [tag for tag, _ in around.tags] == [tag for tag, _ in plain.tags]


def test_the_page_fetches_nothing_and_runs_only_its_own_script(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    page = page_html(view, service_map(view))
    found = Elements()
    found.feed(page)
    assert not [attributes for _, attributes in found.tags if "src" in attributes or "href" in attributes]
    policy = next(attributes["content"] for tag, attributes in found.tags if "http-equiv" in attributes)
    assert policy is not None
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[\w+/]{43}='", policy)
    assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|\beval\(", page)


def test_the_page_holds_evidence_owner_and_what_is_beside(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    page = page_html(view, service_map(view))
    data = json.loads(page.partition('type="application/json">')[2].partition("</script>")[0])
    orders = next(node for node in data["nodes"] if node["id"] == "service:orders")
    assert orders["properties"]["owner"] == "team-orders"
    assert orders["beside"][0]["text"] == "GET /orders/{}"
    called = next(line for line in data["lines"] if line["name"] == "http")
    assert called["evidence"][0]["place"] == "shop:src/Client.java:1"
    assert len(data["needs"]) == 3


def many(systems: bool) -> PropertyGraph:
    graph = PropertyGraph()
    kafka = add_node(graph, NodeLabel.SERVICE, "kafka", role="broker")
    for group in range(6):
        declared = {"system": f"system-{group}"} if systems else {}
        members = [add_node(graph, NodeLabel.SERVICE, f"s{group}-{number}", **declared) for number in range(14)]
        for number, member in enumerate(members):
            depend(graph, member, kafka, "messaging")
            depend(graph, member, members[(number + 1) % 14], "http")
            depend(graph, member, members[(number + 5) % 14], "http")
    return graph


@pytest.mark.parametrize("systems", [True, False])
def test_a_large_drawing_has_areas_and_a_shared_one(tmp_path: Path, systems: bool) -> None:
    layout = lay_out(service_map(view_of(tmp_path, many(systems))))
    sizes = {ground.area.name: len(ground.area.ids) for ground in layout.grounds}
    assert sizes.pop(SHARED) == 1
    assert sorted(sizes.values()) == [14] * 6


def test_no_two_nodes_share_a_place(tmp_path: Path) -> None:
    layout = lay_out(service_map(view_of(tmp_path, many(True))))
    places = sorted(layout.positions.values())
    assert len(places) == len(set(places)) == 85


def test_the_same_drawing_gets_the_same_layout(tmp_path: Path) -> None:
    drawing = service_map(view_of(tmp_path, many(False)))
    assert lay_out(drawing).positions == lay_out(drawing).positions


def test_an_empty_map_is_a_page(tmp_path: Path) -> None:
    view = view_of(tmp_path, PropertyGraph())
    assert "<canvas" in page_html(view, service_map(view))
