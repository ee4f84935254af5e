"""Routes and contracts become Endpoints of their service, with canonical paths; the index finds the one a call means."""

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from parsed_graph.estate_facts import Located
from parsed_graph.facts import RouteDecl
from parsed_graph.identity import node_id
from parsed_graph.model import Node, Property
from parsed_graph.resolve.components.component import Component
from parsed_graph.resolve.estate import Estate, Owner
from parsed_graph.resolve.mounts import Mounts
from parsed_graph.resolve.values import HOLE
from parsed_graph.schema import EdgeType, NodeLabel

_PREFIX_KEYS = (
    "server.servlet.context-path",
    "server.servlet.contextPath",
    "server.context-path",
    "server.contextPath",
    "spring.webflux.base-path",
    "quarkus.http.root-path",
    "micronaut.server.context-path",
)
_DISPATCHER_KEYS = ("spring.mvc.servlet.path", "server.servlet.path")
_REPOSITORY_KEYS = ("spring.data.rest.base-path", "spring.data.rest.base-uri")
_RESOURCE_KEYS = (
    "quarkus.rest.path",
    "quarkus.resteasy-reactive.path",
    "quarkus.resteasy.path",
    "spring.jersey.application-path",
)
Segments = tuple[str, ...]


class Route(NamedTuple):
    """An Endpoint as calls look it up."""

    endpoint: str
    method: str
    segments: Segments
    literals: int


@dataclass(frozen=True, slots=True)
class Choice:
    """What a call's path means in a service: one route, or why not: `no-endpoint` or `ambiguous`."""

    route: Route | None
    reason: str = ""
    candidates: tuple[str, ...] = ()


class EndpointIndex:
    """Routes by service and length."""

    def __init__(self) -> None:
        self._routes: defaultdict[tuple[str, int], list[Route]] = defaultdict(list)
        self._open: defaultdict[str, list[Route]] = defaultdict(list)
        self.services: set[str] = set()

    def add(self, service: str, route: Route) -> None:
        """Adds a route; one that ends in `**` matches any longer path."""
        self.services.add(service)
        if route.segments and route.segments[-1] == "**":
            self._open[service].append(route)
        else:
            self._routes[service, len(route.segments)].append(route)

    def choose(self, service: str, method: str, segments: Segments) -> Choice:
        """The route with the most literal segments; a tie chooses none, and so does a path without any literal in common."""
        candidates = [r for r in self._routes.get((service, len(segments)), ()) if _fits(r, method, segments)]
        candidates += [r for r in self._open.get(service, ()) if _fits_open(r, method, segments)]
        if not candidates:
            return Choice(None, "no-endpoint")
        scored = sorted(((_score(route, method, segments), route) for route in candidates), reverse=True)
        best = [route for score, route in scored if score == scored[0][0]]
        if len({route.endpoint for route in best}) > 1:
            return Choice(None, "ambiguous", tuple(sorted(route.endpoint for route in best)))
        if segments and scored[0][0][0] == 0 and not all(s == HOLE for s in best[0].segments):
            return Choice(None, "no-endpoint")
        return Choice(best[0])


def _fits(route: Route, method: str, segments: Segments) -> bool:
    return _methods_agree(route.method, method) and all(
        _is_open(own) or called == HOLE or own.lower() == called.lower() or _matches_mixed(own, called)
        for own, called in zip(route.segments, segments, strict=True)
    )


def _fits_open(route: Route, method: str, segments: Segments) -> bool:
    fixed = route.segments[:-1]
    head = Route(route.endpoint, route.method, fixed, route.literals)
    return len(segments) >= len(fixed) and _fits(head, method, segments[: len(fixed)])


def _is_open(segment: str) -> bool:
    return segment in (HOLE, "*")


def _matches_mixed(own: str, called: str) -> bool:
    """`{}.json` against `5.json`, `order-{}` against `order-{}`."""
    if HOLE not in own and HOLE not in called:
        return False
    pattern = ".*".join(re.escape(piece) for piece in own.lower().split(HOLE))
    return re.fullmatch(pattern, called.lower()) is not None


