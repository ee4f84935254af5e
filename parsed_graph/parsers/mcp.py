"""Model Context Protocol over HTTP: a client's connection is an HTTP call, a FastMCP server serves `/mcp`."""

from collections.abc import Iterator

from parsed_graph.facts import ApplicationDecl, Fact, Literal, RouteDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import requests
from parsed_graph.rules.script_arguments import literal_text, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CLIENTS = ("streamablehttp_client", "streamable_http_client", "sse_client", "StreamableHttpTransport", "SSETransport")
_TRANSPORTS = {"http": "/mcp", "streamable-http": "/mcp", "sse": "/sse"}


def _connected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from requests("POST", texts(call.argument("url", position=0), call, file), call, file, "mcp")


def _served(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    path = _TRANSPORTS.get(literal_text(call.argument("transport", position=0), file))
    if path is not None:
        yield ApplicationDecl(file.span(call.line), file.language, "fastmcp")
        yield RouteDecl("ANY", (Literal(path),), file.span(call.line), "mcp", call.caller)


FRAMEWORK = Framework(
    "mcp",
    languages=("python",),
    calls=(
        CallRule(_CLIENTS, _connected, imports=("mcp", "fastmcp")),
        CallRule(("run", "run_async"), _served, types=("FastMCP",), imports=("mcp", "fastmcp")),
    ),
)
