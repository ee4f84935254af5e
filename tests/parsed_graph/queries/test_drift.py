"""What came and went between two snapshots, and which of it no file explains."""

from pathlib import Path

import pytest

from parsed_graph.errors import SnapshotError
from parsed_graph.file_digests import file_digests_part
from parsed_graph.model import Edge, Evidence
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.queries.drift import Drift, find_drift
from parsed_graph.schema import EdgeType, Layer, NodeLabel
from parsed_graph.snapshot.kept import find_kept, kept_records
from parsed_graph.snapshot.reader import open_snapshot
from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import View
from tests.small_estate import add_edge, add_node, depend

CLIENT = ("shop", "src/Client.java")


def estate(*, calls: bool) -> PropertyGraph:
    """web, which calls orders where `calls` says so; all evidence is in src/Client.java."""
    graph = PropertyGraph()
    web, orders = (add_node(graph, NodeLabel.SERVICE, name) for name in ("web", "orders"))
    endpoint = add_node(graph, NodeLabel.ENDPOINT, "GET /orders", "orders", "GET /orders", service=orders)
    add_edge(graph, orders, EdgeType.EXPOSES, endpoint)
    if calls:
        depend(graph, web, orders, "http")
    return graph


def write(output: Path, digest: str, *, calls: bool) -> None:
    part = file_digests_part({CLIENT: digest}) if digest else None
    write_snapshot(output, estate(calls=calls), [], RunReport(), parts=[part] if part else [])


def drift(output: Path, before: str = "previous", after: str = "current") -> Drift:
    return find_drift(*(View(open_snapshot(output, find_kept(output, run))) for run in (before, after)))


def test_an_edge_whose_file_changed_is_explained(tmp_path: Path) -> None:
    write(tmp_path, "aa", calls=False)
    write(tmp_path, "bb", calls=True)
    found = drift(tmp_path)

    assert [(each.edge.source, each.edge.target, each.is_new, each.is_explained) for each in found.edges] == [
        ("service:web", "service:orders", True, True)
    ]
    assert found.unexplained == ()


def test_an_edge_that_went_without_a_changed_file_is_not_explained(tmp_path: Path) -> None:
    write(tmp_path, "aa", calls=True)
    write(tmp_path, "aa", calls=False)
    (gone,) = drift(tmp_path).unexplained

    assert (gone.edge.type, gone.is_new) == (EdgeType.DEPENDS_ON, False)


def test_without_digests_nothing_is_said_to_be_unexplained(tmp_path: Path) -> None:
    write(tmp_path, "", calls=True)
    write(tmp_path, "aa", calls=False)
    found = drift(tmp_path)

    assert (len(found.edges), found.unexplained, found.has_files) == (1, (), False)


def test_runs_are_named_by_number_and_by_how_their_id_begins(tmp_path: Path) -> None:
    write(tmp_path, "aa", calls=True)
    write(tmp_path, "bb", calls=False)
    first, second = kept_records(tmp_path)

    assert (first.number, second.number) == (1, 2)
    assert find_kept(tmp_path, "1") == find_kept(tmp_path, "previous") == find_kept(tmp_path, first.snapshot[:6])
    assert find_kept(tmp_path, "current") == second.snapshot


def test_a_run_that_is_not_kept_is_told_with_those_that_are(tmp_path: Path) -> None:
    write(tmp_path, "aa", calls=True)

    with pytest.raises(SnapshotError, match=r"no kept run '7'. Kept are: 1 \("):
        find_kept(tmp_path, "7")
    with pytest.raises(SnapshotError, match="no run before this one is kept"):
        find_kept(tmp_path, "previous")


def test_an_edge_whose_end_went_with_a_changed_file_is_explained(tmp_path: Path) -> None:
    def write_with(digest: str, *, with_endpoint: bool) -> None:
        graph = PropertyGraph()
        web, orders = (add_node(graph, NodeLabel.SERVICE, name) for name in ("web", "orders"))
        if with_endpoint:
            endpoint = add_node(graph, NodeLabel.ENDPOINT, "GET /orders", "orders", "GET /orders", service=orders)
            exposed = (Evidence("shop", "src/Orders.java", 5, "test"),)
            graph.add_edge(Edge(orders, EdgeType.EXPOSES, endpoint, Layer.PARSED, 1.0, {}, exposed))
            add_edge(graph, web, EdgeType.CALLS, endpoint)
        part = file_digests_part({CLIENT: "aa", ("shop", "src/Orders.java"): digest})
        write_snapshot(tmp_path, graph, [], RunReport(), parts=[part])

    write_with("aa", with_endpoint=True)
    write_with("bb", with_endpoint=False)
    found = drift(tmp_path)

    assert [(each.edge.type, each.is_explained) for each in found.edges] == [
        (EdgeType.CALLS, True),
        (EdgeType.EXPOSES, True),
    ]
