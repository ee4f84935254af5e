"""chi: `r.Get("/orders/{id}", handler)` inside Route, Group and With; Mount puts a path before another router."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.go_routers import method_named, mounted, route_facts, router_kind
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_VERBS = ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options")


def _verb(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`Handle` and `HandleFunc` take any method."""
    if len(call.arguments) == 2 and router_kind(call, file) == "chi":
        method = "ANY" if call.name.startswith("Handle") else call.name.upper()
        path, handler = call.arguments[0].node, call.arguments[1].node
        yield from route_facts(call, file, "chi", methods=(method,), path=path, handler=handler)


def _given(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) == 3 and router_kind(call, file) == "chi":
        method, path, handler = (argument.node for argument in call.arguments)
        yield from route_facts(call, file, "chi", methods=(method_named(method, file),), path=path, handler=handler)


def _mounted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    if len(call.arguments) == 2 and router_kind(call, file) == "chi":
        yield from mounted(call, file)


FRAMEWORK = Framework(
    "chi",
    ("go",),
    calls=(
        CallRule((*_VERBS, "Handle", "HandleFunc"), _verb),
        CallRule(("Method", "MethodFunc"), _given),
        CallRule(("Mount",), _mounted),
    ),
)
