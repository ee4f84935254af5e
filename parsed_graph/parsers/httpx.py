"""HTTPX: module functions, and clients with their base URL, are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_TYPES = ("httpx", "Client", "AsyncClient")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    is_imported = file.imports.get(call.name) == f"httpx.{call.name}"
    if (call.receiver_type == "") != (call.receiver is None and is_imported):
        return
    made = origin(call, file)
    bases = texts(made.argument("base_url"), made, file) if made is not None else []
    method = METHODS.get(call.name) or method_of(call.argument("method", position=0), file, "ANY")
    url = call.argument("url", position=0 if call.name in METHODS else 1)
    yield from requests(method, texts(url, call, file), call, file, "httpx", bases)


FRAMEWORK = Framework(
    "httpx",
    languages=("python",),
    calls=(
        CallRule((*METHODS, "request", "stream", "build_request"), _verb, types=_TYPES, imports=("httpx",)),
        CallRule((*METHODS, "request", "stream"), _verb, types=("",), imports=("httpx.",)),
    ),
)
