"""Tools, resources and prompts for coding agents, over the Model Context Protocol.

A tool is a command: it has its name, takes its arguments and answers with its text, cut to a token budget, with places cited and
the snapshot named. Over HTTP the caller is the one that the bearer token belongs to; over stdio the one that `--as` names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from parsed_graph.errors import EstateError, SnapshotError
from parsed_graph.schema import RUNTIME_KINDS
from parsed_graph.view import Principal, View
from pipelines.impact.reach import DEPTH
from pipelines.serving import questions
from pipelines.serving.live_snapshots import SnapshotAge
from pipelines.serving.questions import Answered
from pipelines.serving.service import Service
from pipelines.serving.terminal import captured
from pipelines.serving.token_budget import within_budget
from prompts.prompt import load_prompt

FindPrincipal = Callable[[Context], Principal]
Run = Annotated[
    str, Field(min_length=1, max_length=64, description="A run's number, a snapshot's id, previous or current")
]
Node = Annotated[str, Field(min_length=1, max_length=500, description="Name, alias, id or Label(name)")]
_READ_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_NO_SNAPSHOT = "there is no snapshot to answer from. Run: estategraph index PATH"
"""The error's own message names a folder of the server."""
_INSTRUCTIONS = (
    "A graph of this estate's services, endpoints, topics, databases, owners and decision records, parsed from code and "
    "configuration. Every fact cites its place. Ask it before changing a service, and for who calls, consumes or depends on what."
)


def make_server(service: Service, find_principal: FindPrincipal) -> MCPServer:
    """The server; `find_principal` says who makes a request, and raises AccessError for whoever may not."""
    server: MCPServer = MCPServer("estategraph", instructions=_INSTRUCTIONS, log_level="WARNING")
    tools = _Tools(service, find_principal)
    for tool in (
        tools.ask,
        tools.impact,
        tools.blast,
        tools.path,
        tools.consumers,
        tools.callers,
        tools.show,
        tools.diff,
        tools.cypher,
        tools.status,
    ):
        server.add_tool(tool, annotations=_READ_ONLY, structured_output=False)
    _add_resources(server, tools)
    _add_prompts(server)
    return server


