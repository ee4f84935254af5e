"""Tools, resources and prompts, asked by the protocol's own client: in process, over standard streams, over HTTP."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from mcp import Client, MCPError, StdioServerParameters

from parsed_graph.snapshot.run_report import RunReport
from parsed_graph.store import write_snapshot
from parsed_graph.view import EVERYBODY, Principal
from pipelines.serving.mcp_server import make_server
from pipelines.serving.service import open_service
from tests.pipelines.serving.http.served_estate import settings_file
from tests.small_estate import shop, write_shop

Result = TypeVar("Result")
ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "pipelines.serving.cli"]


def ask(
    output: Path,
    work: Callable[[Client], Coroutine[None, None, Result]],
    principal: Principal = EVERYBODY,
    **limits: object,
) -> Result:
    service = open_service(output, settings_file(output.parent, serve=limits))

    async def run() -> Result:
        async with Client(make_server(service, lambda _: principal)) as client:
            return await work(client)

    try:
        return asyncio.run(run())
    finally:
        service.close()


async def text_of(client: Client, tool: str, **arguments: object) -> tuple[bool, str]:
    result = await client.call_tool(tool, arguments)
    return bool(result.is_error), "".join(block.text for block in result.content if block.type == "text")


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return write_shop(tmp_path / "output")


def test_tools_are_named_as_the_commands_and_describe_themselves_in_short(output: Path) -> None:
    tools = ask(output, lambda client: client.list_tools()).tools
    assert {"impact", "blast", "path", "consumers", "callers", "show", "cypher", "status"} <= {t.name for t in tools}
    assert all(tool.description and len(tool.description) < 200 for tool in tools)
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)


def test_an_answer_cites_places_and_names_its_snapshot(output: Path) -> None:
    failed, text = ask(output, lambda client: text_of(client, "callers", endpoint="GET /orders/{}"))
    assert not failed
    assert "Service(storefront)" in text
    assert "shop:src/Client.java:31" in text
    assert "\nSnapshot " in text


def test_an_old_snapshot_is_said_to_be_old(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "output", shop(), [], RunReport(finished_at="2020-01-31T06:00:00+00:00"))
    _, text = ask(tmp_path / "output", lambda client: text_of(client, "consumers", topic="orders-events"))
    assert "of 2020-01-31T06:00:00+00:00; " in text
    assert "out of date" in text


def test_an_unknown_name_is_an_error_that_an_agent_can_mend(output: Path) -> None:
    failed, text = ask(output, lambda client: text_of(client, "blast", node="ordres"))
    assert failed
    assert "did you mean" in text


def test_a_long_answer_is_cut_at_a_line_and_says_so(output: Path) -> None:
    _, text = ask(output, lambda client: text_of(client, "status"), answer_tokens=100)
    assert "more lines; ask for less of it" in text


def test_a_caller_sees_what_the_policy_shows(output: Path) -> None:
    guest = Principal("guest", frozenset({"service:orders"}))
    failed, text = ask(output, lambda client: text_of(client, "show", node="orders"), principal=guest)
    assert failed
    assert "Service(orders)" not in text
    failed, _ = ask(output, lambda client: text_of(client, "cypher", query="MATCH (n) RETURN n"), principal=guest)
    assert failed


def test_without_a_snapshot_no_place_of_the_server_is_named(tmp_path: Path) -> None:
    async def both(client: Client) -> str:
        _, text = await text_of(client, "status")
        try:
            await client.read_resource("estategraph://communities/all")
        except MCPError as error:
            return text + str(error)
        return "answered"

    text = ask(tmp_path / "output", both)
    assert text.count("there is no snapshot to answer from") == 2
    assert str(tmp_path) not in text


def test_prompts_name_what_they_are_given(output: Path) -> None:
    prompt = ask(output, lambda client: client.get_prompt("before_change", {"service": "orders"}))
    block = prompt.messages[0].content
    assert block.type == "text"
    assert "`orders`" in block.text


def test_it_speaks_over_standard_streams(output: Path) -> None:
    server = StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:], "mcp", "--output", str(output)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=output.parent,
    )

    async def run() -> tuple[bool, str]:
        async with Client(server) as client:
            return await text_of(client, "consumers", topic="orders-events")

    failed, text = asyncio.run(run())
    assert not failed
    assert "Service(mail)" in text


@pytest.fixture
def address(output: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*COMMAND, "serve", "--output", str(output), "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=output.parent, env=environment, stderr=subprocess.DEVNULL) as server:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def test_it_speaks_over_http_beside_the_other_routes(address: str) -> None:
    async def run() -> tuple[bool, str]:
        async with Client(f"{address}/mcp") as client:
            return await text_of(client, "path", source="storefront", target="orders-db")

    failed, text = asyncio.run(run())
    assert not failed
    assert "Service(storefront)" in text


def test_a_snapshot_without_communities_is_not_taken_for_none(output: Path) -> None:
    async def tree(client: Client) -> str:
        try:
            await client.read_resource("estategraph://communities/all")
        except MCPError as error:
            return str(error)
        return "answered"

    assert "written without communities; a run writes them. Run: estategraph index PATH" in ask(output, tree)
