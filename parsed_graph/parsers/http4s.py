"""http4s: `case GET -> Root / "orders" / id` of `HttpRoutes.of` is a route; `Router("/api" -> routes)` puts a prefix before routes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from parsed_graph.facts import Fact, Literal, RouteDecl, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.http_paths import HTTP_METHODS, joined_path
from parsed_graph.rules.scala_routers import holding_member, mounts
from parsed_graph.syntax.scala_grammar import infix, shape
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_IMPORTS = ("org.http4s",)
_ROUTES = ("HttpRoutes", "AuthedRoutes", "ContextRoutes", "HttpApp", "TracedHttpRoute")
MAX_SEGMENTS = 60


def routes(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """The cases of a partial function from requests."""
    block = call.arguments[-1].node if call.arguments else None
    router = holding_member(call.node, call.owner, file)
    for clause in block.named_children if block is not None and block.type == "case_block" else ():
        pattern = clause.child_by_field_name("pattern")
        for method, path in _route(pattern, call, file) if pattern is not None else ():
            span = file.span(clause.start_point[0] + 1)
            yield RouteDecl(method, path, span, "http4s", call.caller, router=router)


def router(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Router("/orders" -> orders.routes, "/" -> health)`."""
    for argument in call.arguments:
        left, operator, right = infix(argument.node, file.source)
        if left is None or operator != "->" or right is None:
            continue
        for prefix in file.lower(left, call.function, call.owner):
            yield from mounts(right, prefix, call, file)


def _route(pattern: Node, call: CallSyntax, file: SourceFile) -> Iterator[tuple[str, Text]]:
    """`request @ GET -> Root / "orders" / IntVar(id) :? Limit(n)`: methods and path."""
    parts = _flattened(pattern, file)
    if len(parts) < 2 or parts[1][0] not in ("->", "->>"):
        return
    words = [word for word in re.findall(r"\b[A-Z]+\b", file.text(parts[0][1])) if word in HTTP_METHODS]
    segments: list[Text] = []
    for operator, node in parts[2:]:
        if operator not in ("/", "/:"):
            break
        segments.append(_segment(node, call, file))
    if file.text(parts[1][1]) != "Root":
        segments = [(Literal("**"),), *segments]
    for method in words or ["ANY"]:
        yield method, joined_path((Literal("/"),), *segments)


def _flattened(pattern: Node, file: SourceFile) -> list[tuple[str, Node]]:
    """The operands of a pattern from left to right, each with the operator before it."""
    found: list[tuple[str, Node]] = []
    current: Node | None = pattern
    while current is not None and len(found) < MAX_SEGMENTS:
        left, operator, right = infix(current, file.source)
        if right is None:
            break
        found.append((operator, right))
        current = left
    return [*([("", current)] if current is not None else []), *reversed(found)]


def _segment(node: Node, call: CallSyntax, file: SourceFile) -> Text:
    if node.type == "string":
        return (Literal(shape(node, file.source).name),)
    if node.type in ("stable_identifier", "identifier") and file.text(node)[:1].isupper():
        values = file.lower(node, call.function, call.owner)
        return values[0] if len(values) == 1 else (Literal("{}"),)
    name = file.text(node)
    return (Literal(f"{{{name}}}" if name.isidentifier() else "{}"),)


FRAMEWORK = Framework(
    "http4s",
    ("scala",),
    calls=(
        CallRule(("of", "strict"), routes, types=_ROUTES, imports=_IMPORTS),
        CallRule(("Router",), router, imports=_IMPORTS),
    ),
)
