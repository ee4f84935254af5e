"""OkHttp: `new Request.Builder().url(url).post(body)` is a call; the verb stands in the same chain."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, HttpCall
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import HTTP_METHODS, http_method, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile


def request(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The `url` of a request builder; without a verb it is a GET."""
    method = "GET"
    for link in call_index(file).chain(call):
        if link.name.upper() in HTTP_METHODS:
            method = link.name.upper()
        elif link.name == "method":
            method = http_method(link.argument(position=0), file)
    for url in path_values(call.argument(position=0), call.function, call.owner, file):
        yield HttpCall(method, url, file.span(call.line), "okhttp", call.caller)


FRAMEWORK = Framework(
    "okhttp",
    ("java", "kotlin", "scala"),
    calls=(CallRule(("url",), request, types=("Builder", "Request"), imports=("okhttp3", "com.squareup.okhttp")),),
)
