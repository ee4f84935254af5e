"""Go's net/http: HandleFunc and Handle are routes (`"GET /x/{id}"` since Go 1.22); Get, Post, NewRequest with Do are calls.

https://pkg.go.dev/net/http#hdr-Patterns-ServeMux
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall, Literal, ProxyRoute, RouteDecl, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.go_calls import UNKNOWN, function_named, package_of
from parsed_graph.rules.go_routers import go_path, method_named, prefixes, router_kind, router_name
from parsed_graph.rules.http_paths import HTTP_METHODS, joined_path
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PATTERN = re.compile(r"^(?:([A-Z]+)[ \t]+)?([^/ {]*)(/.*)?$")
_SENDING = ("Do", "RoundTrip", "Send", "DoRequest")
_CLIENT = "net/http"


def _handled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) != 2 or router_kind(call, file) not in ("net/http", ""):
        return
    handler = call.arguments[1].node
    function = function_named(handler, call, file)
    proxy = file.origin(handler)
    for text in texts(call.arguments[0].node, call, file):
        method, path = _pattern(text)
        if path is None:
            continue
        for prefix in prefixes(call.receiver, call, file):
            whole = joined_path(prefix, path)
            if proxy is not None and proxy.name == "NewSingleHostReverseProxy":
                yield from _proxied(proxy, whole, file)
            else:
                yield RouteDecl(
                    method, whole, file.span(call.line), "net/http", function, router=router_name(call, file)
                )


def _pattern(text: Text) -> tuple[str, Text | None]:
    """Method and path of a pattern; a path that ends in `/` takes all below it. None for what is no pattern."""
    first = text[0] if text else None
    if not isinstance(first, Literal):
        return "ANY", go_path(text) if (text and len(text) > 1) or (text and text != UNKNOWN) else None
    match = _PATTERN.match(first.text)
    if (
        match is None
        or (match.group(1) and match.group(1) not in HTTP_METHODS)
        or not (match.group(3) or len(text) > 1)
    ):
        return "ANY", None
    path = go_path((Literal(match.group(3) or ""), *text[1:]))
    last = path[-1] if path else None
    if isinstance(last, Literal) and last.text.endswith("/") and path != (Literal("/"),) and "{$}" not in first.text:
        path = (*path[:-1], Literal(last.text + "**"))
    return match.group(1) or "ANY", path


def _proxied(proxy: CallSyntax, path: Text, file: SourceFile) -> Iterator[Fact]:
    plain = path[0].text if len(path) == 1 and isinstance(path[0], Literal) else "/**"
    for target in texts(proxy.argument(position=0), proxy, file):
        yield ProxyRoute(plain, target, file.span(proxy.line), "net/http", function=proxy.caller)


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`http.Get(url)`, `client.Post(url, …)`."""
    owner = package_of(call, file) or file.type_of(call.receiver)
    if owner not in ("net.http", "net.http.Client"):
        return
    method = "POST" if call.name == "PostForm" else call.name.upper()
    for url in texts(call.argument(position=0), call, file) or [UNKNOWN]:
        yield HttpCall(method, url, file.span(call.line), _CLIENT, call.caller)


def _request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A request stands where it is sent, if that is seen, else where it is made."""
    if package_of(call, file) != "net.http" or len(call.arguments) < 3:
        return
    first = int(call.name == "NewRequestWithContext")
    line = next((sending.line for sending in _sendings(call, file)), call.line)
    for url in texts(call.arguments[first + 1].node, call, file) or [UNKNOWN]:
        yield HttpCall(method_named(call.arguments[first].node, file), url, file.span(line), _CLIENT, call.caller)


def _sendings(call: CallSyntax, file: SourceFile) -> Iterator[CallSyntax]:
    for sending in call_index(file).inside(call.function):
        if sending.name in _SENDING and any(file.origin(argument.node) is call for argument in sending.arguments):
            yield sending


FRAMEWORK = Framework(
    "go_net_http",
    ("go",),
    calls=(
        CallRule(("HandleFunc", "Handle"), _handled),
        CallRule(("Get", "Post", "Head", "PostForm"), _sent, imports=("net/http",)),
        CallRule(("NewRequest", "NewRequestWithContext"), _request, imports=("net/http",)),
    ),
)
