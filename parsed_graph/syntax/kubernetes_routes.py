"""Kubernetes routes: Ingress, Gateway API, Istio, Traefik, Contour, Ambassador and OpenShift objects are ProxyRoutes.

Products are named `ingress`, `istio`, … since the proxy that carries them out is seldom part of the estate. An Istio
VirtualService for the mesh alone only renames: it is a ServiceAlias.
"""

from collections.abc import Callable, Iterator, Sequence

from parsed_graph.facts import Fact, Literal, ProxyRoute, ServiceAlias, SourceSpan
from parsed_graph.syntax.route_path import prefix_path, regex_prefix, regex_rewrite, target_url
from parsed_graph.syntax.traefik_rule import path_change, rule_paths, strip_of
from parsed_graph.syntax.yaml_document import YamlMapping

_REWRITES = ("nginx.ingress.kubernetes.io/rewrite-target", "ingress.kubernetes.io/rewrite-target")


def route_facts(path: str, resource: YamlMapping, resources: Sequence[YamlMapping]) -> Iterator[Fact]:
    """`resources` are all objects of the file, among them the middlewares that a route may name."""
    reader = _READERS.get(resource.text("kind"))
    if reader is not None:
        yield from reader(path, resource, resources)


def _route(path: str, line: int, prefix: str, target: str, product: str, rewrite: str | None = None) -> ProxyRoute:
    return ProxyRoute(prefix, (Literal(target),), SourceSpan(path, line), product, rewrite=rewrite)


def _ingress(path: str, resource: YamlMapping, _: Sequence[YamlMapping]) -> Iterator[Fact]:
    annotations = resource.mapping("metadata", "annotations")
    rewrite = next((annotations.text(key) for key in _REWRITES if annotations.text(key)), None)
    spec = resource.mapping("spec")
    for rule in spec.items_of("rules").mappings():
        for entry in rule.mapping("http").items_of("paths").mappings():
            backend = _ingress_backend(entry.mapping("backend"))
            if backend:
                prefix = regex_prefix(entry.text("path", "/"))
                shown = prefix or "/" if entry.text("pathType") == "Exact" else prefix_path(prefix)
                after = regex_rewrite(rewrite) or "/" if rewrite else None
                yield _route(path, entry.line, shown, backend, "ingress", after)
    for key in ("defaultBackend", "backend"):
        backend = _ingress_backend(spec.mapping(key))
        if backend:
            yield _route(path, spec.line_of(key), "/**", backend, "ingress")


def _ingress_backend(backend: YamlMapping) -> str:
    """Of networking.k8s.io/v1 and of v1beta1; "" for one that is no Service."""
    service = backend.mapping("service")
    name = service.text("name") or backend.text("serviceName")
    port = service.mapping("port").text("number") or backend.text("servicePort")
    return target_url(name, port) if name else ""


def _http_route(path: str, resource: YamlMapping, _: Sequence[YamlMapping]) -> Iterator[Fact]:
    for rule in resource.mapping("spec").items_of("rules").mappings():
        rewrite = None
        for item in rule.items_of("filters").mappings():
            change = item.mapping("urlRewrite", "path")
            rewrite = change.text("replacePrefixMatch") or change.text("replaceFullPath") or rewrite
        paths = [_gateway_path(match) for match in rule.items_of("matches").mappings()] or ["/**"]
        for backend in rule.items_of("backendRefs").mappings():
            for prefix in paths:
                target = target_url(backend.text("name"), backend.text("port"))
                yield _route(path, backend.line, prefix, target, "gateway-api", rewrite)


def _gateway_path(match: YamlMapping) -> str:
    method, path = match.mapping("method"), match.mapping("path")
    if method.text("service"):
        return f"/{method.text('service')}/{method.text('method') or '**'}"
    value = path.text("value", "/")
    if path.text("type") == "Exact":
        return value
    return prefix_path(regex_prefix(value) if path.text("type") == "RegularExpression" else value)


