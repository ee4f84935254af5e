"""urllib, urllib3 and http.client (Python): requests by URL, and by path on a connection to a host, are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.connections import host_and_port
from parsed_graph.rules.http_requests import method_of, requests
from parsed_graph.rules.script_arguments import origin, texts
from parsed_graph.syntax.alternatives import joined, literal
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CONNECTIONS = ("HTTPConnection", "HTTPSConnection", "HTTPConnectionPool", "HTTPSConnectionPool")


def _opened(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`urlopen(url)` and `urlopen(Request(url, method="POST"))`."""
    target = call.argument("url", position=0)
    made = file.origin(target)
    is_request = made is not None and made.name == "Request"
    source = made if made is not None and is_request else call
    default = "POST" if source.argument("data", position=1) is not None else "GET"
    method = method_of(source.argument("method"), file, default)
    url = source.argument("url", position=0)
    yield from requests(method, texts(url, source, file), call, file, "urllib")


def _requested(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`PoolManager().request("GET", url)` and `HTTPConnection(host).request("GET", path)`."""
    method = method_of(call.argument("method", position=0), file, "ANY")
    urls = texts(call.argument("url", position=1), call, file)
    yield from requests(method, urls, call, file, "urllib", _base(origin(call, file), file))


def _base(made: CallSyntax | None, file: SourceFile) -> tuple[Text, ...]:
    if made is None or made.name not in _CONNECTIONS:
        return ()
    hosts = texts(made.argument("host", position=0), made, file)
    address = host_and_port(hosts, texts(made.argument("port", position=1), made, file))
    return joined([literal("https://" if "HTTPS" in made.name else "http://"), address])


FRAMEWORK = Framework(
    "urllib_py",
    languages=("python",),
    calls=(
        CallRule(("urlopen",), _opened, imports=("urllib",)),
        CallRule(("request",), _requested, types=("PoolManager", "ProxyManager", "urllib3"), imports=("urllib3",)),
        CallRule(("request",), _requested, types=_CONNECTIONS, imports=("urllib3", "http.client", "http")),
    ),
)
