"""Ktor's routing: `get("/{id}") { }` inside `route("/orders") { }` is a route; so is `get<Orders> { }` with a `@Resource`."""

import re
from collections.abc import Iterator

from parsed_graph.call_index import CallIndex, call_index
from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.http_paths import HTTP_METHODS, annotation_paths, http_method, joined_path, joined_paths, path_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile, TypeSyntax

_IMPORTS = ("io.ktor.server", "io.ktor.routing", "io.ktor.application", "io.ktor.locations")
_VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
_LAMBDA = "lambda_literal"


def route(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """A verb with its handler."""
    if call.receiver is not None or not _has_block(call):
        return
    for path in joined_paths(_prefixes(call, file), _paths(call, file)):
        yield RouteDecl(call.name.upper(), _plain(path), file.span(call.line), "ktor", call.caller, router=call.caller)


def nested(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`route("/x", HttpMethod.Get) { handle { } }` is a route; what `route("/x") { orders() }` calls, gets its prefix."""
    if call.receiver is not None or not _has_block(call):
        return
    index = call_index(file)
    prefixes = list(joined_paths(_prefixes(call, file), _paths(call, file)))
    for inner in index.within(call.arguments[-1].node):
        if inner.receiver is not None or _innermost(inner, index) is not call:
            continue
        if inner.name == "handle":
            method = http_method(call.argument("method", position=1), file) if len(call.arguments) > 2 else "ANY"
            method = _verb(file.text(call.node).partition("{")[0]) or method
            for path in prefixes:
                yield RouteDecl(method, _plain(path), file.span(call.line), "ktor", call.caller, router=call.caller)
        elif not inner.arguments and not inner.is_new:
            router = file.imports.get(inner.name) or f"{file.package}.{inner.name}"
            for path in prefixes:
                yield RoutePrefix(router, _plain(path), file.span(inner.line), call.caller)


def _has_block(call: CallSyntax) -> bool:
    return bool(call.arguments) and call.arguments[-1].node.type == _LAMBDA


def _paths(call: CallSyntax, file: SourceFile) -> list[Text]:
    """The path argument, the `@Resource` of a type argument, or nothing."""
    first = call.arguments[0].node
    if first.type != _LAMBDA:
        return path_values(first, call.function, call.owner, file)
    for name in call.type_arguments:
        return _resource_paths(next((t for t in file.types if t.name == name.rpartition(".")[2]), None), file)
    return [()]


def _resource_paths(declared: TypeSyntax | None, file: SourceFile) -> list[Text]:
    """The path of a resource class, under that of the class around it."""
    found: list[Text] = [()]
    while declared is not None:
        own = annotation_paths(declared.annotation("Resource", "Location"), file, "path", "value")
        found = [joined_path(prefix, path) for prefix in own for path in found]
        declared = declared.outer
    return found


def _prefixes(call: CallSyntax, file: SourceFile) -> list[Text]:
    """What the `route` blocks around a call put before it, outermost first."""
    around = [outer for outer in call_index(file).named("route") if _around(outer, call)]
    around.sort(key=lambda outer: outer.node.end_byte, reverse=True)
    found: list[Text] = [()]
    for outer in around:
        found = list(joined_paths(found, _paths(outer, file)))
    return found


def _around(outer: CallSyntax, call: CallSyntax) -> bool:
    if outer is call or not _has_block(outer):
        return False
    block = outer.arguments[-1].node
    return block.start_byte <= call.node.start_byte and call.node.end_byte <= block.end_byte


def _innermost(call: CallSyntax, index: CallIndex) -> CallSyntax | None:
    around = [outer for outer in index.named("route", *_VERBS) if _around(outer, call)]
    return min(around, key=lambda outer: outer.node.end_byte - outer.node.start_byte, default=None)


def _verb(text: str) -> str:
    """`HttpMethod.Get` -> GET."""
    match = re.search(r"HttpMethod\.(\w+)", text)
    return match[1].upper() if match and match[1].upper() in HTTP_METHODS else ""


def _plain(path: Text) -> Text:
    """`{id?}` and `{rest...}` as `{id}` and `**`."""
    return tuple(
        [
            Literal(re.sub(r"\{(\w+)\?\}", r"{\1}", re.sub(r"\{\w*\.\.\.\}", "**", p.text)))
            if isinstance(p, Literal)
            else p
            for p in path
        ]
    )


FRAMEWORK = Framework(
    "ktor",
    ("kotlin",),
    calls=(CallRule(_VERBS, route, imports=_IMPORTS), CallRule(("route",), nested, imports=_IMPORTS)),
)
