"""Random policies over the example estate, asked over HTTP and MCP: no body, header, error, event or figure says a hidden name."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from pipelines.serving.cli import estategraph
from tests.pipelines.serving.http.served_estate import bearing, guarded_settings, serving

SHOP = Path(__file__).parents[3] / "examples" / "shop"
TRUTH = yaml.safe_load((SHOP / "expected.yaml").read_text(encoding="utf-8"))
OWN = sorted(service["name"] for service in TRUTH["services"] if service["role"] in ("application", "gateway"))
"""The other services are shared: whoever touches them sees them."""

SYSTEMS = {service["name"]: service.get("system", "") for service in TRUTH["services"]}
EVENTS = {"accept": "text/event-stream"}
RPC = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Path, dict[str, str]]]:
    folder = tmp_path_factory.mktemp("served")
    output = str(folder / "output")
    for _ in range(2):  # two runs, so that there is something to compare
        estategraph.main(["index", str(SHOP), "--output", output], standalone_mode=False)
    file, tokens = guarded_settings(folder)
    with serving(folder / "output", file) as client:
        yield client, folder, tokens


def requests(visible: list[str], hidden: list[str]) -> Iterator[tuple[str, str, object]]:
    """(method, address, body); `visible` names are asked about in full, hidden ones with their last letter missing."""
    yield from (
        ("GET", f"/api/v1/{route}", None) for route in ("status", "communities", "graph", "diff", "impact/diff")
    )
    yield from (("GET", address, None) for address in ("/metrics", "/readyz", "/nowhere"))
    yield "POST", "/api/v1/cypher", {"query": "MATCH (n) RETURN n.id"}
    yield from (("GET", f"/api/v1/nodes/{name}", None) for name in (*visible, *(name[:-1] for name in hidden)))
    for question in ("List all services", "Which topics are there?", "How does retrying work?"):
        yield from asked(question)
    for name in visible:
        yield from (
            ("GET", f"/api/v1/blast?node={name}&kinds=config&kinds=other&confidence=0.3", None),
            ("GET", f"/api/v1/path?source={name}&target={visible[0]}", None),
            ("GET", f"/api/v1/path?source={name}&target=nothing", None),
            ("GET", f"/api/v1/impact/service?name={name}&depth=3", None),
            ("GET", f"/api/v1/impact/adr?record={name}", None),
            ("GET", f"/api/v1/graph?node={name}&depth=3&confidence=0.3", None),
            ("GET", f"/api/v1/nodes/{name} subsystem", None),
            ("GET", f"/api/v1/consumers?topic={name}", None),
            ("GET", f"/api/v1/callers?endpoint={name}", None),
        )
        yield from asked(f"Who depends on {name}?")
    for tool, arguments in tools(visible):
        yield "POST", "/mcp", rpc("tools/call", name=tool, arguments=arguments)
    for uri in ("communities/all", *(f"communities/{name}" for name in visible), "adr/ADR-5", "adr/nothing"):
        yield "POST", "/mcp", rpc("resources/read", uri=f"estategraph://{uri}")
    yield "POST", "/mcp", rpc("resources/list")


def asked(question: str) -> Iterator[tuple[str, str, object]]:
    yield "POST", "/api/v1/ask", {"question": question}
    yield "STREAM", "/api/v1/ask", {"question": question}
    yield "POST", "/api/v1/flow/any/service/graph-rag", {"query": question, "user": "ops"}
    yield "POST", "/api/v1/flow/any/service/graph-rag", {"query": question, "streaming": True}


def tools(visible: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    yield from (("status", {}), ("diff", {}), ("cypher", {"query": "MATCH (n) RETURN n.id"}))
    yield "ask", {"question": "Which decisions are in force?"}
    for name in visible:
        yield from (("show", {"node": name}), ("blast", {"node": name}), ("impact", {"name": name}))
        yield from (("path", {"source": name, "target": visible[0]}), ("ask", {"question": f"What does {name} do?"}))
        yield from (("consumers", {"topic": name}), ("callers", {"endpoint": name}))


def rpc(method: str, **params: object) -> object:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def said(client: TestClient, method: str, address: str, body: object, token: str) -> str:
    """Everything that comes back."""
    headers = bearing(token) | (RPC if address == "/mcp" else EVENTS if method == "STREAM" else {})
    answer = client.request("POST" if method == "STREAM" else method, address, json=body, headers=headers)
    assert answer.status_code < 500, (method, address, answer.text)
    return f"{answer.headers}\n{answer.text}"


@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
@given(visible=st.sets(st.sampled_from(OWN), max_size=3), documents=st.booleans(), crossings=st.booleans())
def test_no_answer_says_the_name_of_a_hidden_service(
    served: tuple[TestClient, Path, dict[str, str]], visible: set[str], documents: bool, crossings: bool
) -> None:
    client, folder, tokens = served
    policy = {
        "callers": {"ana": ["some"], "ops": ["all"]},
        "groups": {
            "some": {"services": sorted(visible), "documents": ["docs/*"] if documents else []},
            "all": {"everything": True},
        },
        "crossings": [{"from": "*", "to": "*"}] if crossings else [],
    }
    (folder / "policy.yaml").write_text(json.dumps(policy))
    told = {word for name in visible for word in (*name.split("-"), SYSTEMS[name])}
    hidden = [name for name in OWN if name not in visible and name not in told]
    pattern = re.compile(rf"(?<![a-z])({'|'.join(map(re.escape, hidden)) or '(?!)'})(?![a-z])", re.I)
    for number, (method, address, body) in enumerate(requests(sorted(visible), hidden)):
        if number % 8 == 0:  # somebody else asks in between: what was worked out for them must not be handed on
            said(client, method, address, body, tokens["ops"])
        answer = said(client, method, address, body, tokens["ana"])
        found = pattern.search(answer)
        assert found is None, (method, address, body, answer[max(found.start() - 200, 0) : found.end() + 100])


def test_each_token_stands_for_its_own_caller(served: tuple[TestClient, Path, dict[str, str]]) -> None:
    client, folder, tokens = served
    policy = {
        "callers": {"ana": ["some"], "ops": ["all"]},
        "groups": {"some": {"services": ["fraud"]}, "all": {"everything": True}},
    }
    (folder / "policy.yaml").write_text(json.dumps(policy))
    asked = ("POST", "/mcp", rpc("tools/call", name="show", arguments={"node": "orders-api"}))
    assert "Service(orders-api)" in said(client, *asked, tokens["ops"])
    assert "Service(orders-api)" not in said(client, *asked, tokens["ana"])
    for address in ("/mcp", "/api/v1/ask", "/api/v1/flow/any/service/graph-rag"):
        for headers in ({}, bearing("eg_no"), {"authorization": f"Basic {tokens['ops']}"}):
            refused = client.post(address, json={"query": "x"}, headers=headers)
            assert (refused.status_code, refused.json()) == (401, {"error": "Unauthorized"}), address
            assert "orders" not in refused.text
