import logging
from pathlib import Path

import pytest

from parsed_graph.errors import SettingsError
from parsed_graph.schema import NodeLabel
from pipelines.serving import questions
from pipelines.serving.service import open_service
from tests.pipelines.serving.http.served_estate import bearing, guarded_settings, serving, settings_file
from tests.small_estate import add_node, shop, write_shop


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return write_shop(tmp_path / "output")


def limited(output: Path, **limits: float) -> Path:
    return settings_file(output.parent, serve=limits)


def test_with_a_policy_nobody_gets_in_without_a_token(output: Path, tmp_path: Path) -> None:
    settings, _ = guarded_settings(tmp_path)
    with serving(output, settings) as client:
        for headers in ({}, bearing("eg_wrong"), {"authorization": "Basic eg_x"}, bearing("")):
            answer = client.get("/api/v1/status", headers=headers)
            assert (answer.status_code, answer.json()) == (401, {"error": "Unauthorized"})
            assert answer.headers["www-authenticate"] == "Bearer"


def test_the_caller_is_whom_the_token_belongs_to(output: Path, tmp_path: Path) -> None:
    settings, tokens = guarded_settings(tmp_path)
    with serving(output, settings) as client:
        assert client.get("/api/v1/nodes/orders", headers=bearing(tokens["ops"])).status_code == 200
        hidden = client.get("/api/v1/nodes/orders", headers=bearing(tokens["ana"]), params={"user": "ops"})
        assert hidden.status_code == 404
        assert client.get("/api/v1/nodes/storefront", headers=bearing(tokens["ana"])).status_code == 200
        assert client.post(
            "/api/v1/cypher", json={"query": "MATCH (n) RETURN n"}, headers=bearing(tokens["ana"])
        ).is_error


def test_a_policy_without_tokens_lets_nobody_in(output: Path, tmp_path: Path) -> None:
    _, tokens = guarded_settings(tmp_path)
    with serving(output, settings_file(tmp_path, access={"policy": "policy.yaml"})) as client:
        assert client.get("/api/v1/status", headers=bearing(tokens["ops"])).status_code == 401


def test_listening_for_other_machines_needs_tokens(output: Path) -> None:
    with pytest.raises(SettingsError, match=r"0\.0\.0\.0 can be reached from other machines: name a file of tokens"):
        open_service(output, None, "0.0.0.0")


def test_a_body_that_is_too_large_is_refused_whether_or_not_it_says_so(output: Path) -> None:
    with serving(output, limited(output, body_bytes=1024)) as client:
        assert client.post("/api/v1/cypher", content=b"x" * 2000).status_code == 413
        chunks = (b"x" * 100 for _ in range(20))
        assert client.post("/api/v1/cypher", content=chunks).status_code == 413


def test_an_address_that_is_too_long_is_refused(output: Path) -> None:
    with serving(output) as client:
        assert client.get("/api/v1/blast", params={"node": "x" * 9000}).status_code == 414


def test_more_requests_than_allowed_at_once_are_told_to_come_again(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(output, limited(output, concurrency=1)) as client:
        answers = []

        def ask_another(*_: object, **__: object) -> None:
            answers.append(client.get("/api/v1/status"))
            raise AssertionError("the first one fails, which is of no interest here")

        monkeypatch.setattr(questions, "blast", ask_another)
        client.get("/api/v1/blast", params={"node": "orders"})
    assert (answers[0].status_code, answers[0].headers["retry-after"]) == (429, "1")


def test_a_question_that_takes_too_long_is_stopped(output: Path) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    with serving(output, limited(output, timeout_seconds=0.2)) as client, pytest.MonkeyPatch.context() as patch:
        patch.setattr(questions, "status", lambda view, **_: list(view.rows(endless)))
        answer = client.get("/api/v1/status")
        patch.undo()
        assert (answer.status_code, answer.json()["error"]["type"]) == (504, "too-slow")
        assert client.get("/api/v1/status").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"host": "rebound.example"},
        {"host": "rebound.example", "origin": "http://rebound.example"},
    ],
)
def test_pages_of_other_sites_are_refused(output: Path, headers: dict[str, str]) -> None:
    with serving(output) as client:
        assert client.get("/api/v1/status", headers=headers).status_code == 403
        assert client.get("/api/v1/status", headers={"origin": "http://localhost"}).status_code == 200


def test_every_response_has_the_security_headers(output: Path) -> None:
    with serving(output) as client:
        for address in ("/api/v1/status", "/nowhere", "/healthz", "/api/v1/blast"):
            headers = client.get(address).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["content-security-policy"].startswith("default-src 'none'")
            assert "access-control-allow-origin" not in headers


def test_a_bug_tells_the_log_and_not_the_caller(
    output: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError(f"secret in {output}")

    monkeypatch.setattr(questions, "status", broken)
    with serving(output) as client, caplog.at_level(logging.ERROR, "estategraph"):
        answer = client.get("/api/v1/status")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "secret" in caplog.text


def test_each_request_leaves_one_audit_line_with_the_caller(
    output: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings, tokens = guarded_settings(tmp_path)
    with serving(output, settings) as client, caplog.at_level(logging.INFO, "estategraph.audit"):
        client.get("/api/v1/nodes/storefront%1b]0;x%07", headers=bearing(tokens["ana"]))
    lines = [record.message for record in caplog.records if record.name == "estategraph.audit"]
    assert len(lines) == 1
    assert '"caller": "ana"' in lines[0]
    assert "\x1b" not in lines[0]
    assert tokens["ana"] not in lines[0]


def test_figures_name_routes_and_never_what_was_asked(output: Path) -> None:
    with serving(output) as client:
        client.get("/api/v1/nodes/orders")
        text = client.get("/metrics").text
    assert 'estategraph_requests_total{route="/api/v1/nodes/{name:path}",status="200"} 1.0' in text
    assert "orders" not in text


def test_text_of_repositories_stays_text(tmp_path: Path) -> None:
    graph = shop()
    add_node(graph, NodeLabel.SERVICE, "evil", title="</script><script>alert(1)</script>\x1b[31m")
    with serving(write_shop(tmp_path / "output", graph)) as client:
        answer = client.get("/api/v1/nodes/evil")
    assert answer.headers["content-type"] == "application/json"
    assert "\x1b" not in answer.text
    assert answer.json()["result"]["node"]["properties"]["title"].startswith("</script>")


def test_the_openapi_document_describes_every_route(output: Path) -> None:
    with serving(output) as client:
        document = client.get("/openapi.json").json()
    described = document["paths"]["/api/v1/blast"]["get"]["responses"]
    assert {"200", "400", "404", "422", "429", "504"} <= set(described)


@pytest.mark.parametrize("is_guarded", [True, False])
def test_the_openapi_document_asks_for_a_token_where_the_server_does(
    output: Path, tmp_path: Path, is_guarded: bool
) -> None:
    settings = guarded_settings(tmp_path)[0] if is_guarded else None
    with serving(output, settings) as client:
        document = client.get("/openapi.json").json()
    operation = document["paths"]["/api/v1/status"]["get"]
    assert ("security" in operation, "401" in operation["responses"]) == (is_guarded, is_guarded)
    assert "security" not in document["paths"]["/healthz"]["get"]
