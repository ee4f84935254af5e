"""hapi: `server.route` with one or several route objects."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.route_syntax import brace_path, each
from parsed_graph.rules.script_arguments import entry_of, literal_text, members, texts
from parsed_graph.rules.script_routers import SCRIPTS, routes
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_TYPES = ("@hapi/hapi.server", "Server", "hapi.server", "@hapi/hapi.Server", "")


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver is None or (call.receiver_type == "" and file.text(call.receiver) != "server"):
        return
    for member in members(call.argument(position=0), file):
        path, method = entry_of(member, file, "path"), entry_of(member, file, "method")
        if path is None or method is None:
            continue
        handler = entry_of(member, file, "handler") or entry_of(
            entry_of(member, file, "options", "config"), file, "handler"
        )
        methods = [literal_text(name, file).upper().replace("*", "ANY") or "ANY" for name in members(method, file)]
        paths = each(texts(path, call, file), brace_path)
        yield from routes(methods, paths, call, file, framework="hapi", handler=handler)


FRAMEWORK = Framework("hapi", languages=SCRIPTS, calls=(CallRule(("route",), _route, types=_TYPES),))
