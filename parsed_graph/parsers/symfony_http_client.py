"""Symfony's HttpClient: `$client->request('GET', $url)` is an HTTP call, with the base of the client that it is called on.

https://symfony.com/doc/current/http_client.html
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact, Setting, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.based_requests import requested
from parsed_graph.rules.http_requests import method_of
from parsed_graph.rules.script_arguments import UNKNOWN, option, origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_TYPES = (
    "HttpClientInterface", "HttpClient.create", "HttpClient.createForBaseUri", "ScopingHttpClient", "CurlHttpClient",
    "NativeHttpClient", "HttpClientInterface.withOptions", "HttpClient", "ScopingHttpClient.forBaseUri", "HttpBrowser",
    "RetryableHttpClient", "TraceableHttpClient", "HttpClient.create.withOptions",
)  # fmt: skip
_PACKAGES = ("Symfony.Contracts.HttpClient", "Symfony.Component.HttpClient")


def _request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    method = method_of(call.argument("method", position=0), file, "ANY")
    own = texts(option(call, file, "base_uri"), call, file)
    urls = texts(call.argument("url", position=1), call, file)
    yield from requested(method, urls, call, file, "symfony-http-client", own or _bases(call, file), resolves=True)


def _bases(call: CallSyntax, file: SourceFile) -> list[Text]:
    made = origin(call, file)
    if made is None:
        return _scoped(call, file)
    base = option(made, file, "base_uri")
    if made.name in ("createForBaseUri", "forBaseUri"):
        base = made.argument("baseUri", position=0 if made.name == "createForBaseUri" else 1)
    return texts(base, made, file) or [()]


def _scoped(call: CallSyntax, file: SourceFile) -> list[Text]:
    """A scoped client is injected by its name: `HttpClientInterface $ordersClient` is `orders.client` of the configuration."""
    name = file.text(call.receiver).removeprefix("$this->").lstrip("$")
    if name.lower() in ("client", "httpclient", "http") or not name.isidentifier():
        return [UNKNOWN]
    return [(Setting(f"framework.http_client.scoped_clients.{name}.base_uri"),)]


FRAMEWORK = Framework(
    "symfony_http_client",
    languages=("php",),
    calls=(CallRule(("request",), _request, types=_TYPES, imports=_PACKAGES),),
)
