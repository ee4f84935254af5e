"""k6: the module generates load; its requests are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, RoleDecl
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = {**METHODS, "del": "DELETE"}


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    position = 1 if call.name == "request" else 0
    method = _VERBS.get(call.name) or method_of(call.argument(position=0), file, "ANY")
    yield from requests(method, texts(call.argument(position=position), call, file), call, file, "k6")


def _role(file: SourceFile) -> Iterator[Fact]:
    if file.imports_any(("k6/http", "k6")):
        yield RoleDecl("load-generator", "k6", file.span(1))


FRAMEWORK = Framework(
    "k6",
    languages=SCRIPTS,
    calls=(CallRule((*_VERBS, "request"), _verb, types=("k6/http",), imports=("k6/http",)),),
    files=(_role,),
)
