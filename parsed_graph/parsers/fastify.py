"""Fastify: routes by method and by `route` options, and plugins registered with a prefix."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.route_syntax import colon_path, each
from parsed_graph.rules.script_arguments import literal_text, members, option, texts
from parsed_graph.rules.script_routers import (
    ROUTE_METHODS,
    SCRIPTS,
    is_injected_router,
    mounted,
    prefix_facts,
    registers,
    routes,
)
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_TYPES = (
    "fastify",
    "FastifyInstance",
    "Fastify",
    "fastify.fastify",
    "fastify.withTypeProvider",
    "FastifyInstance.withTypeProvider",
)
_PACKAGES = ("fastify", "@fastify", "fastify-plugin")


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    is_known = call.receiver_type in _TYPES
    if not registers(call) or not (
        is_known or (is_injected_router(call, file) and file.imports_any(_PACKAGES)) or _is_instance(call, file)
    ):
        return
    yield from _emit([ROUTE_METHODS[call.name]], call, file, call.arguments[0].node, call.arguments[-1].node)


def _options(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`fastify.route({ method: ["GET"], url: "/orders", handler })`."""
    if call.receiver_type not in _TYPES and not _is_instance(call, file):
        return
    url = option(call, file, "url", "path")
    handler = option(call, file, "handler")
    methods = [literal_text(member, file).upper() for member in members(option(call, file, "method"), file)]
    if url is not None:
        yield from _emit([method or "ANY" for method in methods] or ["ANY"], call, file, url, handler)


def _is_instance(call: CallSyntax, file: SourceFile) -> bool:
    """Whether a plugin's parameter is meant: `async function (fastify, options)`."""
    return call.receiver is not None and file.text(call.receiver) == "fastify"


def _emit(methods: list[str], call: CallSyntax, file: SourceFile, path: Node, handler: Node | None) -> Iterator[Fact]:
    above = mounted(call.function.name, file, ("register",)) if call.function is not None else []
    paths = each(joined_paths(above or [()], texts(path, call, file)), colon_path)
    yield from routes(methods, paths, call, file, framework="fastify", handler=handler)


def _registered(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver_type in _TYPES or _is_instance(call, file):
        yield from prefix_facts(call, file)


FRAMEWORK = Framework(
    "fastify",
    languages=SCRIPTS,
    calls=(
        CallRule(tuple(ROUTE_METHODS), _route),
        CallRule(("route",), _options),
        CallRule(("register",), _registered),
    ),
)