class _Tools:
    def __init__(self, service: Service, find_principal: FindPrincipal) -> None:
        self._service = service
        self._find_principal = find_principal

    async def ask(self, context: Context, question: Annotated[str, Field(min_length=1, max_length=2_000)]) -> str:
        """A question in plain words about the estate: who calls, consumes, owns, depends; what a subsystem does; what documents say."""
        parts = self._service.parts
        return await self.answer(context, lambda view: questions.ask(view, question, parts, RUNTIME_KINDS))

    async def impact(
        self,
        context: Context,
        name: Node,
        of: Literal["service", "adr"] = "service",
        depth: Annotated[int, Field(ge=0, le=10, description="Hops of dependencies")] = DEPTH,
    ) -> str:
        """Which decisions bind a service, with incidents and whom to ask; or what hangs on a decision record (of: adr)."""
        ask = questions.impact_service if of == "service" else questions.impact_adr
        return await self.answer(context, lambda view: ask(view, name, depth, RUNTIME_KINDS))

    async def blast(
        self,
        context: Context,
        node: Node,
        depth: Annotated[int, Field(ge=0, le=50, description="Hops; 0 is all")] = 0,
    ) -> str:
        """Who is hit if a service, database, topic, event, library or endpoint fails, by hop, with owners."""
        return await self.answer(context, lambda view: questions.blast(view, node, depth, RUNTIME_KINDS))

    async def path(self, context: Context, source: Node, target: Node) -> str:
        """How requests and messages get from one node to another."""
        return await self.answer(context, lambda view: questions.path(view, source, target, 3, RUNTIME_KINDS))

    async def consumers(self, context: Context, topic: Node) -> str:
        """Which services consume a topic or an event."""
        return await self.answer(context, lambda view: questions.consumers(view, topic))

    async def callers(self, context: Context, endpoint: Node) -> str:
        """Which services and functions call an endpoint, such as `POST /orders`, directly or through a gateway."""
        return await self.answer(context, lambda view: questions.callers(view, endpoint))

    async def show(self, context: Context, node: Node) -> str:
        """A node with its edges and their places; a decision record or postmortem; or a subsystem's report (`orders subsystem`)."""
        return await self.answer(context, lambda view: questions.show(view, node))

    async def diff(self, context: Context, before: Run = "previous", after: Run = "current") -> str:
        """What came and went between two kept runs of the index."""
        return await self.said(
            lambda: self._service.compare(
                self._find_principal(context), (before, after), lambda *views: captured(questions.diff(*views).say)
            )
        )

    async def cypher(
        self, context: Context, query: Annotated[str, Field(min_length=1, max_length=10_000, description="Read-only")]
    ) -> str:
        """Rows of a read-only Cypher query over labels such as Service, Endpoint, Topic, ADR and their edges."""
        limits = self._service.settings.query
        seconds = min(limits.cypher_seconds, self._service.settings.serve.timeout_seconds)
        return await self.answer(context, lambda view: questions.cypher(view, query, {}, limits.cypher_rows, seconds))

    async def status(self, context: Context) -> str:
        """What the graph holds, how fresh it is, and how reading each repository went."""
        return await self.answer(context, questions.status)

    async def answer(self, context: Context, question: Callable[[View], Answered]) -> str:
        """The text of an answer. Raises ToolError for what the caller can mend."""
        return await self.said(lambda: self.text(context, question))

    async def said(self, say: Callable[[], str]) -> str:
        """What is said in a thread. Raises ToolError for what the caller can mend."""
        try:
            return await self.in_thread(say)
        except SnapshotError as error:
            raise ToolError(_NO_SNAPSHOT) from error
        except EstateError as error:
            raise ToolError(str(error)) from error
        except TimeoutError as error:
            raise ToolError("the question took too long") from error

    def text(self, context: Context, question: Callable[[View], Answered]) -> str:
        """The text of an answer within the token budget, and where it comes from."""
        service = self._service

        def ask(view: View) -> str:
            said = captured(question(view).say)
            return within_budget(said, service.settings.serve.answer_tokens) + _source(
                service.snapshots.age(view.snapshot)
            )

        return service.ask(self._find_principal(context), None, ask)

    async def in_thread(self, work: Callable[[], str]) -> str:
        """Does some work in a thread, within the time that a request has."""
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(self._service.threads, work)
        return await asyncio.wait_for(asked, self._service.settings.serve.timeout_seconds)


def _source(age: SnapshotAge) -> str:
    old = f"; {age.age_seconds // 86_400} days old, so it may be out of date" if age.is_stale else ""
    return f"\nSnapshot {age.id} of {age.written_at}{old}\n"


def _add_resources(server: MCPServer, tools: _Tools) -> None:
    async def read(context: Context, question: Callable[[View], Answered]) -> str:
        try:
            return await tools.in_thread(lambda: tools.text(context, question))
        except SnapshotError as error:
            raise ResourceError(_NO_SNAPSHOT) from error
        except EstateError as error:
            raise ResourceError(str(error)) from error

    @server.resource("estategraph://communities/{name}", mime_type="text/plain")
    async def community(name: str, context: Context) -> str:
        """The report of one subsystem, by title or id; `all` is the tree of them."""
        if name == "all":
            return await read(context, lambda view: questions.communities(view, None))
        return await read(context, lambda view: questions.show(view, f"{name} subsystem"))

    @server.resource("estategraph://adr/{name}", mime_type="text/plain")
    async def record(name: str, context: Context) -> str:
        """A decision record, by number or title: services, supersession, references, decisions."""
        return await read(context, lambda view: questions.show(view, name))


def _add_prompts(server: MCPServer) -> None:
    @server.prompt(title="Before I change a service")
    def before_change(service: str, change: str = "as described above") -> str:
        """What a change touches: decisions, callers, consumers, who is hit, whom to ask."""
        return load_prompt("before_change").fill("user", service=service, change=change)

    @server.prompt(title="Write an ADR")
    def write_adr(title: str, services: str) -> str:
        """A decision record that knows what is decided already and who depends on what it concerns."""
        return load_prompt("write_adr").fill("user", title=title, services=services)
