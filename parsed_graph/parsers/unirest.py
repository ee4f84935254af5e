"""Unirest and Hutool: `Unirest.get(url)`, `HttpUtil.post(url, body)` are calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import http_method, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
_HUTOOL = {"createGet": "GET", "createPost": "POST", "downloadString": "GET", "downloadFile": "GET"}


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A static verb method with its URL; `request("POST", url)` names the verb first."""
    if not call.arguments:
        return
    named_first = call.name in ("request", "createRequest")
    method = http_method(call.arguments[0].node, file) if named_first else _HUTOOL.get(call.name, call.name.upper())
    for url in path_values(call.argument(position=int(named_first)), call.function, call.owner, file):
        yield HttpCall(
            method, url, file.span(call.line), "unirest" if call.receiver_type == "Unirest" else "hutool", call.caller
        )


FRAMEWORK = Framework(
    "unirest",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule((*_VERBS, "request"), request, types=("Unirest",), imports=("kong.unirest", "com.mashape.unirest")),
        CallRule(
            (*_VERBS, *_HUTOOL, "createRequest"),
            request,
            types=("HttpUtil", "HttpRequest"),
            imports=("cn.hutool.http",),
        ),
    ),
)
