"""Envoy: each route of a virtual host is a ProxyRoute to the addresses of its cluster.

https://www.envoyproxy.io/docs/envoy/latest/api-v3/config/route/v3/route_components.proto, and the v2 form of clusters.
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, Incomplete, ProxyRoute, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.route_path import prefix_path, regex_prefix
from parsed_graph.syntax.shell_text import environment_text
from parsed_graph.syntax.yaml_document import YamlList, YamlMapping, YamlValue, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A route whose cluster stands elsewhere (discovered at run time) is Incomplete."""
    if yaml_kind(artefact) is not YamlKind.ENVOY:
        return
    for document in yaml_documents(artefact):
        clusters = dict(_clusters(document))
        for host in _found(document, "virtual_hosts"):
            for route in host.items_of("routes").mappings():
                yield from _routes(artefact, route, clusters)


def _found(document: YamlValue, key: str) -> Iterator[YamlMapping]:
    """Every mapping in a list under this key, wherever it stands."""
    pending: list[YamlValue] = [document]
    while pending:
        value = pending.pop()
        if isinstance(value, YamlMapping):
            yield from value.items_of(key).mappings()
            pending += reversed(list(value.values()))
        elif isinstance(value, YamlList):
            pending += reversed(value)


def _clusters(document: YamlValue) -> Iterator[tuple[str, list[str]]]:
    for cluster in _found(document, "clusters"):
        if not cluster.text("name") or not ("load_assignment" in cluster or "hosts" in cluster):
            continue
        addresses = [_address(host.mapping("socket_address")) for host in cluster.items_of("hosts").mappings()]
        endpoints = _found(cluster.mapping("load_assignment"), "lb_endpoints")
        addresses += [_address(endpoint.mapping("endpoint", "address", "socket_address")) for endpoint in endpoints]
        yield cluster.text("name"), [address for address in addresses if address]


def _address(socket: YamlMapping) -> str:
    host, port = socket.text("address"), socket.text("port_value")
    return f"http://{host}:{port}" if host and port else ""


def _routes(artefact: Artefact, route: YamlMapping, clusters: dict[str, list[str]]) -> Iterator[Fact]:
    action = route.mapping("route")
    weighted = action.mapping("weighted_clusters").items_of("clusters").mappings()
    names = [action.text("cluster"), *(cluster.text("name") for cluster in weighted)]
    rewrite = action.text("prefix_rewrite") or None
    for name in (name for name in names if name):
        span = SourceSpan(artefact.path, route.line)
        if not clusters.get(name):
            yield Incomplete("no-address", f"cluster {name} has no address in this file", span)
        for address in clusters.get(name, ()):
            yield ProxyRoute(_path(route.mapping("match")), environment_text(address), span, "envoy", rewrite=rewrite)


def _path(match: YamlMapping) -> str:
    if match.text("path"):
        return match.text("path")
    pattern = match.mapping("safe_regex").text("regex") or match.text("regex")
    if pattern:
        return prefix_path(regex_prefix(pattern))
    return prefix_path(match.text("prefix") or match.text("path_separated_prefix") or "/")


PARSER = Parser("envoy", patterns=("*.yml", "*.yaml"), parse=parse)
