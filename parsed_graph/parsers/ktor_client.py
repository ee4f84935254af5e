"""Ktor client: `client.get("http://orders/x")`, or a `url("…")` in the request's block, under the client's `defaultRequest`."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path, path_values, starts_relative
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
_LAMBDA = "lambda_literal"


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A request of an HttpClient; `request` and the `prepare…` forms name the verb in their block, if at all."""
    if not call.arguments or call.receiver is None:
        return
    method = call.name.removeprefix("prepare").upper() if call.name.removeprefix("prepare").lower() in _VERBS else "ANY"
    first = call.arguments[0].node
    urls = _block_urls(call, file) if first.type == _LAMBDA else path_values(first, call.function, call.owner, file)
    for url in urls:
        for base in _bases(file) if starts_relative(url) else [()]:
            yield HttpCall(method, joined_path(base, url), file.span(call.line), "ktor-client", call.caller)


def _block_urls(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The `url("…")` in the block of a request."""
    setters = [inner for inner in call_index(file).within(call.arguments[-1].node) if inner.name == "url"]
    return [
        url
        for inner in setters
        if inner.arguments and inner.arguments[0].node.type != _LAMBDA
        for url in path_values(inner.arguments[0].node, inner.function, inner.owner, file)
    ]


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
