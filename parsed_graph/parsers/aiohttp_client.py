"""aiohttp's ClientSession: its requests, with the session's base URL, are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    made = origin(call, file)
    bases = texts(made.argument("base_url", position=0), made, file) if made and made.name == "ClientSession" else []
    is_open = call.name == "request"
    method = method_of(call.argument("method", position=0), file, "ANY") if is_open else METHODS.get(call.name, "GET")
    url = call.argument("url", position=1 if is_open else 0)
    yield from requests(method, texts(url, call, file), call, file, "aiohttp", bases)


FRAMEWORK = Framework(
    "aiohttp_client",
    languages=("python",),
    calls=(
        CallRule(
            (*METHODS, "request", "ws_connect"), _verb, types=("ClientSession", "RetryClient"), imports=("aiohttp",)
        ),
        CallRule(("request",), _verb, types=("aiohttp",), imports=("aiohttp",)),
    ),
)
