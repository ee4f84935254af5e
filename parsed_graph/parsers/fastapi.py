"""FastAPI: path operations are routes; APIRouter, include_router and mount put prefixes before them."""

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.http_paths import joined_paths
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.python_routers import (
    given_methods,
    maker,
    mount_prefix,
    mounted,
    own_prefixes,
    prefix_facts,
    router_name,
    routes,
    stands_on,
)
from parsed_graph.rules.route_syntax import brace_path, each
from parsed_graph.rules.script_arguments import annotation_texts, function_name, texts
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_MAKERS = ("FastAPI", "APIRouter")
_PACKAGES = ("fastapi",)
_MOUNTS = ("include_router", "mount")
_DECORATORS = (*METHODS, "trace", "api_route", "route", "websocket")


def _operation(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    if annotation.on_function is None or not stands_on(annotation, file, _MAKERS, _PACKAGES):
        return
    paths = annotation_texts(annotation.argument("path", position=0), annotation, file) or [()]
    methods = _methods(annotation.name, given_methods(annotation.argument("methods"), file, ("GET",)))
    receiver = annotation.receiver
    yield from routes(
        methods, _prefixed(receiver, paths, file), annotation.line, file, framework="fastapi",
        function=annotation.on_function.qualified_name, router=router_name(receiver, file),
    )  # fmt: skip


def _added(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.add_api_route("/x", f)`, and a decorator that is called by hand: `self.app.get("/x")(self.list)`."""
    paths = texts(call.argument("path", position=0), call, file)
    receiver = file.text(call.receiver)
    handler = call.argument("endpoint", position=1) if call.name.startswith("add_") else _called_with(call)
    methods = _methods(call.name, given_methods(call.argument("methods"), file, ("GET",)))
    yield from routes(
        methods, _prefixed(receiver, paths, file), call.line, file, framework="fastapi",
        function=function_name(handler, call, file),
        router=router_name(receiver, file),
    )  # fmt: skip


def _called_with(call: CallSyntax) -> Node | None:
    """The argument of the call that a call's result is called with."""
    outer = call.node.parent
    arguments = outer.child_by_field_name("arguments") if outer is not None and outer.type == "call" else None
    return arguments.named_children[0] if arguments is not None and arguments.named_child_count else None


def _methods(name: str, given: list[str]) -> list[str]:
    if name in METHODS:
        return [METHODS[name]]
    return ["TRACE"] if name == "trace" else given


def _prefixed(receiver: str, paths: list[Text], file: SourceFile) -> list[Text]:
    own = own_prefixes(maker(receiver, file), file, "prefix")
    above = mounted(receiver, file, _MOUNTS, keyword="prefix") or [()]
    return each(joined_paths(joined_paths(above, own), paths), brace_path)


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    position = 1 if call.name == "mount" else 0
    yield from prefix_facts(call, call.argument("router", "app", position=position), mount_prefix(call, "prefix"), file)


FRAMEWORK = Framework(
    "fastapi",
    languages=("python",),
    annotations=(AnnotationRule(_DECORATORS, _operation),),
    calls=(
        CallRule((*METHODS, "add_api_route", "add_api_websocket_route"), _added, types=_MAKERS, imports=_PACKAGES),
        CallRule(_MOUNTS, _mounted, types=_MAKERS, imports=_PACKAGES),
    ),
)
