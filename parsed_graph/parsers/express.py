"""Express: routes of applications and routers, chained routes, and mounted routers."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.route_syntax import colon_path, each
from parsed_graph.rules.script_arguments import list_texts, origin, texts
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
    "express",
    "Router",
    "Express",
    "Application",
    "IRouter",
    "express.express",
    "PromiseRouter",
    "express-promise-router",
)
_FOREIGN = ("koa", "@koa", "fastify", "@fastify", "hono", "@hapi", "find-my-way", "restify", "polka", "@nestjs")
_MOUNTS = ("use",)


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver_type in _TYPES:
        if not registers(call) or (file.imports_any(_FOREIGN) and not file.imports_any(("express",))):
            return
        yield from _emit(file.text(call.receiver), list_texts(call.arguments[0].node, call, file), call, file)
    elif ".route" in call.receiver_type:
        yield from _chained(call, file)
    elif is_injected_router(call, file) and file.text(call.receiver) != "fastify" and not file.imports_any(_FOREIGN):
        yield from _emit(file.text(call.receiver), list_texts(call.arguments[0].node, call, file), call, file)


def _emit(receiver: str, paths: list[Text], call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    above = mounted(receiver, file, _MOUNTS) or [()]
    found = each(joined_paths(above, paths), colon_path)
    yield from routes(
        [ROUTE_METHODS[call.name]], found, call, file, framework="express", handler=call.arguments[-1].node
    )


def _chained(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`router.route("/orders").get(list).post(place)`."""
    root = origin(call, file)
    for _ in range(10):
        if root is None or root.name == "route":
            break
        root = origin(root, file)
    if root is None or root.receiver is None or root.receiver_type not in _TYPES or not call.arguments:
        return
    paths = texts(root.argument(position=0), root, file)
    above = mounted(file.text(root.receiver), file, _MOUNTS) or [()]
    found = each(joined_paths(above, paths), colon_path)
    handler = call.arguments[-1].node
    yield from routes([ROUTE_METHODS[call.name]], found, call, file, framework="express", handler=handler)


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if call.receiver_type in _TYPES or is_injected_router(call, file):
        yield from prefix_facts(call, file)


FRAMEWORK = Framework(
    "express",
    languages=SCRIPTS,
    calls=(CallRule(tuple(ROUTE_METHODS), _route), CallRule(_MOUNTS, _mounted)),
)
