"""Echo: `e.GET("/orders/:id", handler, middleware…)` under its groups."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.go_calls import list_members
from parsed_graph.rules.go_routers import method_named, route_facts, router_kind
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if router_kind(call, file) == "echo" and len(call.arguments) >= 2:
        method = "ANY" if call.name == "Any" else call.name
        path, handler = call.arguments[0].node, call.arguments[1].node
        yield from route_facts(call, file, "echo", methods=(method,), path=path, handler=handler)


def _given(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`e.Add("GET", "/x", h)`, `e.Match([]string{"GET", "POST"}, "/x", h)`."""
    if router_kind(call, file) == "echo" and len(call.arguments) >= 3:
        methods = tuple(method_named(node, file) for node in list_members(call.arguments[0].node, file))
        path, handler = call.arguments[1].node, call.arguments[2].node
        yield from route_facts(call, file, "echo", methods=methods, path=path, handler=handler)


FRAMEWORK = Framework("echo", ("go",), calls=(CallRule((*_VERBS, "Any"), _verb), CallRule(("Add", "Match"), _given)))
