"""websockets and websocket-client (Python): connecting is an HTTP call that upgrades."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import requests
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def _connect(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from requests("GET", texts(call.argument("uri", "url", position=0), call, file), call, file, "websocket")


FRAMEWORK = Framework(
    "websocket_py",
    languages=("python",),
    calls=(
        CallRule(("connect",), _connect, types=("websockets",), imports=("websockets",)),
        CallRule(("create_connection", "WebSocketApp"), _connect, types=("websocket", ""), imports=("websocket",)),
    ),
)
