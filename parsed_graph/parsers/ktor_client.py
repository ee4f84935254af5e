"""Ktor client: `client.get("http://orders/x")`, or `url("…")` or `url { host = "orders" }` in the request's block, under the client's `defaultRequest`."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, HttpCall, Literal, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path, path_values, starts_relative
from parsed_graph.syntax.alternatives import Alternatives, joined, literal
from parsed_graph.syntax.nodes import named, text_of
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
_LAMBDA = "lambda_literal"
_METHOD = re.compile(r"\bmethod\s*=\s*HttpMethod\.(\w+)")
_PATHS = ("path", "appendPathSegments", "appendEncodedPathSegments")


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A request of an HttpClient; `request` and the `prepare…` forms name the verb in their block, if at all."""
    if not call.arguments or call.receiver is None:
        return
    verb = call.name.removeprefix("prepare").lower()
    stated = _METHOD.search(file.text(call.arguments[-1].node))
    method = verb.upper() if verb in _VERBS else stated[1].upper() if stated else "ANY"
    first = call.arguments[0].node
    urls = _block_urls(call, file) if first.type == _LAMBDA else path_values(first, call.function, call.owner, file)
    for url in urls:
        for base in _bases(file) if starts_relative(url) else [()]:
            yield HttpCall(method, joined_path(base, url), file.span(call.line), "ktor-client", call.caller)


def _block_urls(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The `url("…")`, `url(host = "…")` and `url { host = "…" }` in the block of a request."""
    found: list[Text] = []
    for inner in call_index(file).within(call.arguments[-1].node):
        if inner.name != "url" or not inner.arguments:
            continue
        first = inner.arguments[0]
        if first.name or first.node.type == _LAMBDA:
            found += _built(inner, file)
        else:
            found += path_values(first.node, inner.function, inner.owner, file)
    return found


def _built(setter: CallSyntax, file: SourceFile) -> Alternatives:
    """The URL of the parts that are given by name, or in a block; one without a host is relative."""
    given = {argument.name: argument.node for argument in setter.arguments if argument.name}
    block = setter.arguments[-1].node
    segments: list[Node] = []
    if block.type == _LAMBDA:
        for statement in named(block):
            left, right = statement.child_by_field_name("left"), statement.child_by_field_name("right")
            if statement.type == "assignment" and left is not None and right is not None:
                given[text_of(left)] = right
        inside = call_index(file).within(block)
        segments = [a.node for inner in inside if inner.name in _PATHS for a in inner.arguments]
    path = given.get("path") or given.get("encodedPath")
    pieces: list[Alternatives] = []
    if "host" in given:
        scheme = text_of(given.get("protocol") or given.get("scheme"))
        pieces += [
            literal("https://" if "https" in scheme.lower() else "http://"),
            _lowered(given["host"], setter, file),
        ]
        pieces += [literal(":"), _lowered(given["port"], setter, file)] if "port" in given else []
    for segment in [path] if path else segments:
        pieces += [literal("/"), tuple([_bare(text) for text in _lowered(segment, setter, file)])]
    return joined(pieces) if pieces else ()


def _lowered(node: Node, call: CallSyntax, file: SourceFile) -> Alternatives:
    return tuple(path_values(node, call.function, call.owner, file))


def _bare(text: Text) -> Text:
    first = text[0] if text else None
    return (Literal(first.text.lstrip("/")), *text[1:]) if isinstance(first, Literal) else text


def _bases(file: SourceFile) -> list[Text]:
    """The addresses that `defaultRequest { url("…") }` gives in this file."""
    index = call_index(file)
    found: list[Text] = []
    for default in index.named("defaultRequest", "DefaultRequest", "install"):
        if default.name == "install" and "DefaultRequest" not in file.text(
            default.arguments[0].node if default.arguments else None
        ):
            continue
        if default.arguments:
            found += _block_urls(default, file)
    return list(dict.fromkeys(found)) or [()]


FRAMEWORK = Framework(
    "ktor_client",
    ("kotlin",),
    calls=(
        CallRule(
            (*_VERBS, "request", "prepareGet", "preparePost", "prepareRequest"),
            request,
            types=("HttpClient",),
            imports=("io.ktor.client",),
        ),
    ),
)
