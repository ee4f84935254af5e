"""Communities in the data of the map, and where their members lie."""

import json
import math
from pathlib import Path

from community.state import communities_part
from community.update import update_communities
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.service_map import service_map, surroundings
from parsed_graph.schema import EdgeType, NodeLabel
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import Principal, View
from pipelines.serving.drawings.layout import lay_out
from pipelines.serving.drawings.page import page_data
from tests.community.writers import writer
from tests.small_estate import add_edge, add_node, depend, view_of


def two_systems() -> PropertyGraph:
    """Five services of orders and five of stock, each system round and across, and one call between them."""
    graph = PropertyGraph()
    for system in ("orders", "stock"):
        names = [add_node(graph, NodeLabel.SERVICE, f"{system}-{place}", system=system) for place in range(5)]
        for place, name in enumerate(names):
            depend(graph, name, names[(place + 1) % 5], "http")
            depend(graph, name, names[(place + 2) % 5], "http")
    depend(graph, "service:orders-0", "service:stock-0", "http")
    endpoint = add_node(graph, NodeLabel.ENDPOINT, "GET /stock", "stock-0", "GET /stock", service="service:stock-0")
    add_edge(graph, "service:stock-0", EdgeType.EXPOSES, endpoint)
    return graph


def indexed(output: Path, principal: Principal | None = None) -> View:
    graph = two_systems()
    part = communities_part(update_communities(graph, None, writer()).state)
    write_snapshot(output, graph, [], RunReport(), parts=[part])
    snapshot = open_snapshot(output)
    return View(snapshot, principal) if principal else View(snapshot)


def drawn(view: View) -> dict[str, set[str]]:
    data = json.loads(json.dumps(page_data(view, service_map(view), "Map")))
    return {
        f"{each['level']} {each['title']}": {data["nodes"][place]["name"] for place in each["nodes"]}
        for each in data["communities"]
    }


def test_each_level_says_who_belongs_together(tmp_path: Path) -> None:
    orders, stock = ({f"{system}-{place}" for place in range(5)} for system in ("orders", "stock"))
    assert drawn(indexed(tmp_path)) == {"0 The whole estate": orders | stock, "1 Orders": orders, "1 Stock": stock}


def test_an_endpoint_goes_with_its_service(tmp_path: Path) -> None:
    view = indexed(tmp_path)
    data = json.loads(json.dumps(page_data(view, surroundings(view, "stock-0"), "Around")))
    place = next(place for place, node in enumerate(data["nodes"]) if node["label"] == "Endpoint")
    assert place in next(each["nodes"] for each in data["communities"] if each["title"] == "Stock")


def test_a_community_of_hidden_members_is_not_named(tmp_path: Path) -> None:
    view = indexed(tmp_path, Principal("ana", frozenset(f"service:stock-{place}" for place in range(5))))
    assert not any("tock" in title for title in drawn(view))


def test_a_snapshot_without_communities_is_drawn_without(tmp_path: Path) -> None:
    view = view_of(tmp_path)
    assert page_data(view, service_map(view), "Map")["communities"] == []


def test_members_of_a_community_lie_close_together(tmp_path: Path) -> None:
    drawing = service_map(indexed(tmp_path))
    of = {node.id: node.name.partition("-")[0] for node in drawing.nodes}
    places = lay_out(drawing, {node_id: ("all", name) for node_id, name in of.items()}).positions
    centres = {
        name: [sum(places[node][axis] for node in of if of[node] == name) / 5 for axis in (0, 1)]
        for name in ("orders", "stock")
    }
    nearest = {node: min(centres, key=lambda name: math.dist(places[node], centres[name])) for node in of}
    assert nearest == of
