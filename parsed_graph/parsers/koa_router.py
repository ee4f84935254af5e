"""Koa: routes of @koa/router and koa-router, with the router's own prefix and nested routers."""

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.route_syntax import colon_path, each
from parsed_graph.rules.script_arguments import list_texts
from parsed_graph.rules.script_routers import (
    ROUTE_METHODS,
    SCRIPTS,
    mounted,
    own_prefixes,
    prefix_facts,
    registers,
    routes,
)
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("@koa/router", "koa-router", "koa-joi-router")
_TYPES = ("Router", "KoaRouter", "koa-router", "@koa/router")


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not registers(call):
        return
    above = mounted(file.text(call.receiver), file, ("use",)) or [()]
    position = 1 if len(call.arguments) > 2 and call.arguments[1].node.type in ("string", "template_string") else 0
    paths = list_texts(call.arguments[position].node, call, file)
    found = each(joined_paths(joined_paths(above, own_prefixes(call, file)), paths), colon_path)
    yield from routes([ROUTE_METHODS[call.name]], found, call, file, framework="koa", handler=call.arguments[-1].node)


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from prefix_facts(call, file)


FRAMEWORK = Framework(
    "koa_router",
    languages=SCRIPTS,
    calls=(
        CallRule(tuple(ROUTE_METHODS), _route, types=_TYPES, imports=_PACKAGES),
        CallRule(("use",), _mounted, types=_TYPES, imports=_PACKAGES),
    ),
)
