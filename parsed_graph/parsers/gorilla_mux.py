"""gorilla/mux: HandleFunc and Handle, or Path and PathPrefix with a Handler, are routes; Methods says which; a Subrouter puts its prefix before."""

from __future__ import annotations

from collections.abc import Iterator

from parsed_graph.facts import Fact
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.call_index import call_index
from parsed_graph.rules.go_routers import method_named, route_facts, router_kind
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_NAME = "gorilla-mux"
_PATHS = frozenset({"Path", "PathPrefix"})


def _handled(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`r.HandleFunc("/x", h).Methods("GET")`."""
    if len(call.arguments) == 2 and router_kind(call, file) == _NAME:
        path, handler = call.arguments[0].node, call.arguments[1].node
        yield from route_facts(call, file, _NAME, methods=_methods(call, file), path=path, handler=handler)


def _ended(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`r.Methods("GET").Path("/x").HandlerFunc(h)`, `r.PathPrefix("/static/").Handler(h)`."""
    if len(call.arguments) != 1 or router_kind(call, file) != _NAME:
        return
    links = [link.name for link in call_index(file).receivers(call)[:-1] if link.name in _PATHS]
    if links:
        handler = call.arguments[0].node
        methods = _methods(call, file)
        yield from route_facts(
            call, file, _NAME, methods=methods, path=None, handler=handler, is_prefix=links[-1] == "PathPrefix"
        )


def _methods(call: CallSyntax, file: SourceFile) -> tuple[str, ...]:
    given = [a.node for link in call_index(file).chain(call) if link.name == "Methods" for a in link.arguments]
    return tuple(dict.fromkeys(method_named(node, file) for node in given)) or ("ANY",)


FRAMEWORK = Framework(
    "gorilla_mux",
    ("go",),
    calls=(CallRule(("HandleFunc", "Handle"), _handled), CallRule(("Handler", "HandlerFunc"), _ended)),
)
