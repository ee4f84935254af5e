"""undici: `request`, `stream`, and clients and pools of one origin, are HTTP calls."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_requests import method_of, requests
from parsed_graph.rules.script_arguments import option, origin, texts
from parsed_graph.rules.script_routers import SCRIPTS
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_CLIENTS = ("Client", "Pool", "BalancedPool")


def _requested(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    is_imported = call.receiver is None and file.imports.get(call.name) == f"undici.{call.name}"
    if call.receiver_type == "" and not is_imported:
        return
    method = method_of(option(call, file, "method"), file)
    yield from requests(method, texts(call.argument(position=0), call, file), call, file, "undici")


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    made = origin(call, file)
    bases = texts(made.argument(position=0), made, file) if made is not None else []
    paths = texts(option(call, file, "path"), call, file)
    yield from requests(method_of(option(call, file, "method"), file), paths, call, file, "undici", bases)


FRAMEWORK = Framework(
    "undici",
    languages=SCRIPTS,
    calls=(
        CallRule(("request", "stream"), _requested, types=("undici", ""), imports=("undici",)),
        CallRule(("request", "stream"), _sent, types=_CLIENTS, imports=("undici",)),
    ),
)
