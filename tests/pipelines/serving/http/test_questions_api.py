from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from community.read_communities import NO_COMMUNITIES
from parsed_graph.schema import NodeLabel
from tests.pipelines.serving.http.served_estate import serving
from tests.small_estate import add_node, depend, shop, write_shop


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(write_shop(tmp_path / "output")) as made:
        yield made


def test_a_blast_names_hits_with_hop_chain_and_owner(client: TestClient) -> None:
    answer = client.get("/api/v1/blast", params={"node": "orders-db"}).json()["result"]
    assert [(hit["service"], hit["hop"], hit["owner"]) for hit in answer["hits"]] == [
        ("service:orders", 1, "team-orders"),
        ("service:mail", 2, "team-mail"),
        ("service:storefront", 2, "team-web"),
    ]
    assert answer["hits"][2]["chain"] == ["service:storefront", "service:orders", "database:orders-db"]


def test_a_node_is_found_by_a_name_that_holds_a_slash(client: TestClient) -> None:
    answer = client.get("/api/v1/nodes/GET /orders/{}").json()["result"]
    assert answer["node"]["id"] == "endpoint:orders:GET /orders/{}"
    assert answer["reaching"][0]["evidence"][0]["path"] == "src/Client.java"


@pytest.mark.parametrize(
    ("route", "given", "where", "expected"),
    [
        ("consumers", {"topic": "orders-events"}, ("consumers", 0, "service"), "service:mail"),
        ("callers", {"endpoint": "GET /orders/{}"}, ("callers", 0, "service"), "service:storefront"),
        ("path", {"source": "storefront", "target": "orders-db"}, ("paths", 0, "services", 1), "service:orders"),
        ("impact/service", {"name": "orders"}, ("service", "id"), "service:orders"),
        ("status", {}, ("counts", "nodes", "Service"), 4),
    ],
)
def test_each_question_has_a_route_that_answers_it(
    client: TestClient, route: str, given: dict[str, str], where: tuple[str | int, ...], expected: object
) -> None:
    found = client.get(f"/api/v1/{route}", params=given).json()["result"]
    for step in where:
        found = found[step]
    assert found == expected


def test_cypher_answers_rows(client: TestClient) -> None:
    query = "MATCH (s:Service {name: $name})-[:EXPOSES]->(e:Endpoint) RETURN e.name"
    answer = client.post("/api/v1/cypher", json={"query": query, "parameters": {"name": "orders"}}).json()
    assert answer["result"]["rows"] == [{"e.name": "GET /orders/{}"}]


def test_cypher_refuses_to_write(client: TestClient) -> None:
    answer = client.post("/api/v1/cypher", json={"query": "CREATE (n:Service) RETURN n"})
    assert answer.status_code == 400
    assert "read-only" in answer.json()["error"]["message"]


def test_every_answer_names_its_snapshot(client: TestClient) -> None:
    named = client.get("/api/v1/status").json()
    assert named["snapshot"]["id"] == named["result"]["snapshot"]
    assert not named["snapshot"]["is_stale"]


def test_an_unknown_name_is_404_with_what_may_be_meant(client: TestClient) -> None:
    answer = client.get("/api/v1/blast", params={"node": "ordres"})
    assert answer.status_code == 404
    assert "did you mean" in answer.json()["error"]["message"]


def test_a_missing_parameter_is_422_and_named(client: TestClient) -> None:
    answer = client.get("/api/v1/path", params={"source": "mail"})
    assert (answer.status_code, answer.json()["error"]) == (
        422,
        {"type": "invalid", "message": "target: Field required"},
    )


def test_a_new_snapshot_is_answered_from_without_a_restart(tmp_path: Path) -> None:
    output = write_shop(tmp_path / "output")
    with serving(output) as client:
        assert len(client.get("/api/v1/blast", params={"node": "orders-db"}).json()["result"]["hits"]) == 3
        grown = shop()
        depend(grown, add_node(grown, NodeLabel.SERVICE, "reports"), "database:orders-db", "database")
        write_shop(output, grown)
        hits = client.get("/api/v1/blast", params={"node": "orders-db"}).json()["result"]["hits"]
        assert [hit["service"] for hit in hits if hit["hop"] == 1] == ["service:orders", "service:reports"]


def test_without_a_snapshot_the_server_is_alive_but_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path / "output") as client:
        assert client.get("/healthz").status_code == 200
        assert client.get("/readyz").status_code == 503
        answer = client.get("/api/v1/status")
        assert answer.status_code == 503
        assert str(tmp_path) not in answer.text


def test_a_snapshot_without_communities_is_not_taken_for_none(client: TestClient) -> None:
    answer = client.get("/api/v1/communities")
    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == NO_COMMUNITIES
