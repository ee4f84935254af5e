"""Export over Bolt to a real server: ArcadeDB, which runs in this process."""

import importlib.util
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parsed_graph.errors import SettingsError
from parsed_graph.property_graph import PropertyGraph
from parsed_graph.schema import EdgeType, NodeLabel
from pipelines.exports.exported_estate import EXPORTED
from pipelines.exports.neo4j.bolt import Server, export_bolt
from tests.small_estate import add_edge, add_node, depend, shop, view_of

pytestmark = [
    pytest.mark.neo4j,
    pytest.mark.skipif(
        any(importlib.util.find_spec(package) is None for package in ("neo4j", "arcadedb_embedded")),
        reason="the extra neo4j and arcadedb-embedded are not installed",
    ),
]
USER, PASSWORD = "root", "a-long-password"


@pytest.fixture(scope="module")
def arcade(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str]]:
    from arcadedb_embedded.server import create_server

    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    folder = tmp_path_factory.mktemp("arcade")
    bolt = {"server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin", "bolt_port": port, "http_port": 0}
    with pytest.MonkeyPatch.context() as patch:
        # It writes a log into the folder that it is started in.
        patch.chdir(folder)
        server = create_server(str(folder), root_password=PASSWORD, config=bolt)
        server.start()
    yield server, f"bolt://127.0.0.1:{port}"
    server.stop()


@pytest.fixture
def database(arcade: tuple[Any, str], request: pytest.FixtureRequest) -> Server:
    """An empty database of its own."""
    server, uri = arcade
    name = request.node.name[:40]
    server.create_database(name)
    return Server(uri, USER, PASSWORD, name)


@pytest.fixture
def ask(database: Server) -> Callable[..., list[dict[str, Any]]]:
    import neo4j

    def run(query: str, **given: object) -> list[dict[str, Any]]:
        with neo4j.GraphDatabase.driver(database.uri, auth=(USER, PASSWORD)) as driver:
            records, _, _ = driver.execute_query(query, given, database_=database.database)  # type: ignore[arg-type]  # a Cypher text
            return [dict(record) for record in records]

    return run


def test_nodes_and_relationships_arrive_with_their_properties(
    tmp_path: Path, database: Server, ask: Callable[..., list[dict[str, Any]]]
) -> None:
    written = export_bolt(database, view_of(tmp_path), EXPORTED)

    assert ask("MATCH (n) RETURN count(n) AS n") == [{"n": written.nodes}]
    assert ask("MATCH ()-[e]->() RETURN count(e) AS n") == [{"n": written.relationships}]
    assert ask(
        "MATCH (a:Service)-[e:DEPENDS_ON]->(b:Service {name: 'orders'}) WHERE a.name = 'storefront'"
        " RETURN b.aliases AS aliases, b.owner AS owner, e.confidence AS confidence, e.kinds AS kinds, e.evidence AS evidence"
    ) == [
        {
            "aliases": ["orders-api", "oms"],
            "owner": "team-orders",
            "confidence": 0.8,
            "kinds": ["http"],
            "evidence": ["shop:src/Client.java:1 test"],
        }
    ]


def test_ids_are_unique_by_constraint(
    tmp_path: Path, database: Server, ask: Callable[..., list[dict[str, Any]]]
) -> None:
    export_bolt(database, view_of(tmp_path), EXPORTED)

    constraints = ask("SHOW CONSTRAINTS")
    assert {"Service", "Endpoint", "Database"} <= {row["labelsOrTypes"][0] for row in constraints}


def test_a_second_export_changes_nothing(
    tmp_path: Path, database: Server, ask: Callable[..., list[dict[str, Any]]]
) -> None:
    view = view_of(tmp_path)
    first = export_bolt(database, view, EXPORTED)
    before = everything(ask)

    second = export_bolt(database, view, EXPORTED)

    assert (second.nodes_removed, second.relationships_removed) == (0, 0)
    assert second.nodes == first.nodes
    assert everything(ask) == before


def test_an_export_after_a_change_leaves_exactly_the_new_graph_and_what_others_wrote(
    tmp_path: Path, database: Server, ask: Callable[..., list[dict[str, Any]]]
) -> None:
    ask("CREATE (:Service {id: 'theirs', name: 'theirs'})")
    export_bolt(database, view_of(tmp_path / "old"), EXPORTED)
    changed = PropertyGraph()
    for name in ("storefront", "orders", "billing"):
        add_node(changed, NodeLabel.SERVICE, name)
    depend(changed, "service:storefront", "service:billing", "grpc")

    written = export_bolt(database, view_of(tmp_path / "new", changed), EXPORTED)

    nodes, links = everything(ask)
    assert [node["id"] for node in nodes] == ["service:billing", "service:orders", "service:storefront", "theirs"]
    assert [(link["source"], link["type"], link["target"]) for link in links] == [
        ("service:storefront", "DEPENDS_ON", "service:billing")
    ]
    assert nodes[1]["properties"].get("owner") is None
    assert written.nodes_removed == 7


def test_functions_come_only_when_asked_for(
    tmp_path: Path, database: Server, ask: Callable[..., list[dict[str, Any]]]
) -> None:
    export_bolt(database, view_of(tmp_path), EXPORTED)
    assert ask("MATCH (n:Function) RETURN count(n) AS n") == [{"n": 0}]

    export_bolt(database, view_of(tmp_path), tuple(NodeLabel))
    assert ask("MATCH (n:Function) RETURN n.name AS name") == [{"name": "load"}]


def test_more_than_one_batch_arrives(
    tmp_path: Path, database: Server, ask: Callable[..., list[dict[str, Any]]]
) -> None:
    graph = shop()
    for number in range(1_200):
        library = add_node(graph, NodeLabel.LIBRARY, f"lib-{number}")
        add_edge(graph, "service:mail", EdgeType.DEPENDS_ON, library)

    export_bolt(database, view_of(tmp_path, graph), EXPORTED)

    assert ask("MATCH (:Service {name: 'mail'})-[:DEPENDS_ON]->(n:Library) RETURN count(n) AS n") == [{"n": 1_200}]


def test_a_server_that_is_away_or_refuses_is_named(tmp_path: Path, database: Server) -> None:
    view = view_of(tmp_path)

    with pytest.raises(SettingsError, match=r"bolt://127\.0\.0\.1:1"):
        export_bolt(Server("bolt://127.0.0.1:1", USER, PASSWORD), view, EXPORTED)
    with pytest.raises(SettingsError, match=database.uri):
        export_bolt(Server(database.uri, USER, "wrong", database.database), view, EXPORTED)


def everything(ask: Callable[..., list[dict[str, Any]]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    nodes = ask("MATCH (n) RETURN n.id AS id, labels(n) AS labels, properties(n) AS properties ORDER BY id")
    links = ask(
        "MATCH (a)-[e]->(b) RETURN a.id AS source, type(e) AS type, b.id AS target, properties(e) AS properties"
        " ORDER BY source, type, target"
    )
    return nodes, links
