"""Grafana: each provisioned data source is infrastructure that Grafana uses.

https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.shell_text import environment_text
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_CAPABILITIES = {
    "loki": "logging",
    "elasticsearch": "logging",
    "tempo": "tracing",
    "jaeger": "tracing",
    "zipkin": "tracing",
}
_DATABASES = frozenset({"postgres", "mysql", "mssql", "influxdb", "grafana-postgresql-datasource"})


def parse(artefact: Artefact) -> Iterator[Fact]:
    """Files that provision dashboards say nothing."""
    if yaml_kind(artefact) is not YamlKind.GRAFANA:
        return
    for document in yaml_documents(artefact):
        for source in document.items_of("datasources").mappings() if isinstance(document, YamlMapping) else ():
            kind, url = source.text("type"), source.text("url")
            if kind and url:
                capability = "database" if kind in _DATABASES else _CAPABILITIES.get(kind, "monitoring")
                span = SourceSpan(artefact.path, source.line_of("url"))
                yield InfrastructureUse(capability, kind, span, environment_text(url), service="grafana")


PARSER = Parser("grafana", patterns=("*.yml", "*.yaml"), parse=parse)
