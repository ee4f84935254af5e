"""Starlette: Route, Mount and WebSocketRoute objects, and routes added to an application."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.python_routers import class_methods, given_methods, routes, type_named
from parsed_graph.rules.route_syntax import brace_path, each
from parsed_graph.rules.script_arguments import function_name, texts
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("starlette", "fastapi")


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    endpoint = call.argument("endpoint", "route", position=1)
    paths = each(joined_paths(_around(call, file), texts(call.argument("path", position=0), call, file)), brace_path)
    methods = given_methods(call.argument("methods"), file, ("GET",))
    handlers = class_methods(type_named(endpoint, file), file) or [
        (m, function_name(endpoint, call, file)) for m in methods
    ]
    for method, function in handlers:
        yield from routes([method], paths, call.line, file, framework="starlette", function=function, router="")


def _around(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The paths of the Mounts that a Route stands in."""
    prefixes: list[Text] = [()]
    for outer in file.calls:
        if outer.name == "Mount" and call in call_index(file).within(outer.node):
            prefixes = list(joined_paths(prefixes, texts(outer.argument("path", position=0), outer, file)))
    return prefixes


FRAMEWORK = Framework(
    "starlette",
    languages=("python",),
    calls=(
        CallRule(("Route", "WebSocketRoute"), _route, imports=_PACKAGES),
        CallRule(
            ("add_route", "add_websocket_route"), _route, types=("Starlette", "FastAPI", "Router"), imports=_PACKAGES
        ),
    ),
)
