"""Akka and Pekko HTTP clients: `HttpRequest(uri = …)` and `Get(url)` are requests; a connection gives relative ones their host."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.connections import host_and_port
from parsed_graph.rules.http_paths import http_methods, joined_path, path_values, starts_relative
from parsed_graph.rules.scala_routers import holding_member
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("akka.http.scaladsl", "org.apache.pekko.http.scaladsl", "spray.client", "spray.http")
_BUILDERS = ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options")
_BUILDING = ("akka.http.scaladsl.client", "org.apache.pekko.http.scaladsl.client", "spray.client", "spray.httpx")
_CONNECTIONS = (
    "outgoingConnection",
    "outgoingConnectionHttps",
    "cachedHostConnectionPool",
    "cachedHostConnectionPoolHttps",
    "newHostConnectionPool",
    "newHostConnectionPoolHttps",
)


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`HttpRequest(method = HttpMethods.POST, uri = "http://…")`, in either order of arguments."""
    named = next((a.node for a in call.arguments if a.name == "uri"), None)
    positional = [argument.node for argument in call.arguments if not argument.name]
    node = named
    if node is None:
        node = next((n for n in positional[:2] if "HttpMethods." not in file.text(n)), None)
    given = next((a.node for a in call.arguments if a.name == "method"), positional[0] if positional else None)
    methods = http_methods(given, file) if given is not None and "Methods." in file.text(given) else ["GET"]
    if node is not None:
        yield from _sent(methods[0], path_values(node, call.function, call.owner, file), call, file)


def built(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Get("http://orders/x")`, `RequestBuilding.Post(url, body)`."""
    if call.receiver is not None and file.text(call.receiver) != "RequestBuilding":
        return
    node = call.argument("uri", position=0)
    if node is not None:
        yield from _sent(call.name.upper(), path_values(node, call.function, call.owner, file), call, file)


def _sent(method: str, urls: list[Text], call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    for url in urls:
        for base in _bases(call, file) if starts_relative(url) else [()]:
            if base or not starts_relative(url):
                yield HttpCall(method, joined_path(base, url), file.span(call.line), "akka-http-client", call.caller)


def _bases(request: CallSyntax, file: SourceFile) -> list[Text]:
    """The host of the connection that a request goes through: the only one, else the one named where the request is handed to."""
    index = call_index(file)
    connections = index.named(*_CONNECTIONS)
    if len(connections) > 1:
        around = [call for call in index.named(*_names_around(request, file)) if _holds(call, request)]
        bodies = [file.text(function.node) for call in around for function in index.functions(call.name)]
        named = [call for call in connections if any(_held_in(call, file) in body for body in bodies)]
        connections = named if len(named) == 1 else []
    return list(dict.fromkeys(text for call in connections for text in _address(call, file)))


def _address(call: CallSyntax, file: SourceFile) -> list[Text]:
    hosts = file.lower(call.argument("host", position=0), call.function, call.owner)
    port = call.argument("port", position=1)
    ports = file.lower(port, call.function, call.owner) if port is not None else ()
    scheme = "https://" if call.name.endswith("Https") else "http://"
    return list(joined([literal(scheme), host_and_port(hosts, ports)]))


def _names_around(request: CallSyntax, file: SourceFile) -> list[str]:
    """The functions of the file that are called where the request stands."""
    calls = call_index(file).inside(request.function) if request.function is not None else []
    return [call.name for call in calls if call_index(file).functions(call.name)]


def _holds(call: CallSyntax, request: CallSyntax) -> bool:
    return call.node.start_byte <= request.node.start_byte and request.node.end_byte <= call.node.end_byte


def _held_in(call: CallSyntax, file: SourceFile) -> str:
    """The name of the value that a connection is kept in."""
    return holding_member(call.node, call.owner, file).rpartition(".")[2] or "\0"


FRAMEWORK = Framework(
    "akka_http_client",
    ("scala",),
    calls=(
        CallRule(("HttpRequest",), request, imports=_PACKAGES),
        CallRule(_BUILDERS, built, imports=_BUILDING),
    ),
)
