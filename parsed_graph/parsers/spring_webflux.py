"""Spring's functional routes: `route().GET("/orders", handler::list)`, `route(GET("/orders"), …)`, nested ones under their prefixes, and Kotlin's `router { }`."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, RouteDecl, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import CallIndex, call_index
from parsed_graph.rules.handler_reference import handler_name
from parsed_graph.rules.http_paths import http_methods, joined_path, joined_paths, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("org.springframework.web.reactive.function.server", "org.springframework.web.servlet.function")
_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
_NESTING = ("path", "nest", "pathPrefix")


def route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A route of the builder, the predicate of `route(GET("/x"), handler)`, or a route of the Kotlin DSL."""
    if not call.arguments or call.is_new:
        return
    index = call_index(file)
    handler = call.arguments[-1].node if len(call.arguments) > 1 else _handler_beside(call, index)
    function = handler_name(handler, call, file)
    for path in joined_paths(
        _prefixes(call, index, file), path_values(call.arguments[0].node, call.function, call.owner, file)
    ):
        yield RouteDecl(call.name, path, file.span(call.line), "spring-webflux", function)


def predicated(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`route(method(PUT).and(path("/x")), handler)`: a route without a predicate that is both method and path."""
    if len(call.arguments) != 2:
        return
    index = call_index(file)
    predicate, handler = (argument.node for argument in call.arguments)
    inner = [each for each in index.within(predicate) if not each.is_new and each.arguments]
    if any(each.name in _METHODS for each in inner):
        return
    methods = [m for each in inner if each.name == "method" for m in http_methods(each.arguments[0].node, file)]
    paths = [
        text
        for each in inner
        if each.name == "path"
        for text in path_values(each.arguments[0].node, each.function, each.owner, file)
    ]
    for path in joined_paths(_prefixes(call, index, file), paths):
        for method in methods or ["ANY"]:
            span = file.span(call.line)
            yield RouteDecl(method, path, span, "spring-webflux", handler_name(handler, call, file))


def _handler_beside(call: CallSyntax, index: CallIndex):  # type: ignore[no-untyped-def]
    """The second argument of the `route(predicate, handler)` that the predicate stands in."""
    for outer in index.named("route", "andRoute"):
        if len(outer.arguments) == 2 and _holds(outer, 0, call):
            return outer.arguments[1].node
    return None


def _prefixes(call: CallSyntax, index: CallIndex, file: SourceFile) -> list[Text]:
    """What the nests around a route put before it, outermost first."""
    around = [outer for outer in index.named(*_NESTING) if outer is not call and _nests(outer, call)]
    around.sort(key=lambda outer: outer.node.end_byte, reverse=True)
    found: list[Text] = [()]
    for outer in around:
        found = [joined_path(prefix, path) for prefix in found for path in _nest_paths(outer, index, file)]
    return found


def _nests(outer: CallSyntax, call: CallSyntax) -> bool:
    return (
        bool(outer.arguments)
        and _holds(outer, len(outer.arguments) - 1, call)
        and (len(outer.arguments) > 1 or outer.receiver is not None)
    )


def _holds(outer: CallSyntax, position: int, call: CallSyntax) -> bool:
    node = outer.arguments[position].node
    return node.start_byte <= call.node.start_byte and call.node.end_byte <= node.end_byte


def _nest_paths(outer: CallSyntax, index: CallIndex, file: SourceFile) -> list[Text]:
    """`path("/api", …)`, `nest(path("/api"), …)`, and Kotlin's `"/api".nest { }` and `path("/api").nest { }`."""
    if outer.name != "nest":
        return path_values(outer.arguments[0].node, outer.function, outer.owner, file)
    if len(outer.arguments) == 1:
        if outer.receiver is not None and "string" in outer.receiver.type:
            return path_values(outer.receiver, outer.function, outer.owner, file)
        predicate = outer.receiver
    else:
        predicate = outer.arguments[0].node
    paths = [inner for inner in index.within(predicate) if inner.name in ("path", "pathPrefix") and inner.arguments]
    return [
        text for inner in paths for text in path_values(inner.arguments[0].node, inner.function, inner.owner, file)
    ] or [()]


FRAMEWORK = Framework(
    "spring_webflux",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(_METHODS, route, imports=_IMPORTS),
        CallRule(("route", "andRoute"), predicated, imports=_IMPORTS),
    ),
)
