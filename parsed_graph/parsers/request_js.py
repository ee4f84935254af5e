"""request, request-promise and needle (Node.js): calls by URL or options are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import entry_of, object_entries, option, origin, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_MODULES = (
    "request",
    "request-promise",
    "request-promise-native",
    "requestretry",
    "needle",
    "postman-request",
    "@cypress/request",
)
_VERBS = {**METHODS, "del": "DELETE"}
_TYPES = (*_MODULES, "request.defaults", "request-promise.defaults", "request-promise-native.defaults")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from _request(_VERBS[call.name], call, origin(call, file), file)


def _calls(file: SourceFile) -> Iterator[Fact]:
    """`request(url, callback)`: the module is called under the name that it is imported as."""
    names = {name for name, module in file.imports.items() if module in _MODULES}
    for call in file.calls if names else ():
        if call.receiver is None and call.name in names and call.arguments:
            if file.imports[call.name] == "needle":
                urls = texts(call.argument(position=1), call, file)
                yield from requests(method_of(call.argument(position=0), file), urls, call, file, "needle")
            else:
                yield from _request(method_of(option(call, file, "method"), file), call, None, file)


def _request(method: str, call: CallSyntax, made: CallSyntax | None, file: SourceFile) -> Iterator[Fact]:
    first = call.argument(position=0)
    url = entry_of(first, file, "url", "uri") if object_entries(first, file) else first
    bases: list[Text] = texts(option(call, file, "baseUrl"), call, file)
    if not bases and made is not None and made.name == "defaults":
        bases = texts(option(made, file, "baseUrl"), made, file)
    yield from requests(method, texts(url, call, file), call, file, "request", bases)


FRAMEWORK = Framework(
    "request_js",
    languages=SCRIPTS,
    calls=(CallRule(tuple(_VERBS), _verb, types=_TYPES, imports=_MODULES),),
    files=(_calls,),
)
