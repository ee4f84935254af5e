"""superagent: `superagent.get(url)` and `request("POST", url)` are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("superagent",)
_VERBS = {**METHODS, "del": "DELETE"}


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    urls = texts(call.argument(position=0), call, file)
    yield from requests(_VERBS[call.name], urls, call, file, "superagent")


def _called(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    has_method = len(call.arguments) > 1
    method = method_of(call.argument(position=0), file) if has_method else "GET"
    urls = texts(call.argument(position=1 if has_method else 0), call, file)
    yield from requests(method, urls, call, file, "superagent")


FRAMEWORK = Framework(
    "superagent",
    languages=SCRIPTS,
    calls=(
        CallRule(tuple(_VERBS), _verb, types=("superagent", "superagent.agent"), imports=_PACKAGES),
        CallRule(("superagent",), _called, imports=_PACKAGES),
    ),
)
