"""Apache HttpClient: `new HttpGet(url)`, `RequestBuilder.get(url)` and the fluent `Request.get(url)` are calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import HTTP_METHODS, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("org.apache.http", "org.apache.hc")
_REQUESTS = {f"Http{verb.capitalize()}": verb for verb in sorted(HTTP_METHODS)}
_BUILDERS = ("RequestBuilder", "ClassicRequestBuilder", "SimpleRequestBuilder", "Request", "AsyncRequestBuilder")
_FACTORIES = tuple(name for verb in sorted(HTTP_METHODS) for name in (verb.lower(), verb.capitalize()))


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The creation of a request with its URL."""
    if not call.is_new and call.receiver is not None and file.text(call.receiver) not in _BUILDERS:
        return
    method = _REQUESTS.get(call.name) or call.name.upper()
    for url in path_values(call.arguments[0].node, call.function, call.owner, file) if call.arguments else ():
        yield HttpCall(method, url, file.span(call.line), "apache-http", call.caller)


FRAMEWORK = Framework(
    "apache_http",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(tuple(_REQUESTS), request, types=tuple(_REQUESTS), imports=_IMPORTS),
        CallRule(_FACTORIES, request, types=_BUILDERS, imports=_IMPORTS),
    ),
)
