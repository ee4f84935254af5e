import asyncio
import json
import threading
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parsed_graph.schema import NodeLabel
from parsed_graph.view import EVERYBODY, View
from pipelines.serving import questions
from pipelines.serving.http.answers import Asker
from pipelines.serving.http.streamed import stream_pieces
from pipelines.serving.service import open_service
from tests.pipelines.serving.http.served_estate import bearing, guarded_settings, serving
from tests.small_estate import add_node, shop, write_shop

CONSUMES = "Who consumes orders-events?"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(write_shop(tmp_path / "output")) as made:
        yield made


def events(text: str) -> list[tuple[str, object]]:
    found = []
    for block in filter(None, text.split("\n\n")):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        found.append((fields.get("event", ""), json.loads(fields["data"])))
    return found


def test_a_question_is_answered_with_nodes_and_citations(client: TestClient) -> None:
    answer = client.post("/api/v1/ask", json={"question": CONSUMES}).json()["result"]
    assert answer["nodes"] == ["service:mail"]
    assert "mail" in answer["text"]
    assert answer["citations"][0]["path"] == "src/Client.java"


def test_an_event_stream_gives_text_then_citations_then_the_end(client: TestClient) -> None:
    answer = client.post("/api/v1/ask", json={"question": CONSUMES}, headers={"accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = events(answer.text)
    assert [name for name, _ in found] == ["token", "citations", "end"]
    end = found[-1][1]
    assert isinstance(end, dict)
    assert end["nodes"] == ["service:mail"]
    assert end["snapshot"]["is_stale"] is False


@pytest.mark.parametrize("route", ["ask", "flow/x/service/graph-rag"])
def test_a_stream_that_cannot_be_given_says_so_and_names_no_place_of_the_server(tmp_path: Path, route: str) -> None:
    body = {"question": CONSUMES} if route == "ask" else {"query": CONSUMES, "streaming": True}
    with serving(tmp_path / "output") as client:
        answer = client.post(f"/api/v1/{route}", json=body, headers={"accept": "text/event-stream"})
    assert "there is no snapshot to answer from" in answer.text
    assert str(tmp_path) not in answer.text


def test_what_a_model_says_streams_piece_by_piece(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = questions.ask_in_pieces

    def in_two(*given: object) -> Iterator[object]:
        yield "mail "
        yield "consumes it."
        yield from whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(questions, "ask_in_pieces", in_two)
    answer = client.post("/api/v1/ask", json={"question": CONSUMES}, headers={"accept": "text/event-stream"})
    assert [data for name, data in events(answer.text) if name == "token"] == [
        {"text": "mail "},
        {"text": "consumes it."},
    ]


def test_a_listener_who_goes_away_stops_the_work(tmp_path: Path) -> None:
    service = open_service(write_shop(tmp_path / "output"), None)
    given_up = threading.Event()

    def endless(_: View) -> Iterator[str]:
        try:
            while True:
                yield "and on "
        finally:
            given_up.set()

    async def listen_to_two() -> list[str]:
        stream = stream_pieces(Asker(service, EVERYBODY), endless, None)
        heard = [await anext(stream), await anext(stream)]
        assert isinstance(stream, AsyncGenerator)
        await stream.aclose()
        return heard

    assert asyncio.run(listen_to_two()) == ["and on ", "and on "]
    assert given_up.wait(5)
    service.close()


def test_trustgraphs_call_is_answered_in_its_form(client: TestClient) -> None:
    body = {
        "query": CONSUMES,
        "collection": "default",
        "workspace": "default",
        "entity-limit": 50,
        "triple-limit": 30,
        "max-subgraph-size": 150,
        "max-path-length": 2,
        "edge-score-limit": 30,
    }
    answer = client.post("/api/v1/flow/default/service/graph-rag", json=body).json()
    assert "mail" in answer["response"]
    assert {"uri": "shop:src/Client.java:12", "title": "service:mail"} in answer["sources"]
    streamed = client.post("/api/v1/flow/x/service/graph-rag", json={**body, "streaming": True})
    found = [data for _, data in events(streamed.text)]
    assert all(isinstance(piece, dict) for piece in found)
    assert [piece["end-of-stream"] for piece in found if isinstance(piece, dict)] == [False, True]


@pytest.mark.parametrize(
    ("name", "value"), [("entity-limit", 201), ("triple-limit", 0), ("max-subgraph-size", 9), ("max-path-length", 6)]
)
def test_trustgraphs_limits_have_its_bounds(client: TestClient, name: str, value: int) -> None:
    answer = client.post("/api/v1/flow/x/service/graph-rag", json={"query": CONSUMES, name: value})
    assert answer.status_code == 422
    assert name in answer.json()["error"]["message"]


def test_the_principal_comes_from_the_token_and_never_from_the_body(tmp_path: Path) -> None:
    settings, tokens = guarded_settings(tmp_path)
    with serving(write_shop(tmp_path / "output"), settings) as client:
        body = {"query": "Who owns orders?", "user": "ops"}
        refused = client.post("/api/v1/flow/x/service/graph-rag", json=body)
        assert (refused.status_code, refused.json()) == (401, {"error": "Unauthorized"})
        seen = client.post("/api/v1/flow/x/service/graph-rag", json=body, headers=bearing(tokens["ana"])).text
        assert "team-orders" not in seen
        assert (
            "team-orders"
            in client.post("/api/v1/ask", json={"question": body["query"]}, headers=bearing(tokens["ops"])).text
        )


def test_the_map_to_draw_has_nodes_with_places(client: TestClient) -> None:
    drawn = client.get("/api/v1/graph").json()["result"]
    assert {node["name"] for node in drawn["nodes"]} >= {"orders", "mail", "storefront", "orders-db"}
    around = client.get("/api/v1/graph", params={"node": "mail", "depth": 1}).json()["result"]
    assert around["nodes"][around["centre"]]["name"] == "mail"


def test_two_kept_runs_are_compared(tmp_path: Path) -> None:
    output = write_shop(tmp_path / "output")
    grown = shop()
    add_node(grown, NodeLabel.SERVICE, "reports")
    write_shop(output, grown)
    with serving(output) as client:
        for address in ("/api/v1/diff", "/api/v1/impact/diff"):
            nodes = client.get(address).json()["result"]["nodes"]
            assert [(node["id"], node["is_new"]) for node in nodes] == [("service:reports", True)]
        assert client.get("/api/v1/diff", params={"before": "99"}).status_code == 404
