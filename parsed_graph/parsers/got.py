"""got and ky: requests, and instances with their prefix URL, are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import entry_of, option, origin, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("got", "ky")
_TYPES = ("got", "ky", "got.extend", "ky.create", "ky.extend", "got.default")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _request(call, origin(call, file), file)


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _request(call, None, file)


def _request(call: CallSyntax, made: CallSyntax | None, file: SourceFile) -> Iterator[Fact]:
    first = call.argument(position=0)
    url = entry_of(first, file, "url") or first
    method = METHODS.get(call.name) or method_of(option(call, file, "method"), file)
    bases: list[Text] = texts(option(call, file, "prefixUrl", "baseUrl"), call, file)
    if not bases and made is not None and made.name in ("extend", "create"):
        bases = texts(option(made, file, "prefixUrl", "baseUrl"), made, file)
    yield from requests(method, texts(url, call, file), call, file, "got", bases)


FRAMEWORK = Framework(
    "got",
    languages=SCRIPTS,
    calls=(
        CallRule((*METHODS, "stream"), _verb, types=_TYPES, imports=_PACKAGES),
        CallRule(_PACKAGES, _called, imports=_PACKAGES),
    ),
)
