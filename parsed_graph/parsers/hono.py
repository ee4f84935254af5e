"""Hono and Elysia: routes, also in chains, with base paths and mounted applications."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.route_syntax import colon_path, each
from parsed_graph.rules.script_arguments import chain_of, entry_of, list_texts, origin, texts
from parsed_graph.rules.script_routers import (
    ROUTE_METHODS,
    SCRIPTS,
    mounted,
    prefix_facts,
    registers,
    root_text,
    routes,
)
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_PACKAGES = ("hono", "@hono", "elysia")
_MAKERS = ("Hono", "OpenAPIHono", "Elysia")


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if not registers(call) or call.receiver_type.partition(".")[0] not in _MAKERS:
        return
    above = mounted(root_text(call, file), file, ("route",)) or [()]
    bases = joined_paths(above, _base(call, file))
    paths = each(joined_paths(bases, list_texts(call.arguments[0].node, call, file)), colon_path)
    yield from routes([ROUTE_METHODS[call.name]], paths, call, file, framework="hono", handler=call.arguments[-1].node)


def _base(call: CallSyntax, file: SourceFile) -> list[Text]:
    """`new Hono().basePath("/api")`, `new Elysia({ prefix: "/api" })`."""
    for made in chain_of(origin(call, file), file):
        if made.name == "basePath":
            return texts(made.argument(position=0), made, file) or [()]
        if made.name == "Elysia":
            return texts(entry_of(made.argument(position=0), file, "prefix"), made, file) or [()]
    return [()]


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver_type.partition(".")[0] in _MAKERS:
        yield from prefix_facts(call, file)


FRAMEWORK = Framework(
    "hono",
    languages=SCRIPTS,
    calls=(
        CallRule(tuple(ROUTE_METHODS), _route, imports=_PACKAGES),
        CallRule(("route",), _mounted, imports=_PACKAGES),
    ),
)
