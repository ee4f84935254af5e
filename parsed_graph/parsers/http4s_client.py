"""http4s client: `Request(Method.POST, uri)`, `POST(body, uri)` and `client.expect[A](uri)` are requests."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, HttpCall
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import http_methods, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("org.http4s",)
_CLIENT = ("org.http4s.client", "org.http4s.ember.client", "org.http4s.blaze.client")
_SENDING = (
    "expect", "expectOr", "expectOption", "expectOptionOr", "fetchAs", "get", "status", "statusFromUri", "statusFromString",
    "getAs",
)  # fmt: skip
_VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")


def made(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Request[F](method = Method.POST, uri = base / "orders")`."""
    node = call.argument("uri", position=1)
    if node is not None:
        method = call.argument("method", position=0)
        yield from _sent(http_methods(method, file)[0] if method is not None else "GET", node, call, file)


def built(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`POST(body, uri)` of the client's DSL: the URI is the argument that is an address."""
    for argument in call.arguments[:2]:
        texts = path_values(argument.node, call.function, call.owner, file)
        is_address = argument.name == "uri" or len(call.arguments) == 1 or _is_uri(argument.node, file)
        for url in texts if is_address else ():
            yield HttpCall(call.name, url, file.span(call.line), "http4s-client", call.caller)


def expected(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`client.expect[Order](uri)`; one with a request says nothing that the request does not."""
    node = call.argument(position=0)
    origin = file.origin(node) if node is not None else None
    is_request = origin is not None and (origin.name in (*_VERBS, "Request") or origin.name.startswith("with"))
    if node is not None and not is_request and file.type_of(node) != "Request":
        yield from _sent("GET", node, call, file)


def _sent(method: str, node: Node, call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for url in path_values(node, call.function, call.owner, file):
        yield HttpCall(method, url, file.span(call.line), "http4s-client", call.caller)


def _is_uri(node: Node, file: SourceFile) -> bool:
    written = file.text(file.value(node) or node)
    return written.startswith(('uri"', "Uri", "uri", "base")) or "://" in written or file.type_of(node) == "Uri"


FRAMEWORK = Framework(
    "http4s_client",
    ("scala",),
    calls=(
        CallRule(("Request",), made, imports=_IMPORTS),
        CallRule(_VERBS, built, imports=("org.http4s.client",)),
        CallRule(_SENDING, expected, types=("Client",), imports=_CLIENT),
    ),
)
