"""Ktor's routing: `get("/{id}") { }` inside `route("/orders") { }` is a route; so is `get<Orders> { }` with a `@Resource`."""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Literal, RouteDecl, RoutePrefix, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.http_paths import HTTP_METHODS, annotation_paths, joined_path, joined_paths, path_values
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
    prefixes = [_plain(path) for path in joined_paths(_prefixes(call, file), _paths(call, file))]
    for inner in _directly_within(call, file):
        if inner.name == "handle":
            head = file.text(call.node).partition("{")[0]
            for path in prefixes:
                span = file.span(call.line)
                yield RouteDecl(
                    _verb(head) or _stated_verb(inner, call, file), path, span, "ktor", call.caller, router=call.caller
                )
        elif not inner.arguments and not inner.is_new:
            router = file.imports.get(inner.name) or f"{file.package}.{inner.name}"
            for path in prefixes:
                yield RoutePrefix(router, path, file.span(inner.line), call.caller)


def _directly_within(call: CallSyntax, file: SourceFile) -> list[CallSyntax]:
    """The bare calls in the block of a route that are in no route or verb inside it."""
    inside = [c for c in call_index(file).within(call.arguments[-1].node) if c.receiver is None]
    found: list[CallSyntax] = []
    taken = 0
    for inner in inside:  # In document order: a block's own calls follow it.
        if inner.node.start_byte < taken:
            continue
        if inner.name in (*_VERBS, "route") and _has_block(inner):
            taken = inner.node.end_byte
        found.append(inner)
    return found


def _stated_verb(handle: CallSyntax, route: CallSyntax, file: SourceFile) -> str:
    """The method of the `method(HttpMethod.Put) { }` between a route and its handler, ANY where there is none."""
    for outer in call_index(file).named("method"):
        if outer.arguments and _around(outer, handle) and _around(route, outer):
            return _verb(file.text(outer.arguments[0].node)) or "ANY"
    return "ANY"


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
