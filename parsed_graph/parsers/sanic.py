"""Sanic: routes of applications and blueprints."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.python_routers import (
    class_methods,
    given_methods,
    maker,
    mounted,
    own_prefixes,
    router_name,
    routes,
    stands_on,
    type_named,
)
from parsed_graph.rules.route_syntax import each, named_angle_path
from parsed_graph.rules.script_arguments import annotation_texts, function_name, texts
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_MAKERS = ("Sanic", "Blueprint")
_PACKAGES = ("sanic",)


def _route(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    if annotation.on_function is None or not stands_on(annotation, file, _MAKERS, _PACKAGES):
        return
    paths = annotation_texts(annotation.argument("uri", position=0), annotation, file)
    default = ("GET",) if annotation.name in ("route", "websocket") else (METHODS[annotation.name],)
    yield from routes(
        given_methods(annotation.argument("methods"), file, default), _prefixed(annotation.receiver, paths, file),
        annotation.line, file, framework="sanic", function=annotation.on_function.qualified_name,
        router=router_name(annotation.receiver, file),
    )  # fmt: skip


def _added(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    handler, receiver = call.argument("handler", position=0), file.text(call.receiver)
    paths = _prefixed(receiver, texts(call.argument("uri", position=1), call, file), file)
    methods = given_methods(call.argument("methods"), file, ("GET",))
    handlers = class_methods(type_named(handler, file), file) or [
        (m, function_name(handler, call, file)) for m in methods
    ]
    for method, function in handlers:
        yield from routes(
            [method], paths, call.line, file, framework="sanic", function=function, router=router_name(receiver, file)
        )


def _prefixed(receiver: str, paths: list[Text], file: SourceFile) -> list[Text]:
    own = own_prefixes(maker(receiver, file), file, "url_prefix")
    above = mounted(receiver, file, ("blueprint",), keyword="url_prefix") or [()]
    return each(joined_paths(joined_paths(above, own), paths), named_angle_path)


FRAMEWORK = Framework(
    "sanic",
    languages=("python",),
    annotations=(AnnotationRule(("route", "websocket", *METHODS), _route, imports=_PACKAGES),),
    calls=(CallRule(("add_route",), _added, types=_MAKERS, imports=_PACKAGES),),
)
