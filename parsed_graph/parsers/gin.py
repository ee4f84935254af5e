"""gin, and routers that register as it does (httprouter): `r.GET("/orders/:id", handler)` under its groups."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.go_calls import list_members
from parsed_graph.rules.go_routers import method_named, route_facts, router_kind
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
_KINDS = ("gin", "httprouter")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = router_kind(call, file)
    if kind in _KINDS and len(call.arguments) >= 2:
        method = "ANY" if call.name == "Any" else call.name
        path, handler = call.arguments[0].node, call.arguments[-1].node
        yield from route_facts(call, file, kind, methods=(method,), path=path, handler=handler)


def _given(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`r.Handle("GET", "/x", h)`, `r.Match([]string{"GET", "POST"}, "/x", h)`."""
    kind = router_kind(call, file)
    if kind in _KINDS and len(call.arguments) >= 3:
        methods = tuple(method_named(node, file) for node in list_members(call.arguments[0].node, file))
        path, handler = call.arguments[1].node, call.arguments[-1].node
        yield from route_facts(call, file, kind, methods=methods, path=path, handler=handler)


def _static(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if router_kind(call, file) == "gin" and len(call.arguments) == 2:
        path = call.arguments[0].node
        yield from route_facts(
            call, file, "gin", methods=("GET",), path=path, handler=None, is_prefix=call.name != "StaticFile"
        )


FRAMEWORK = Framework(
    "gin",
    ("go",),
    calls=(
        CallRule((*_VERBS, "Any"), _verb),
        CallRule(("Handle", "Match", "HandlerFunc"), _given),
        CallRule(("Static", "StaticFS", "StaticFile"), _static),
    ),
)
