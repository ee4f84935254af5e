"""Smaller HTTP clients of Ruby: RestClient, Typhoeus, Excon, http.rb, HTTPX, and resources of ActiveResource.

https://github.com/rest-client/rest-client https://github.com/typhoeus/typhoeus https://github.com/excon/excon https://github.com/httprb/http
"""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import ConstDecl, Fact, HttpCall
from parsed_graph.framework import CallRule, Framework, TypeRule
from parsed_graph.rules.based_requests import requested
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_requests import METHODS, method_of
from parsed_graph.rules.script_arguments import UNKNOWN, origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_CLIENTS = {
    "RestClient": "rest-client", "Typhoeus": "typhoeus", "Excon": "excon", "HTTP": "http.rb", "HTTPX": "httpx",
    "HTTPClient": "httpclient", "Curl": "curb",
}  # fmt: skip
_PACKAGES = tuple(_CLIENTS)


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`RestClient.get(url)`, `HTTP.auth(token).post(url)`, `Excon.new(base).get(path: "/x")`."""
    start = call_index(file).receivers(call)[0]
    name = file.text(start.receiver).lstrip(":") if start.receiver is not None else ""
    if name in _CLIENTS:
        url = call.argument("url", position=0)
        yield from requested(METHODS[call.name], texts(url, call, file), call, file, _CLIENTS[name], [()])
        return
    index = (
        call.receiver.named_children if call.receiver is not None and call.receiver.type == "element_reference" else []
    )
    made = start if start.is_new else file.origin(index[0]) if len(index) == 2 else origin(call, file)
    if made is not None and made.is_new and made.name in ("Excon", "Resource", "HTTPClient"):
        bases = texts(made.argument("url", position=0), made, file)
        own = call.argument("path", "uri", position=None if made.name == "Resource" else 0)
        path = index[1] if len(index) == 2 else own
        client = "rest-client" if made.name == "Resource" else made.name.lower()
        yield from requested(
            METHODS[call.name], texts(path, call, file) or [()], call, file, client, bases or [UNKNOWN]
        )


def _executed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`RestClient::Request.execute(method: :get, url: url)`, `Typhoeus::Request.new(url, method: :post)`."""
    is_request = call.is_new or file.text(call.receiver).endswith("RestClient::Request")
    url = call.argument("url", position=0)
    if is_request and url is not None:
        client = "typhoeus" if call.is_new else "rest-client"
        yield from requested(method_of(call.argument("method"), file), texts(url, call, file), call, file, client, [()])


def _resource(declared: TypeSyntax, file: SourceFile) -> Iterator[Fact]:
    """`class Order < ActiveResource::Base; self.site = "http://orders"`: what it finds and saves goes there."""
    if not any(base.startswith(("ActiveResource::", "JsonApiClient::")) for base in declared.bases):
        return
    for fact in file.facts:
        if isinstance(fact, ConstDecl) and fact.name == f"{declared.qualified_name}.site":
            yield HttpCall("ANY", fact.value, fact.span, "active-resource", declared.qualified_name)


FRAMEWORK = Framework(
    "rest_client_ruby",
    languages=("ruby",),
    calls=(
        CallRule(tuple(METHODS), _verb, imports=_PACKAGES),
        CallRule(("execute",), _executed, imports=("RestClient",)),
        CallRule(("Request",), _executed, types=("Request",), imports=("Typhoeus",)),
    ),
    types=(TypeRule(("Base", "Resource"), _resource),),
)
