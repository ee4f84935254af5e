"""Play WS: `ws.url("http://orders/x").get()` is a request; the verb is that of the chain."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import HTTP_METHODS, http_method, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_TYPES = ("WSClient", "WS", "StandaloneWSClient", "StandaloneAhcWSClient", "AhcWSClient")


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The `url` of a request."""
    method = _method(call, file)
    for url in path_values(call.argument("url", position=0), call.function, call.owner, file):
        yield HttpCall(method, url, file.span(call.line), "play-ws", call.caller)


def _method(call: CallSyntax, file: SourceFile) -> str:
    chain = call_index(file).chain(call)
    for link in chain[chain.index(call) + 1 :]:
        if link.name.upper() in HTTP_METHODS:
            return link.name.upper()
        if link.name in ("execute", "withMethod"):
            return http_method(link.argument(position=0), file)
    return "ANY"


FRAMEWORK = Framework("play_ws", ("scala",), calls=(CallRule(("url",), request, types=_TYPES, imports=("play.",)),))
