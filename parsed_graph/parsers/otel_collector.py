"""OpenTelemetry Collector: what the exporters of its pipelines send to is infrastructure that it uses.

https://opentelemetry.io/docs/collector/configuration/
"""

from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, SourceSpan
from parsed_graph.parser import Artefact, Parser
from parsed_graph.syntax.shell_text import environment_text
from parsed_graph.syntax.yaml_document import YamlMapping, yaml_documents
from parsed_graph.syntax.yaml_kind import YamlKind, yaml_kind

_SIGNALS = {"traces": "tracing", "metrics": "monitoring", "logs": "logging"}
_PRODUCTS = {
    "jaeger": "jaeger",
    "zipkin": "zipkin",
    "prometheusremotewrite": "prometheus",
    "loki": "loki",
    "elasticsearch": "elasticsearch",
    "opensearch": "opensearch",
    "kafka": "kafka",
    "tempo": "tempo",
}


def parse(artefact: Artefact) -> Iterator[Fact]:
    """An exporter counts once, for the first signal that a pipeline sends to it."""
    if yaml_kind(artefact) is not YamlKind.OTEL_COLLECTOR:
        return
    for document in yaml_documents(artefact):
        if isinstance(document, YamlMapping):
            yield from _exporters(artefact, document)


def _exporters(artefact: Artefact, document: YamlMapping) -> Iterator[Fact]:
    pipelines, exporters = document.mapping("service", "pipelines"), document.mapping("exporters")
    seen = set()
    for pipeline in pipelines:
        for name, _ in pipelines.mapping(pipeline).items_of("exporters").texts():
            exporter = exporters.mapping(name)
            address = exporter.text("endpoint") or exporter.mapping("http").text("endpoint")
            address = address or next((text for text, _ in exporter.items_of("brokers").texts()), "")
            listens = address.startswith(("0.0.0.0", "localhost", "127.")) or name.partition("/")[0] == "prometheus"
            if address and not listens and name not in seen:
                seen.add(name)
                kind, _, label = name.partition("/")
                product = _PRODUCTS.get(kind) or _PRODUCTS.get(label, "")
                capability = "messaging" if product == "kafka" else _SIGNALS.get(pipeline.partition("/")[0], "other")
                span = SourceSpan(artefact.path, exporters.line_of(name))
                yield InfrastructureUse(capability, product, span, environment_text(address))


PARSER = Parser("otel_collector", patterns=("*.yml", "*.yaml"), parse=parse)
