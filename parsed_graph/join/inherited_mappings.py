"""Joins mappings that an interface or base class declares with the types that inherit them.

A controller that implements `OrdersApi` serves its routes; a Feign client that extends it calls them; a JAX-RS class
that implements it serves them. On its own, such an interface serves and calls nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from parsed_graph.facts import HttpCall, RouteDecl, RoutePrefix, Text, TypeDecl
from parsed_graph.rules.http_paths import joined_path

DECLARED = "-interface"
"""Ends the framework of a route that counts only where a type inherits it."""
MAX_ANCESTORS = 30
_CLIENTS = ("feign", "micronaut-client")


class InheritedMappings:
    """The declared mappings of an estate, each fact with its repository; `calls` are those that clients map themselves, too."""

    def __init__(
        self,
        routes: Sequence[tuple[str, RouteDecl]],
        types: Sequence[tuple[str, TypeDecl]],
        calls: Sequence[tuple[str, HttpCall]] = (),
    ) -> None:
        self._declared: defaultdict[str, list[RouteDecl]] = defaultdict(list)
        self._handled = {route.function for _, route in routes if not route.framework.endswith(DECLARED)}
        self._calling = {call.function for _, call in calls if call.client in _CLIENTS and call.method != "ANY"}
        self._clients = {function.rpartition(".")[0] for function in self._calling}
        for _, route in routes:
            if route.framework.endswith(DECLARED):
                self._declared[route.function.rpartition(".")[0]].append(route)
        self._bases: Mapping[str, tuple[str, ...]] = {declared.name: declared.bases for _, declared in types}
        self._types = types

    def served(self, prefixes: Sequence[tuple[str, RoutePrefix]]) -> Iterator[tuple[str, RouteDecl]]:
        """The routes of controllers, sub-resources and JAX-RS classes, at the place of the type that inherits them."""
        for repo, prefix in prefixes:
            for route in self._inherited(prefix.router) if prefix.on else ():
                path = joined_path(prefix.prefix, route.path)
                function = f"{prefix.on}.{route.function.rpartition('.')[2]}"
                if function not in self._handled:
                    yield repo, self._route(route, function, path, prefix)
        for repo, declared in self._types if self._declared else ():
            for route in self._inherited(declared.name)[len(self._declared.get(declared.name, ())) :]:
                if declared.kind == "class" and route.framework.startswith("jax-rs"):
                    function = f"{declared.name}.{route.function.rpartition('.')[2]}"
                    if function not in self._handled:
                        yield repo, self._route(route, function, route.path, declared)

    def called(self, call: HttpCall) -> list[HttpCall]:
        """The calls of a client interface whose mapped methods stand in its base types; the call itself where no method is known at all."""
        if call.client not in _CLIENTS or call.method != "ANY":
            return [call]
        found = [
            HttpCall(
                route.method,
                joined_path(call.url, route.path),
                call.span,
                call.client,
                f"{call.function}.{route.function.rpartition('.')[2]}",
                (route.span,),
            )
            for route in self._inherited(call.function)
            if f"{call.function}.{route.function.rpartition('.')[2]}" not in self._calling
        ]
        return found or ([] if call.function in self._clients else [call])

    def _inherited(self, name: str) -> list[RouteDecl]:
        """The mappings of a type and of all above it, its own first."""
        found: list[RouteDecl] = []
        pending, seen = [name], set[str]()
        while pending and len(seen) < MAX_ANCESTORS:
            current = pending.pop(0)
            if current not in seen:
                seen.add(current)
                found += self._declared.get(current, [])
                pending += [base.partition("<")[0] for base in self._bases.get(current, ())]
        return found

    def _route(self, route: RouteDecl, function: str, path: Text, place: RoutePrefix | TypeDecl) -> RouteDecl:
        framework = route.framework.removesuffix(DECLARED)
        return RouteDecl(route.method, path, place.span, framework, function, route.operation_id, route.version)
