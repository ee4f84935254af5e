"""java.net: `HttpRequest.newBuilder(uri).POST(…)`, and the older `url.openConnection()` and `url.openStream()`."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall, Unknown
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import HTTP_METHODS, http_method, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`uri(…)` or `newBuilder(uri)` of a request; without a verb it is a GET."""
    if not call.arguments:
        return
    method = "GET"
    for link in call_index(file).chain(call):
        if link.name in HTTP_METHODS:
            method = link.name
        elif link.name == "method":
            method = http_method(link.argument(position=0), file)
    for url in path_values(call.arguments[0].node, call.function, call.owner, file):
        yield HttpCall(method, url, file.span(call.line), "java-net-http", call.caller)


def connection(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A connection of a URL; the verb is what the function sets on it, else GET."""
    if call.receiver is None:
        return
    setters = [c for c in call_index(file).inside(call.function) if c.name in ("setRequestMethod", "setDoOutput")]
    methods = [http_method(c.argument(position=0), file) for c in setters if c.name == "setRequestMethod"]
    method = methods[0] if len(methods) == 1 else "POST" if setters and not methods else "ANY" if methods else "GET"
    for url in path_values(call.receiver, call.function, call.owner, file):
        if not all(isinstance(part, Unknown) and not part.name for part in url):
            yield HttpCall(method, url, file.span(call.line), "java-net-http", call.caller)


FRAMEWORK = Framework(
    "java_net_http",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("uri", "newBuilder"), request, types=("HttpRequest",), imports=("java.net.http",)),
        CallRule(("openConnection", "openStream"), connection, types=("URL", "URI"), imports=("java.net",)),
    ),
)
