"""What a YAML artefact is, by its name and top-level keys, so that exactly one parser takes each document."""

import re
from enum import StrEnum, auto

from parsed_graph.parser import Artefact
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents


class YamlKind(StrEnum):
    """Kinds that parsers read; OTHER is YAML of a known kind that says nothing about services, or no mapping at all."""

    CONFIGURATION = auto()
    COMPOSE = auto()
    KUBERNETES = auto()
    KUSTOMIZATION = auto()
    SKAFFOLD = auto()
    HELM_CHART = auto()
    HELM_VALUES = auto()
    HELM_TEMPLATE = auto()
    PROMETHEUS = auto()
    GRAFANA = auto()
    BEATS = auto()
    ENVOY = auto()
    TRAEFIK = auto()
    SERVERLESS = auto()
    OTEL_COLLECTOR = auto()
    CONTRACT = auto()
    OTHER = auto()


_HELM_TEMPLATE = re.compile(r"(^|/)templates/([^/]+/)*[^/]+\.ya?ml$")
_HELM_VALUES = re.compile(r"values([.-][\w.-]+)?\.ya?ml$|[\w-]+[.-]values\.ya?ml$")
_CONTINUOUS_INTEGRATION = re.compile(
    r"(^|/)(\.[\w.-]+/|azure-pipelines|cloudbuild|buildspec|bitbucket-pipelines|appveyor|codecov|jenkins)"
)
_BY_KEY = (
    ({"openapi", "swagger", "asyncapi"}, YamlKind.CONTRACT),
    ({"static_resources", "dynamic_resources"}, YamlKind.ENVOY),
    ({"filebeat.inputs", "filebeat.prospectors", "filebeat", "output.logstash", "output.elasticsearch"}, YamlKind.BEATS),
    ({"metricbeat.modules", "heartbeat.monitors"}, YamlKind.BEATS),
    ({"entryPoints"}, YamlKind.TRAEFIK),
    (
        {"AWSTemplateFormatVersion", "databaseChangeLog", "site_name", "stages", "jobs", "repos", "receivers", "exporters", "processors", "_format_version"},
        YamlKind.OTHER,
    ),
)  # fmt: skip
_COMPOSE_KEYS = frozenset("image build extends command environment depends_on ports".split())
_SHARED_COMPOSE_KEYS = frozenset("version services networks volumes secrets configs name include".split())


def yaml_kind(artefact: Artefact) -> YamlKind:
    """The kind of the file as a whole; of several documents the first that tells decides."""
    name = artefact.name
    if _HELM_TEMPLATE.search(artefact.path):
        return YamlKind.HELM_TEMPLATE
    if name in ("Chart.yaml", "Chart.yml"):
        return YamlKind.HELM_CHART
    if name.startswith(".") or _CONTINUOUS_INTEGRATION.search(artefact.path):
        return YamlKind.OTHER
    mappings = [document for document in yaml_documents(artefact) if isinstance(document, YamlMapping)]
    found = next((kind for document in mappings if (kind := _document_kind(name, document))), None)
    if found is not None:
        return found
    if _HELM_VALUES.search(name) and mappings:
        return YamlKind.HELM_VALUES
    return YamlKind.CONFIGURATION if mappings else YamlKind.OTHER


def _document_kind(name: str, document: YamlMapping) -> YamlKind | None:
    if name.startswith(("kustomization.", "Kustomization.")):
        return YamlKind.KUSTOMIZATION
    if "apiVersion" in document or "kind" in document:
        return _resource_kind(document)
    if _is_spring(name):
        return YamlKind.CONFIGURATION
    if _is_compose(name, document):
        return YamlKind.COMPOSE
    if "scrape_configs" in document:
        return YamlKind.PROMETHEUS
    if "exporters" in document or document.mapping("service", "pipelines"):
        return YamlKind.OTEL_COLLECTOR
    if "logstash" in document.mapping("output") or "elasticsearch" in document.mapping("output"):
        return YamlKind.BEATS
    if "provider" in document and ("functions" in document or "service" in document):
        return YamlKind.SERVERLESS
    http = document.mapping("http")
    if "routers" in http or ("services" in http and "middlewares" in http):
        return YamlKind.TRAEFIK
    if isinstance(document.get("groups"), list) or "alerting" in document:
        return YamlKind.OTHER
    return next((kind for keys, kind in _BY_KEY if not keys.isdisjoint(document)), None)


def _resource_kind(document: YamlMapping) -> YamlKind | None:
    version, kind = document.text("apiVersion"), document.text("kind")
    if version.startswith("skaffold/"):
        return YamlKind.SKAFFOLD
    if version.startswith("kustomize.config.k8s.io"):
        return YamlKind.KUSTOMIZATION
    if version.startswith("backstage.io/"):
        return YamlKind.OTHER
    if "datasources" in document or "providers" in document:
        return YamlKind.GRAFANA
    return YamlKind.KUBERNETES if version and kind else None


def _is_spring(name: str) -> bool:
    return name.startswith(("application.", "application-", "bootstrap.", "bootstrap-"))


def _is_compose(name: str, document: YamlMapping) -> bool:
    services = document.get("services")
    if isinstance(services, YamlMapping):
        return "compose" in name or any(_is_compose_service(service) for service in services.values())
    return "compose" in name and (
        not _SHARED_COMPOSE_KEYS.isdisjoint(document)
        or any(_is_compose_service(service) for service in document.values())
    )


def _is_compose_service(service: object) -> bool:
    # Compose v1 has no `services` key; Symfony's and others' `services` hold classes, not images.
    return (
        isinstance(service, YamlMapping)
        and not _COMPOSE_KEYS.isdisjoint(service)
        and ("image" in service or "build" in service or "extends" in service)
    )
