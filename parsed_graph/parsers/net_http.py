"""Ruby's Net::HTTP and open-uri: requests of the module, of a started connection, and of request objects are HTTP calls.

https://docs.ruby-lang.org/en/master/Net/HTTP.html
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.based_requests import requested
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import host_and_port
from parsed_graph.rules.http_requests import METHODS, is_path
from parsed_graph.rules.script_arguments import UNKNOWN, texts
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_REQUESTS = {name.capitalize(): method for name, method in METHODS.items()}
_MODULE = {"get": "GET", "get_response": "GET", "get_print": "GET", "post": "POST", "post_form": "POST", "put": "PUT"}
_OF_URI = frozenset({"host", "hostname", "port", "path", "request_uri", "to_s", "scheme"})


def _module_call(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Net::HTTP.get(URI("http://orders/1"))`, `Net::HTTP.get("orders", "/1")`."""
    if file.text(call.receiver).lstrip(":") != "Net::HTTP":
        return
    first, second = call.argument(position=0), call.argument(position=1)
    urls = _urls(first, call, file)
    paths = texts(second, call, file)
    if call.name.startswith("get") and paths and is_path(paths[0]):
        urls = list(joined([literal("http://"), tuple(urls), tuple(paths)]))
    yield from requested(_MODULE[call.name], urls, call, file, "net-http")


def _requested(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`http.request(Net::HTTP::Post.new(uri))`: the URI of the request, or its path at the connection's host."""
    made = file.origin(call.argument("req", position=0))
    if made is None or made.name not in _REQUESTS or not made.is_new:
        return
    first = made.argument("path", position=0)
    urls = _urls(first, made, file)
    bases = _bases(call, file) if not urls or is_path(urls[0]) else [()]
    yield from requested(_REQUESTS[made.name], urls, call, file, "net-http", bases)


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`http.get("/orders")` on a connection."""
    bases = _bases(call, file)
    if bases and call.arguments:
        yield from requested(
            METHODS[call.name], _urls(call.arguments[0].node, call, file), call, file, "net-http", bases
        )


def _bases(call: CallSyntax, file: SourceFile) -> list[Text]:
    """`Net::HTTP.new(host, port)` that the receiver is, or `Net::HTTP.start(host, port) do |http|` around the call."""
    made = file.origin(call.receiver)
    if made is None or not (made.name == "HTTP" and made.is_new):
        around = [
            start
            for start in call_index(file).named("start")
            if start.node.start_byte < call.node.start_byte and call.node.end_byte <= start.node.end_byte
        ]
        made = around[-1] if around and file.text(around[-1].receiver).endswith("Net::HTTP") else None
    return _addresses(made, file) if made is not None else []


def _addresses(made: CallSyntax, file: SourceFile) -> list[Text]:
    host, port = made.argument("address", position=0), made.argument("port", position=1)
    uri = _of_uri(host, file)
    if uri is not None:
        return texts(uri, made, file) or [UNKNOWN]
    found = host_and_port(texts(host, made, file), texts(port, made, file))
    return list(joined([literal("http://"), tuple(found)])) if found else [UNKNOWN]


def _urls(node: Node | None, call: CallSyntax, file: SourceFile) -> list[Text]:
    """A URL; of `uri.request_uri` the URI itself."""
    uri = _of_uri(node, file)
    return texts(uri if uri is not None else node, call, file)


def _of_uri(node: Node | None, file: SourceFile) -> Node | None:
    """The URI whose part an expression is: `uri` of `uri.host`."""
    if node is None or node.type != "call":
        return None
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    is_part = method is not None and file.text(method) in _OF_URI and node.child_by_field_name("arguments") is None
    return receiver if is_part else None


def _opened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`URI.open("http://…")`, `URI("http://…").open`."""
    if file.text(call.receiver) == "URI" and call.arguments:
        yield from requested("GET", _urls(call.arguments[0].node, call, file), call, file, "open-uri")


FRAMEWORK = Framework(
    "net_http",
    languages=("ruby",),
    calls=(
        CallRule(tuple(_MODULE), _module_call, types=("HTTP",)),
        CallRule(("request",), _requested, imports=("Net", "net/")),
        CallRule(tuple(METHODS), _verb, imports=("Net", "net/")),
        CallRule(("open",), _opened),
    ),
)
