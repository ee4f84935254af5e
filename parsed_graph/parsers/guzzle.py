"""Guzzle: requests of a client with its `base_uri` are HTTP calls. https://docs.guzzlephp.org/en/stable/"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.based_requests import requested
from parsed_graph.rules.http_requests import METHODS, method_of
from parsed_graph.rules.script_arguments import UNKNOWN, entry_of, option, origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_TYPES = ("Client", "ClientInterface", "GuzzleClient", "Guzzle", "HttpClient", "GuzzleHttpClient", "GuzzleAdapter")
_PACKAGES = ("GuzzleHttp", "Psr.Http.Client")
_ASYNC = {f"{name}Async": method for name, method in METHODS.items()}


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`$client->get('/orders')`, `$client->request('GET', '/orders')`."""
    is_request = call.name.startswith("request")
    method = (METHODS | _ASYNC).get(call.name) or method_of(call.argument("method", position=0), file, "ANY")
    url = call.argument("uri", position=1 if is_request else 0)
    own = texts(option(call, file, "base_uri"), call, file)
    yield from requested(method, texts(url, call, file), call, file, "guzzle", own or _bases(call, file), resolves=True)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`$client->send(new Request('GET', $uri))`; Unknown where another place made the request."""
    made = file.origin(call.argument("request", position=0))
    if made is None or made.name not in ("Request", "ServerRequest", "createRequest"):
        return
    method = method_of(made.argument("method", position=0), file, "ANY")
    yield from requested(
        method,
        texts(made.argument("uri", position=1), made, file),
        call,
        file,
        "guzzle",
        _bases(call, file),
        resolves=True,
    )


def _bases(call: CallSyntax, file: SourceFile) -> list[Text]:
    made = origin(call, file)
    if made is None or not made.is_new:
        return [UNKNOWN]
    return texts(_base(made, file), made, file) or [()]


def _base(made: CallSyntax, file: SourceFile) -> Node | None:
    config = made.argument("config", position=0)
    found = entry_of(config, file, "base_uri", "base_url")
    if found is not None or config is None:
        return found
    # `$config['base_uri'] = …` before the client is made.
    merged = file.origin(config)
    arguments = merged.arguments if merged is not None and merged.name in ("array_merge", "array_replace") else []
    return next((n for a in arguments if (n := entry_of(a.node, file, "base_uri")) is not None), None)


FRAMEWORK = Framework(
    "guzzle",
    languages=("php",),
    calls=(
        CallRule((*METHODS, *_ASYNC, "request", "requestAsync"), _verb, types=_TYPES, imports=_PACKAGES),
        CallRule(("send", "sendAsync", "sendRequest"), _sent, types=_TYPES, imports=_PACKAGES),
    ),
)
