"""Traefik: routers of a dynamic configuration, and of the labels of Compose services, are ProxyRoutes.

https://doc.traefik.io/traefik/routing/providers/docker/; labels of version 1 (`traefik.frontend.rule`) too.
"""

import re
from collections.abc import Iterator, Mapping

from parsed_graph.facts import Fact, ProxyRoute, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.route_path import target_url
from parsed_graph.syntax.shell_text import environment_text
from parsed_graph.syntax.toml_document import toml_document
from parsed_graph.syntax.traefik_rule import path_change, rule_paths, strip_of
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_ROUTER = re.compile(r"traefik\.https?\.routers\.([^.]+)\.rule$|traefik\.(?:([^.]+)\.)?frontend\.rule$", re.I)
_PORT = re.compile(r"traefik\.http\.services\.[^.]+\.loadbalancer\.server\.port$|traefik\.(?:[^.]+\.)?port$", re.I)
_PREFIXES = re.compile(r"traefik\.http\.middlewares\.([^.]+)\.(stripprefix)\.(prefixes)$", re.I)
_REPLACEMENT = re.compile(
    r"traefik\.http\.middlewares\.([^.]+)\.(replacepathregex|replacepath|addprefix)\.(replacement|path|prefix)$", re.I
)


def parse(artefact: Artefact) -> Iterator[Fact]:
    """A router's service and middlewares are looked up in the same file; `@docker` and other suffixes are dropped."""
    if artefact.name.endswith(".toml"):
        yield from _dynamic(artefact, toml_document(artefact))
        return
    kind = yaml_kind(artefact)
    for document in yaml_documents(artefact) if kind in (YamlKind.TRAEFIK, YamlKind.COMPOSE) else ():
        if isinstance(document, YamlMapping):
            yield from _dynamic(artefact, document) if kind is YamlKind.TRAEFIK else _compose(artefact, document)


def _dynamic(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    http = document.mapping("http")
    routers = http.mapping("routers")
    for name in routers:
        router = routers.mapping(name)
        used = [text.partition("@")[0] for text, _ in router.items_of("middlewares").texts()]
        change = path_change(http.mapping("middlewares", each) for each in used)
        balancer = http.mapping("services", router.text("service").partition("@")[0], "loadBalancer")
        for server in balancer.items_of("servers").mappings():
            for rule in rule_paths(router.text("rule")):
                span, target = SourceSpan(artefact.path, routers.line_of(name)), environment_text(server.text("url"))
                yield ProxyRoute(rule.path, target, span, "traefik", strip_of(rule, change), change.rewrite)


def _compose(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    services = document.mapping("services")
    for name in services:
        service = services.mapping(name)
        labels = {**dict(_labels(service.mapping("deploy"))), **dict(_labels(service))}
        port = next((value for key, (value, _) in labels.items() if _PORT.match(key)), "")
        middlewares = _middlewares(labels)
        for key, (rule, line) in labels.items():
            router = _ROUTER.match(key)
            if router:
                wanted = labels.get(f"traefik.http.routers.{router[1]}.middlewares", ("", 0))[0]
                change = path_change(middlewares.get(m.strip().partition("@")[0], {}) for m in wanted.split(","))
                target = environment_text(target_url(name, port))
                for path in rule_paths(rule):
                    span, strip = SourceSpan(artefact.path, line), strip_of(path, change)
                    yield ProxyRoute(path.path, target, span, "traefik", strip, change.rewrite)


def _labels(holder: YamlMapping) -> Iterator[tuple[str, tuple[str, int]]]:
    """Labels as a mapping or as `name=value`, with their lines."""
    mapping = holder.mapping("labels")
    for key in mapping:
        yield key, (mapping.text(key), mapping.line_of(key))
    for text, line in holder.items_of("labels").texts():
        key, _, value = text.partition("=")
        yield key.strip(), (value.replace("$$", "$"), line)


def _middlewares(labels: Mapping[str, tuple[str, int]]) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for key, (value, _) in labels.items():
        match = _PREFIXES.match(key) or _REPLACEMENT.match(key)
        if match:
            given: object = value.split(",") if match[2].lower() == "stripprefix" else value
            found.setdefault(match[1], {})[match[2]] = {match[3]: given}
    return found


PARSER = Parser("traefik", patterns=("*.yml", "*.yaml", "traefik*.toml", "*/traefik/*.toml"), parse=parse)