def _virtual_service(path: str, resource: YamlMapping, _: Sequence[YamlMapping]) -> Iterator[Fact]:
    spec = resource.mapping("spec")
    gateways = {text for text, _ in spec.items_of("gateways").texts()} - {"mesh"}
    hosts = [text for text, _ in spec.items_of("hosts").texts()]
    if not gateways:
        yield from _renames(path, spec, hosts)
        return
    for http in [*spec.items_of("http").mappings(), *spec.items_of("tcp").mappings()]:
        matches = [_istio_path(match) for match in http.items_of("match").mappings()] or ["/**"]
        rewrite = http.mapping("rewrite").text("uri") or None
        for route in http.items_of("route").mappings():
            destination = route.mapping("destination")
            target = target_url(destination.text("host"), destination.mapping("port").text("number"))
            for prefix in dict.fromkeys(matches):
                yield _route(path, destination.line, prefix, target, "istio", rewrite)


def _istio_path(match: YamlMapping) -> str:
    uri = match.mapping("uri")
    if uri.text("exact"):
        return uri.text("exact")
    return prefix_path(uri.text("prefix") or regex_prefix(uri.text("regex")))


def _renames(path: str, spec: YamlMapping, hosts: list[str]) -> Iterator[Fact]:
    """A mesh-internal host that only other Services answer; one that shares its traffic keeps its name."""
    routes = [route for http in spec.items_of("http").mappings() for route in http.items_of("route").mappings()]
    targets = {r.mapping("destination").text("host").partition(".")[0]: r.line for r in routes}
    for host in hosts:
        short = host.partition(".")[0]
        if short not in ("*", "") and short not in targets:
            for target, line in targets.items():
                yield ServiceAlias(short, target, SourceSpan(path, line), origin="istio")


def _ingress_route(path: str, resource: YamlMapping, resources: Sequence[YamlMapping]) -> Iterator[Fact]:
    known = {r.mapping("metadata").text("name"): r.mapping("spec") for r in resources if r.text("kind") == "Middleware"}
    for route in resource.mapping("spec").items_of("routes").mappings():
        used = [known[name] for m in route.items_of("middlewares").mappings() if (name := m.text("name")) in known]
        change = path_change(used)
        for service in route.items_of("services").mappings():
            target = (Literal(target_url(service.text("name"), service.text("port"))),)
            for rule in rule_paths(route.text("match")):
                span, strip = SourceSpan(path, service.line), strip_of(rule, change)
                yield ProxyRoute(rule.path, target, span, "traefik", strip, change.rewrite)


def _http_proxy(path: str, resource: YamlMapping, _: Sequence[YamlMapping]) -> Iterator[Fact]:
    for route in resource.mapping("spec").items_of("routes").mappings():
        conditions = [c.text("prefix") or c.text("exact") for c in route.items_of("conditions").mappings()]
        policy = list(route.mapping("pathRewritePolicy").items_of("replacePrefix").mappings())
        rewrite = policy[0].text("replacement") or None if policy else None
        for service in route.items_of("services").mappings():
            for prefix in [condition for condition in conditions if condition] or ["/"]:
                target = target_url(service.text("name"), service.text("port"))
                yield _route(path, service.line, prefix_path(prefix), target, "contour", rewrite)


def _mapping(path: str, resource: YamlMapping, _: Sequence[YamlMapping]) -> Iterator[Fact]:
    spec = resource.mapping("spec")
    if spec.text("prefix") and spec.text("service") and "getambassador.io" in resource.text("apiVersion"):
        service = spec.text("service")
        target = service if "://" in service else f"http://{service}"
        prefix, rewrite = spec.text("prefix"), spec.text("rewrite", "/")
        yield _route(path, spec.line_of("service"), prefix_path(prefix), target, "ambassador", rewrite or None)


def _openshift_route(path: str, resource: YamlMapping, _: Sequence[YamlMapping]) -> Iterator[Fact]:
    spec = resource.mapping("spec")
    name = spec.mapping("to").text("name")
    if name and "route.openshift.io" in resource.text("apiVersion"):
        yield _route(path, spec.line_of("to"), prefix_path(spec.text("path", "/")), target_url(name), "openshift")


_READERS: dict[str, Callable[[str, YamlMapping, Sequence[YamlMapping]], Iterator[Fact]]] = {
    "Ingress": _ingress,
    "HTTPRoute": _http_route,
    "GRPCRoute": _http_route,
    "VirtualService": _virtual_service,
    "IngressRoute": _ingress_route,
    "HTTPProxy": _http_proxy,
    "Mapping": _mapping,
    "Route": _openshift_route,
}
