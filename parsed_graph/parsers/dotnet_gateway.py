""".NET gateways: the routes of Ocelot (ocelot*.json) and of YARP (`ReverseProxy` in appsettings) are ProxyRoutes.

https://ocelot.readthedocs.io/en/latest/features/routing.html, https://microsoft.github.io/reverse-proxy/articles/config-files.html
"""

import re
from collections.abc import Iterator

from parsed_graph.facts import Fact, Host, Literal, ProxyRoute, SourceSpan, Text
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.json_document import json_mapping
from parsed_graph.syntax.route_path import prefix_path, segment_count
from parsed_graph.syntax.yaml_document import YamlMapping

_CATCH_ALL = re.compile(r"/?\{(\*\*?[\w-]*|everything|url|all|anything|catchAll|path|route|remainder)\}.*$", re.I)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Paths are templates of the same form as the framework's own; a catch-all is `/**`."""
    document = json_mapping(artefact)
    if artefact.name.lower().startswith("ocelot"):
        for key in ("Routes", "ReRoutes"):
            for route in document.items_of(key).mappings():
                yield from _ocelot(artefact, route)
    else:
        yield from _yarp(artefact, document.mapping("ReverseProxy") or document.mapping("Yarp"))


def _ocelot(artefact: Artefact, route: YamlMapping) -> Iterator[Fact]:
    upstream, downstream = route.text("UpstreamPathTemplate"), route.text("DownstreamPathTemplate")
    scheme = route.text("DownstreamScheme", "http")
    targets: list[Text] = []
    for host in route.items_of("DownstreamHostAndPorts").mappings():
        port = host.text("Port")
        targets.append((Literal(f"{scheme}://{host.text('Host')}" + (f":{port}" if port else "")),))
    if route.text("ServiceName"):
        targets.append((Literal(f"{scheme}://"), Host(route.text("ServiceName"))))
    path, rewrite = _path(upstream), _CATCH_ALL.sub("", downstream) or "/"
    same = _CATCH_ALL.sub("", upstream) == _CATCH_ALL.sub("", downstream)
    for target in targets if upstream else ():
        span = SourceSpan(artefact.path, route.line_of("UpstreamPathTemplate"))
        yield ProxyRoute(path, target, span, "ocelot", rewrite=None if same else rewrite)


def _yarp(artefact: Artefact, proxy: YamlMapping) -> Iterator[Fact]:
    routes = proxy.mapping("Routes")
    for name in routes:
        route = routes.mapping(name)
        path = _path(route.mapping("Match").text("Path", "/{**catch-all}"))
        strip, rewrite = 0, None
        for transform in route.items_of("Transforms").mappings():
            strip = segment_count(transform.text("PathRemovePrefix")) or strip
            changed = transform.text("PathPattern") or transform.text("PathPrefix") or transform.text("PathSet")
            rewrite = _CATCH_ALL.sub("", changed) or "/" if changed else rewrite
        destinations = proxy.mapping("Clusters", route.text("ClusterId"), "Destinations")
        for destination in destinations:
            span = SourceSpan(artefact.path, routes.line_of(name))
            address = destinations.mapping(destination).text("Address").rstrip("/")
            yield ProxyRoute(path, _address(address), span, "yarp", strip, rewrite)


def _address(address: str) -> Text:
    """`https+http://orders` names a service of service discovery."""
    scheme, separator, rest = address.partition("://")
    if "+" in scheme and separator:
        return (Literal(f"{scheme}://"), Host(rest))
    return (Literal(address),)


def _path(template: str) -> str:
    return prefix_path(_CATCH_ALL.sub("", template)) if _CATCH_ALL.search(template) else template


PARSER = Parser(
    "dotnet_gateway",
    patterns=("ocelot*.json", "Ocelot*.json", "appsettings.json", "appsettings.*.json", "yarp*.json"),
    parse=parse,
)
