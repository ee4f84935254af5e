"""Tornado's AsyncHTTPClient: `fetch` is an HTTP call."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import method_of, requests
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def _fetch(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    target = call.argument("request", position=0)
    made = file.origin(target)
    source = made if made is not None and made.name == "HTTPRequest" else call
    url = source.argument("url", "request", position=0)
    method = method_of(source.argument("method", position=1 if source is not call else None), file)
    yield from requests(method, texts(url, source, file), call, file, "tornado")


FRAMEWORK = Framework(
    "tornado_client",
    languages=("python",),
    calls=(CallRule(("fetch",), _fetch, types=("AsyncHTTPClient", "HTTPClient"), imports=("tornado",)),),
)
