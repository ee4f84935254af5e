"""Actix Web: routes by attributes and by `route` and `resource`, with the scopes and configuration functions that mount them.

https://actix.rs/docs/url-dispatch/
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import AnnotationRule, CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import joined_path
from parsed_graph.rules.http_requests import METHODS
from parsed_graph.rules.nested_groups import Group, prefixes_around, sorted_groups
from parsed_graph.rules.route_syntax import brace_path, each
from parsed_graph.rules.rust_handlers import function_path
from parsed_graph.rules.script_arguments import texts
from parsed_graph.syntax.rust_grammar import string_text
from parsed_graph.syntax.source_file import AnnotationSyntax, CallSyntax, SourceFile

_PACKAGES = ("actix_web", "actix-web", "actix_web_lab", "paperclip")
_MAKERS = ("scope", "resource")


def _attribute(annotation: AnnotationSyntax, file: SourceFile) -> Iterator[Fact]:
    """`#[get("/orders/{id}")]`, `#[route("/orders", method = "GET", method = "HEAD")]`."""
    function = annotation.on_function
    path = next((string_text(a.node, file.source) for a in annotation.arguments if not a.name), None)
    if function is None or path is None:
        return
    methods = [METHODS.get(annotation.name, "")]
    if annotation.name == "route":
        named = [string_text(a.node, file.source) for a in annotation.arguments if a.name == "method"]
        methods = [name.upper() for name in named if name and name.upper() != "HEAD"]
    for method in methods or ["ANY"]:
        whole = brace_path((Literal(path),))
        yield RouteDecl(
            method, whole, file.span(annotation.line), "actix", function.qualified_name, router=function.qualified_name
        )


def _route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`.route("/orders", web::get().to(list))` on an application, scope or configuration; on a resource the path stands there."""
    if call.receiver is None or not call.arguments:
        return
    resource = _made(call, "resource", file)
    path_node = resource.argument(position=0) if resource is not None else call.arguments[0].node
    handled = call.arguments[0 if resource is not None else -1].node
    if resource is None and len(call.arguments) < 2:
        return
    yield from _declared(path_node, _method(handled, file), _target(handled, call, file), resource or call, call, file)


def _to(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`web::resource("/orders").to(list)`."""
    resource = _made(call, "resource", file)
    if resource is not None and call.arguments:
        function = function_path(call.arguments[0].node, call, file)
        yield from _declared(resource.argument(position=0), "ANY", function, resource, call, file)


def _declared(
    path: Node | None, method: str, function: str, start: CallSyntax, call: CallSyntax, file: SourceFile
) -> Iterator[Fact]:
    own = _scope_paths(start, file)
    for prefix in prefixes_around(call.node, _groups(file)):
        for outer in own:
            for text in each(texts(path, start, file), brace_path) or [()]:
                whole = joined_path(prefix, outer, text)
                yield RouteDecl(method, whole, file.span(call.line), "actix", function, router=call.caller)


def _method(handled: Node, file: SourceFile) -> str:
    """The verb of `web::get().to(list)`."""
    outer = call_index(file).at(handled)
    names = [link.name for link in call_index(file).receivers(outer)] if outer is not None else []
    return next((METHODS[name] for name in names if name in METHODS), "ANY")


def _target(handled: Node, call: CallSyntax, file: SourceFile) -> str:
    outer = call_index(file).at(handled)
    for link in call_index(file).receivers(outer) if outer is not None else ():
        if link.name in ("to", "to_async") and link.arguments:
            return function_path(link.arguments[0].node, link, file)
    return ""


# --- Scopes ---------------------------------------------------------------------------------------


def _made(call: CallSyntax, name: str, file: SourceFile) -> CallSyntax | None:
    """`web::scope("/v1")` or `web::resource("/x")` that a chain starts with."""
    start = call_index(file).receivers(call)[0]
    return start if start.name == name and start is not call else None


def _scope_paths(call: CallSyntax, file: SourceFile) -> list[Text]:
    scope = _made(call, "scope", file)
    return each(texts(scope.argument(position=0), scope, file), brace_path) if scope is not None else [()]


def _groups(file: SourceFile) -> list[Group]:
    return call_index(file).once("actix scopes", lambda: sorted_groups(_scopes(file)))


def _scopes(file: SourceFile) -> Iterator[Group]:
    """The arguments of calls on a scope."""
    for call in call_index(file).named("service", "route", "configure"):
        scope = _made(call, "scope", file)
        if scope is not None and call.arguments:
            node = call.arguments[-1].node
            yield Group(
                node.start_byte, node.end_byte, tuple(each(texts(scope.argument(position=0), scope, file), brace_path))
            )


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`.service(orders::list)` and `.configure(orders::routes)`: where a handler or a configuration function is mounted."""
    if call.receiver is None or not call.arguments:
        return
    name = function_path(call.arguments[0].node, call, file)
    if not name or not _can_mount(call, file):
        return
    for prefix in prefixes_around(call.node, _groups(file)):
        for own in _scope_paths(call, file):
            yield RoutePrefix(name, joined_path(prefix, own), file.span(call.line), call.caller)


def _can_mount(call: CallSyntax, file: SourceFile) -> bool:
    """Whether the receiver is an application, a scope or the parameter of a configuration function."""
    start = call_index(file).receivers(call)[0]
    if start.name in ("scope", "App") or start.is_new:
        return True
    written = file.text(start.receiver) if start.receiver is not None else ""
    declared = call.function.parameters.get(written, "") if call.function is not None else ""
    return "ServiceConfig" in declared or written in ("cfg", "config", "app", "conf")


FRAMEWORK = Framework(
    "actix",
    languages=("rust",),
    annotations=(AnnotationRule((*METHODS, "route"), _attribute, imports=_PACKAGES),),
    calls=(
        CallRule(("route",), _route, imports=_PACKAGES),
        CallRule(("to",), _to, imports=_PACKAGES),
        CallRule(("service", "configure"), _mounted, imports=_PACKAGES),
    ),
)
