"""aiohttp.web: routes added to an application's router, route tables, and applications mounted below a prefix."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.python_routers import (
    class_methods,
    mount_prefix,
    mounted,
    prefix_facts,
    router_name,
    routes,
    stands_on,
    type_named,
)
from parsed_graph.rules.route_syntax import brace_path, each
from parsed_graph.rules.script_arguments import annotation_texts, function_name, literal_text, texts
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("aiohttp",)
_ADDERS = {f"add_{name}": method for name, method in METHODS.items()}


def _added(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.router.add_get("/x", f)` and `web.get("/x", f)`."""
    method = _ADDERS.get(call.name) or METHODS[call.name]
    yield from _emit(method, call, file, call.argument("path", position=0), call.argument("handler", position=1))


def _routed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.router.add_route("GET", "/x", f)` and `web.route("GET", "/x", f)`."""
    method = literal_text(call.argument("method", position=0), file).upper().replace("*", "ANY")
    handler = call.argument("handler", position=2)
    yield from _emit(method or "ANY", call, file, call.argument("path", position=1), handler)


def _viewed(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    handler = call.argument("handler", position=1)
    for method, _ in class_methods(type_named(handler, file), file) or [("ANY", "")]:
        yield from _emit(method, call, file, call.argument("path", position=0), handler)


def _emit(method: str, call: CallSyntax, file: SourceFile, path: Node | None, handler: Node | None) -> Iterator[Fact]:
    receiver = file.text(call.receiver).removesuffix(".router")
    paths = _prefixed(receiver, texts(path, call, file), file)
    function = function_name(handler, call, file)
    router = "" if receiver == "web" else router_name(receiver, file)
    yield from routes([method], paths, call.line, file, framework="aiohttp", function=function, router=router)


def _decorated(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    if not stands_on(annotation, file, ("RouteTableDef",), _PACKAGES):
        return
    paths = each(annotation_texts(annotation.argument("path", position=0), annotation, file), brace_path)
    function = annotation.on_function.qualified_name if annotation.on_function else ""
    handlers = [(METHODS.get(annotation.name, "ANY"), function)]
    if annotation.on_type is not None:
        handlers = class_methods(annotation.on_type, file)
    for method, name in handlers:
        yield from routes([method], paths, annotation.line, file, framework="aiohttp", function=name, router="")


def _prefixed(receiver: str, paths: list[Text], file: SourceFile) -> list[Text]:
    above = mounted(receiver, file, ("add_subapp",), keyword="prefix") or [()]
    return each(joined_paths(above, paths), brace_path)


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield from prefix_facts(call, call.argument("subapp", position=1), mount_prefix(call, "prefix"), file)


_ROUTERS = ("Application", "Application.router", "UrlDispatcher")
FRAMEWORK = Framework(
    "aiohttp_server",
    languages=("python",),
    annotations=(AnnotationRule((*METHODS, "view"), _decorated, imports=_PACKAGES),),
    calls=(
        CallRule(tuple(_ADDERS), _added, imports=_PACKAGES),
        CallRule(tuple(METHODS), _added, types=("web",), imports=_PACKAGES),
        CallRule(("add_route",), _routed, types=_ROUTERS, imports=_PACKAGES),
        CallRule(("route",), _routed, types=("web",), imports=_PACKAGES),
        CallRule(("view",), _viewed, types=("web",), imports=_PACKAGES),
        CallRule(("add_view",), _viewed, imports=_PACKAGES),
        CallRule(("add_subapp",), _mounted, imports=_PACKAGES),
    ),
)
