"""requests (Python): module functions and sessions are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import METHODS, method_of, requests
from parsed_graph.rules.script_arguments import origin, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_TYPES = (
    "requests",
    "Session",
    "requests.session",
    "sessions",
    "BaseUrlSession",
    "OAuth2Session",
    "CachedSession",
    "api",
)
_PACKAGES = ("requests", "cachecontrol")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    is_imported = file.imports.get(call.name) == f"requests.{call.name}"
    if (call.receiver_type == "") != (call.receiver is None and is_imported):
        return
    made = origin(call, file)
    bases = texts(made.argument("base_url", position=0), made, file) if made and made.name == "BaseUrlSession" else []
    method = METHODS.get(call.name) or method_of(call.argument("method", position=0), file, "ANY")
    url = call.argument("url", position=0 if call.name in METHODS else 1)
    yield from requests(method, texts(url, call, file), call, file, "requests", bases)


FRAMEWORK = Framework(
    "requests",
    languages=("python",),
    calls=(
        CallRule((*METHODS, "request"), _verb, types=_TYPES, imports=_PACKAGES),
        CallRule((*METHODS, "request"), _verb, types=("",), imports=("requests.",)),
    ),
)
