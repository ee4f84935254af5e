"""sttp: `basicRequest.post(uri"http://orders/x")` is a request."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import http_method, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("sttp.client", "com.softwaremill.sttp")
_VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
_ROOTS = frozenset({"basicRequest", "quickRequest", "emptyRequest", "sttp", "partialRequest"})


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A verb with its URI; `method(Method.POST, uri)` names it."""
    first = call_index(file).receivers(call)[0].receiver
    if first is None or not _starts_request(file.text(first).partition(".")[0], call, file):
        return
    is_named = call.name == "method"
    method = http_method(call.argument(position=0), file) if is_named else call.name.upper()
    for url in path_values(call.argument("uri", position=1 if is_named else 0), call.function, call.owner, file):
        yield HttpCall(method, url, file.span(call.line), "sttp", call.caller)


def _starts_request(name: str, call: CallSyntax, file: SourceFile) -> bool:
    if name in _ROOTS:
        return True
    holder = call.owner.fields if call.owner is not None else {}
    made = file.value(call.receiver) if name in holder else None  # A request that is kept with its headers.
    return made is not None and file.text(made).partition(".")[0] in _ROOTS


FRAMEWORK = Framework("sttp", ("scala",), calls=(CallRule((*_VERBS, "method"), request, imports=_IMPORTS),))
