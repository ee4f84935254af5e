"""Declarative API gateways: Kong (`_format_version`), KrakenD and APISIX files are ProxyRoutes.

https://docs.konghq.com/gateway/latest/production/deployment-topologies/db-less-and-declarative-config/,
https://www.krakend.io/docs/configuration/structure/, https://apisix.apache.org/docs/apisix/deployment-modes/
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, ProxyRoute, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.json_document import json_mapping
from parsed_graph.syntax.route_path import prefix_path, regex_prefix, regex_rewrite, segment_count, target_url
from parsed_graph.syntax.shell_text import environment_text
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Nothing for YAML and JSON that is none of these."""
    documents = [json_mapping(artefact)] if artefact.name.endswith(".json") else yaml_documents(artefact)
    for document in documents:
        if isinstance(document, YamlMapping):
            if "_format_version" in document:
                yield from _kong(artefact, document)
            elif "endpoints" in document and ("krakend" in artefact.name or "$schema" in document):
                yield from _krakend(artefact, document)
            elif "apisix" in artefact.path.lower() and "routes" in document:
                yield from _apisix(artefact, document)


def _kong(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    upstreams = {
        upstream.text("name"): [target.text("target") for target in upstream.items_of("targets").mappings()]
        for upstream in document.items_of("upstreams").mappings()
    }
    for service in document.items_of("services").mappings():
        url = service.text("url") or target_url(
            service.text("host"), service.text("port"), service.text("protocol", "http")
        )
        scheme, _, rest = url.partition("://")
        authority, slash, suffix = rest.partition("/")
        added = service.text("path") or f"{slash}{suffix}"
        for target in upstreams.get(authority.partition(":")[0], [authority]):
            for route in service.items_of("routes").mappings():
                # Kong drops the matched prefix unless told otherwise, and puts the service's own path before the rest.
                is_stripped = route.text("strip_path", "true") == "true"
                for path, line in route.items_of("paths").texts():
                    prefix = regex_prefix(path.removeprefix("~"))
                    rewrite = added or "/" if is_stripped else None
                    span = SourceSpan(artefact.path, line)
                    yield ProxyRoute(
                        prefix_path(prefix), environment_text(f"{scheme}://{target}"), span, "kong", rewrite=rewrite
                    )


def _krakend(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    for endpoint in document.items_of("endpoints").mappings():
        path = endpoint.text("endpoint")
        for backend in endpoint.items_of("backend").mappings():
            pattern = backend.text("url_pattern", path)
            for host, line in backend.items_of("host").texts():
                target, span = environment_text(host.rstrip("/")), SourceSpan(artefact.path, line)
                yield ProxyRoute(path, target, span, "krakend", rewrite=None if pattern == path else pattern)


def _apisix(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    upstreams = {upstream.text("id"): upstream for upstream in document.items_of("upstreams").mappings()}
    for route in document.items_of("routes").mappings():
        upstream = route.mapping("upstream") or upstreams.get(route.text("upstream_id")) or route.mapping("upstream")
        uris = [text for text, _ in [*route.items_of("uri").texts(), *route.items_of("uris").texts()]]
        regex = [text for text, _ in route.mapping("plugins", "proxy-rewrite").items_of("regex_uri").texts()]
        rewrite = regex_rewrite(regex[1]) or "/" if len(regex) > 1 else None
        for node in upstream.mapping("nodes"):
            for uri in uris:
                path = prefix_path(uri.rstrip("*")) if uri.endswith("*") else uri
                span, strip = SourceSpan(artefact.path, route.line), 0 if rewrite is None else segment_count(path) - 1
                yield ProxyRoute(path, environment_text(f"http://{node}"), span, "apisix", strip, rewrite)


PARSER = Parser(
    "api_gateway",
    patterns=(
        "kong*.yml",
        "kong*.yaml",
        "*/kong/*.yml",
        "*/kong/*.yaml",
        "krakend*.json",
        "*/krakend/*.json",
        "apisix*.yaml",
        "*/apisix*/*.yaml",
    ),
    parse=parse,
)