def _methods_agree(own: str, called: str) -> bool:
    return own == called or "ANY" in (own, called)


def _score(route: Route, method: str, segments: Segments) -> tuple[int, int, int]:
    shared = sum(not _is_open(own) and called != HOLE for own, called in zip(route.segments, segments, strict=False))
    holes = sum(_is_open(own) and called == HOLE for own, called in zip(route.segments, segments, strict=False))
    return shared, holes, int(route.method == method)


def path_segments(path: str) -> Segments:
    """A path without query, empty segments and trailing slash, placeholders as `{}`: `/Orders//{id}/?x=1` -> Orders, {}."""
    path = re.split(r"[?#]", path, maxsplit=1)[0]
    path = re.sub(r"\{[^{}/]*(\{[^{}/]*\})?[^{}/]*\}", HOLE, path)
    return tuple(part for part in path.split("/") if part)


def canonical_path(segments: Segments) -> str:
    """The path as an Endpoint's id and property write it."""
    return "/" + "/".join(segments)


def resolve_routes(estate: Estate) -> EndpointIndex:
    """Adds an Endpoint for each route, EXPOSES and HANDLED_BY."""
    index = EndpointIndex()
    mounts = Mounts(estate)
    for located in estate.facts.of(RouteDecl):
        for owner in estate.owners(located):
            if owner.confidence == 1.0 or located.fact.framework not in ("openapi",):
                _add_route(estate, index, located, owner, mounts)
    return index


def _add_route(
    estate: Estate,
    index: EndpointIndex,
    located: Located[RouteDecl],
    owner: Owner,
    mounts: Mounts,
) -> None:
    route, component = located.fact, owner.component
    dispatchers = _RESOURCE_KEYS if route.framework.startswith("jax-rs") else _DISPATCHER_KEYS
    below = _REPOSITORY_KEYS if route.framework == "spring-data-rest" else ()
    context = "/".join(_configured_prefix(estate, component, keys) for keys in (_PREFIX_KEYS, dispatchers, below))
    for value in estate.values.evaluate(route.path, component, located.repo, route.function):
        if value.is_open and value.trace:
            estate.problem("routes", located.repo, route.span, "unresolved-path", value.trace)
            continue
        for prefix in mounts.prefixes(located, component):
            segments = path_segments(f"{context}/{prefix}/{value.text}")
            confidence = min(value.confidence, owner.confidence)
            endpoint = add_endpoint(
                estate,
                component,
                "http",
                route.method,
                segments,
                operation_id=route.operation_id,
                version=route.version,
            )
            index.add(component.id, Route(endpoint, route.method, segments, sum(s != HOLE for s in segments)))
            evidence = located.evidence(f"{route.framework} route", (*([owner.hop] if owner.hop else []), *value.hops))
            estate.edge(component.id, EdgeType.EXPOSES, endpoint, confidence, evidence)


def add_endpoint(
    estate: Estate, component: Component, protocol: str, method: str, segments: Segments, **properties: Property
) -> str:
    """Adds an Endpoint node of a component and gives its id."""
    service = estate.service_node(component)
    path = canonical_path(segments)
    name = f"{method} {path}"
    endpoint = node_id(NodeLabel.ENDPOINT, service.partition(":")[2], name)
    shown: dict[str, Property] = {"protocol": protocol, "method": method, "path": path, **properties}
    estate.graph.add_node(
        Node(endpoint, NodeLabel.ENDPOINT, name, service, {k: v for k, v in shown.items() if v not in ("", ())})
    )
    return endpoint


def _configured_prefix(estate: Estate, component: Component, keys: tuple[str, ...]) -> str:
    for key in keys:
        for hit in estate.configuration.values(component, key):
            if hit.complete and hit.value.strip("/"):
                return "/" + hit.value.strip("/")
    return ""
