"""Angular's HttpClient: its requests are HTTP calls, those by path alone go to who serves the page."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_TYPES = ("HttpClient", "Http", "HttpBackend")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    method = METHODS.get(call.name, "GET")
    position = 0
    if call.name == "request":
        method, position = method_of(call.argument(position=0), file, "ANY"), 1
    yield from requests(method, texts(call.argument(position=position), call, file), call, file, "angular-http")


FRAMEWORK = Framework(
    "angular_http",
    languages=SCRIPTS,
    calls=(CallRule((*METHODS, "request", "jsonp"), _verb, types=_TYPES, imports=("@angular",)),),
)
