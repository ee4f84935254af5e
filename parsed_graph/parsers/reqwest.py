"""HTTP clients of Rust: reqwest, awc, ureq, surf, isahc and hyper's request builder.

https://docs.rs/reqwest https://docs.rs/awc https://docs.rs/ureq
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.based_requests import requested
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import http_method
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("reqwest", "awc", "ureq", "surf", "isahc", "attohttpc", "reqwest_middleware", "reqwest_retry")
_MODULES = frozenset({"reqwest", "ureq", "surf", "isahc", "attohttpc", "blocking", "reqwest::blocking", "minreq"})
_TYPES = frozenset(
    {"Client", "ClientWithMiddleware", "Agent", "ClientBuilder", "AgentBuilder", "HttpClient", "HttpClientBuilder"}
)


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`reqwest::get(url)`, `client.post(url)`, `client.request(Method::PUT, url)`."""
    if call.receiver is None or not call.arguments or not _is_client(call, file):
        return
    is_request = call.name == "request"
    method = http_method(call.arguments[0].node, file) if is_request else METHODS[call.name]
    url = call.argument(position=1 if is_request else 0)
    yield from requested(method, texts(url, call, file), call, file, _crate(file), [()])


def _is_client(call: CallSyntax, file: SourceFile) -> bool:
    if file.text(call.receiver) in _MODULES:
        return True
    head = call.receiver_type.partition(".")[0]
    if head in _TYPES or head in _MODULES:
        return not file.imports_any(("redis.Client", "mongodb.Client")) or "reqwest" in head or len(call.arguments) == 1
    name = file.text(call.receiver).rpartition(".")[2].lower() if call.receiver is not None else ""
    return not head and name in ("client", "http_client", "http", "reqwest_client", "agent", "req_client")


def _crate(file: SourceFile) -> str:
    return next((name for name in _PACKAGES if file.imports_any((name,))), "reqwest").partition("_")[0]


def _built(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """hyper: `Request::builder().method("POST").uri("http://orders")`, sent by a client of this file."""
    chain = call_index(file).chain(call)
    if not chain or chain[0].name != "builder" or not _sends(file):
        return
    method = next(
        (http_method(link.arguments[0].node, file) for link in chain if link.name == "method" and link.arguments), "GET"
    )
    yield from requested(method, texts(call.argument(position=0), call, file), call, file, "hyper", [()])


def _sends(file: SourceFile) -> bool:
    return any(call.name in ("request", "send_request") and call.receiver is not None for call in file.calls)


FRAMEWORK = Framework(
    "reqwest",
    languages=("rust",),
    calls=(
        CallRule((*METHODS, "request"), _verb, imports=_PACKAGES),
        CallRule(("uri",), _built, imports=("hyper", "http.Request")),
    ),
)
