"""zio-http: `Method.GET / "orders" / long("id") -> handler` among `Routes(…)` is a route."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import HTTP_METHODS, joined_path
from parsed_graph.rules.scala_routers import holding_member
from parsed_graph.syntax.scala_grammar import infix, operands, shape
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("zio.http", "zhttp")
_KNOWN: dict[str, Text] = {"trailing": (Literal("**"),), "Root": ()}
_SLASH = frozenset({"/"})


def routes(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """Each argument of `Routes`; what is no pattern with a handler says nothing."""
    router = holding_member(call.node, call.owner, file)
    for argument in call.arguments:
        pattern, operator, handler = infix(argument.node, file.source)
        if pattern is None or operator != "->" or handler is None:
            continue
        method, *segments = operands(pattern, file.source, _SLASH)
        word = file.text(method).rpartition(".")[2]
        if word in HTTP_METHODS or word == "ANY":
            path = joined_path((Literal("/"),), *(_segment(each, call, file) for each in segments))
            line = argument.node.start_point[0] + 1
            yield RouteDecl(word, path, file.span(line), "zio-http", call.caller, router=router)


def _segment(node: Node, call: CallSyntax, file: SourceFile) -> Text:
    """A word, a parameter such as `uuid("id")`, or `trailing` for all that follows."""
    found = shape(node, file.source)
    if found.kind == "text":
        return (Literal(found.name),)
    if found.kind == "name" and found.name in _KNOWN:
        return _KNOWN[found.name]
    if found.kind == "name":
        values = file.lower(found.node, call.function, call.owner)
        return values[0] if len(values) == 1 and isinstance(values[0][0], Literal) else (Literal("{}"),)
    made = file.origin(node)
    first = made.arguments[0].node if made is not None and made.arguments else None
    name = shape(first, file.source).name if first is not None else ""
    return (Literal(f"{{{name}}}" if name.isidentifier() else "{}"),)


FRAMEWORK = Framework("zio_http", ("scala",), calls=(CallRule(("Routes",), routes, imports=_IMPORTS),))
