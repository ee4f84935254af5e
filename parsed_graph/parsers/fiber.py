"""Fiber, and iris, which registers alike: `app.Get("/orders/:id", handler)` under its groups; Mount and Use put a path before another app."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.go_routers import method_named, mounted, route_facts, router_kind
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options")
_KINDS = ("fiber", "iris")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    kind = router_kind(call, file)
    if kind in _KINDS and len(call.arguments) >= 2:
        method = "ANY" if call.name in ("All", "Any") else call.name.upper()
        path, handler = call.arguments[0].node, call.arguments[-1].node
        yield from route_facts(call, file, kind, methods=(method,), path=path, handler=handler)


def _given(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`app.Add("GET", "/x", h)`, iris' `app.Handle("GET", "/x", h)`."""
    kind = router_kind(call, file)
    if kind in _KINDS and len(call.arguments) >= 3:
        methods = (method_named(call.arguments[0].node, file),)
        path, handler = call.arguments[1].node, call.arguments[-1].node
        yield from route_facts(call, file, kind, methods=methods, path=path, handler=handler)


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) == 2 and router_kind(call, file) == "fiber":
        yield from mounted(call, file)


FRAMEWORK = Framework(
    "fiber",
    ("go",),
    calls=(
        CallRule((*_VERBS, "All", "Any"), _verb),
        CallRule(("Add", "Handle"), _given),
        CallRule(("Mount",), _mounted),
    ),
)
